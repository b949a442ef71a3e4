// The judge: asks a model whether the explanations of critics who named the right step give the annotated reason.
import { z } from 'zod';
import type { Solution } from '../../records/solution.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';
import { lookedAt } from '../looked-at.ts';
import { oneCriticCall, temperatureOption } from '../shared-options.ts';
import { createJudgeCounts } from './counts.ts';
import { judgeWatches, neededByJudge } from './watches.ts';

const options = z.strictObject({
  critic: option(z.string().optional(), 'judge the critiques of this critic only', { value: 'NAME' }),
  temperature: temperatureOption("sampling temperature (the preset of the model's family, 0 for most)"),
});

export const judge = defineMap({
  name: 'judge',
  summary: "ask a model whether critics' explanations give the annotated reason",
  about:
    'Adds judge: {status, match: yes|partly|no, why, step} to each critique that names the first error and ' +
    'explains it, if the record says why that step is wrong (injection.explanation, the explanations of ' +
    'DeltaBench, meta.error_description). Critics of first_error have no explanation unless their replies ' +
    'were stored (--keep-replies). The judge sees the annotated reason; critics never do. Records without any ' +
    'critique, explanation or annotated reason are an error.',
  examples: [
    'latebench critic --protocol all_errors injected.jsonl | latebench judge > judged.jsonl',
    'latebench critic --keep-replies injected.jsonl | latebench judge --model gpt-4o > judged.jsonl',
    'latebench judge --endpoint sim judged.jsonl | latebench score',
  ],
  docs: 'docs/critics.md',
  options,
  ...oneCriticCall,
  names: ({ critic }) => [{ option: 'critic', of: 'critic', names: critic === undefined ? [] : [critic] }],
  needed: ({ critic }) => neededByJudge(critic),
  async build({ critic, temperature }, { seed, concurrency, endpoint }) {
    const [{ judgeStage }, watches] = await Promise.all([
      import('../../critic/judge.ts'),
      judgeWatches(critic),
    ]);
    const stage = judgeStage({ endpoint: await endpoint('critic'), critic, temperature, seed });
    return {
      step: stageStep<Solution, Solution>(stage, concurrency),
      after: lookedAt(watches),
      observe() {
        const counts = createJudgeCounts(critic);
        return { add: counts.add, line: counts.line, summary: () => [counts.line()] };
      },
    };
  },
});
