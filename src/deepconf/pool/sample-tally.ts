// What is counted of a problem's samples as they are written, or read again: plain values, which threads pass on.
import { isStoppedEarly } from '../answer.ts';
import type { ProblemCounts } from './manifest-segment.ts';

/** The columns of a sample that are counted. */
export interface CountedSample {
  readonly answer: string | null;
  readonly finish_reason: string | null;
  readonly n_tokens: number;
  /** Null where the server counted none, or as many as it listed. Earlier versions counted it of stopped traces too. */
  readonly n_without_logprob: number | null;
  readonly n_missing: number;
  readonly n_sentinel: number;
}

const sums = [
  'samples',
  'tokens',
  'answered',
  'truncated',
  'incomplete',
  'without_logprob',
  'missing',
  'sentinels',
] as const;

export type SampleTally = Record<(typeof sums)[number], number> & {
  /** How many samples have each answer. */
  readonly answers: Map<string, number>;
};

export function emptyTally(): SampleTally {
  const answers = new Map<string, number>();
  return {
    ...{ samples: 0, tokens: 0, answered: 0, truncated: 0, answers },
    ...{ incomplete: 0, without_logprob: 0, missing: 0, sentinels: 0 },
  };
}

export function addSample(tally: SampleTally, sample: CountedSample): void {
  const { answer, finish_reason } = sample;
  const without = isStoppedEarly(finish_reason) ? 0 : (sample.n_without_logprob ?? 0);
  tally.samples += 1;
  tally.tokens += sample.n_tokens;
  tally.missing += sample.n_missing;
  tally.sentinels += sample.n_sentinel;
  tally.without_logprob += without;
  if (without > 0) tally.incomplete += 1;
  if (finish_reason === 'length') tally.truncated += 1;
  if (answer === null) return;
  tally.answered += 1;
  tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + 1);
}

export function addTally(tally: SampleTally, other: SampleTally): void {
  for (const name of sums) tally[name] += other[name];
  for (const [answer, count] of other.answers)
    tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + count);
}

/** `truth` null: none is right. */
export function countsOf({ answers, ...counted }: SampleTally, truth: string | null): ProblemCounts {
  const { samples, tokens, answered, truncated, incomplete, without_logprob, missing, sentinels } = counted;
  const right = truth === null ? 0 : (answers.get(truth) ?? 0);
  return {
    ...{ truth, samples, tokens, answered, truncated, right, answers: answers.size },
    ...{ incomplete, without_logprob, missing, sentinels },
  };
}
