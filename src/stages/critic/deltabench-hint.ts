// Tells who judges DeltaBench with default settings how to repeat the public script, before the first call.
import { presets } from '../../critic/presets.ts';
import type { Solution } from '../../records/solution.ts';
import type { Stage } from '../../stream/stage.ts';

const script = presets.find(({ name }) => name === 'deltabench-processbench')!;

/** Each of these is a choice, also where it is what the default would have been. */
const choices = ['votes', 'preset', 'wording', 'template', 'system', 'temperature'];

/** The same stage; it prints one line when the first DeltaBench record arrives and no setting was chosen. */
export function deltabenchHint(
  stage: Stage<Solution, Solution>,
  { protocol, given }: { readonly protocol: string; readonly given: Readonly<Record<string, unknown>> },
  say: (line: string) => void,
): Stage<Solution, Solution> {
  if (protocol !== 'first_error' || choices.some((name) => given[name] !== undefined)) return stage;
  const votes = script.script!.votes;
  let told = false;
  return {
    ...stage,
    run(record, context) {
      if (!told && /^deltabench/i.test(record.dataset ?? '')) {
        told = true;
        say(
          `  DeltaBench: --preset ${script.name} has the settings of the ProcessBench-style script ` +
            `(${votes} votes at temperature ${script.several.temperature}, its wording); this run has 1 vote`,
        );
      }
      return stage.run(record, context);
    },
  };
}
