// A cheap critic with votes and a strong one on the same records: the share of the cheap votes says how likely it is right.
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { majority } from '../../src/statistics/majority.ts';
import { mulberry32, seedFrom } from '../../src/statistics/random.ts';
import { clusteredRecords } from './clustered-critics.ts';

export const cheapVotes = 5;

/** Of one call, in tokens: the cheap critic takes 5 x 120, the strong one 4,000 more or less. */
const cheapUsage = { calls: cheapVotes, prompt_tokens: 500, completion_tokens: 100 };

/** The records of clusteredRecords, judged by `cheap` and by `strong` in place of its critics. */
export function* cascadeRecords(problems: number, seed: number): Generator<Solution> {
  for (const record of clusteredRecords(problems, 2, seed)) {
    const rng = mulberry32(seedFrom(seed, record.id));
    const label = record.error_steps![0] ?? -1;
    // Some records are clear to the cheap critic, others a guess.
    const skill = rng() < 0.6 ? 0.95 : 0.35;
    const answers = Array.from({ length: cheapVotes }, () =>
      rng() < skill ? label : label === -1 ? Math.floor(rng() * 4) : rng() < 0.7 ? -1 : (label + 1) % 4,
    );
    const { value, agreement } = majority(answers, 4, 'first');
    const cheap: Critique = {
      critic: 'cheap',
      protocol: 'first_error',
      status: 'ok',
      first_error: value,
      first_error_strict: value,
      error_steps: value === -1 ? [] : [value!],
      votes: answers.map((answer, sample) => ({ sample, status: 'ok', first_error: answer })),
      agreement,
      model: 'gpt-4o-mini',
      usage: cheapUsage,
    };
    const strong: Critique = {
      ...record.critiques!.find(({ critic }) => critic === 'b')!,
      critic: 'strong',
      model: 'gpt-4o',
      usage: { calls: 1, prompt_tokens: 1000, completion_tokens: 2000 + Math.floor(rng() * 2000) },
    };
    yield { ...record, critiques: [cheap, strong] };
  }
}
