// Tells who judges DeltaBench with default settings how to repeat the public script, before the first call.
import { presets } from '../../critic/presets.ts';
import type { Solution } from '../../records/solution.ts';
import type { Stage } from '../../stream/stage.ts';

const script = presets.find(({ name }) => name === 'deltabench-processbench')!;

interface Asked {
  readonly protocol: string;
  readonly votes: number;
  readonly preset: string;
  readonly wording?: string | undefined;
  readonly template?: object | undefined;
  readonly system?: object | undefined;
  readonly temperature?: number | undefined;
}

function isDefault({ protocol, votes, preset, wording, template, system, temperature }: Asked): boolean {
  const own = [wording, template, system, temperature].some((value) => value !== undefined);
  return protocol === 'first_error' && votes === 1 && preset === 'auto' && !own;
}

/** The same stage; it prints one line when the first DeltaBench record arrives and no setting was chosen. */
export function deltabenchHint(
  stage: Stage<Solution, Solution>,
  asked: Asked,
  say: (line: string) => void,
): Stage<Solution, Solution> {
  if (!isDefault(asked)) return stage;
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
