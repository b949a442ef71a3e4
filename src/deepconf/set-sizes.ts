// Sizes of working sets, as they are asked for and as a pool can give them: `all` is every trace of a problem, however
// many it has. Of a pool whose problems have different numbers of traces, the largest number names that size.
import { formatCount } from '../report/format.ts';
import type { Pool } from './pool/read.ts';
import { chosenProblems, type ProblemChoice } from './voting-problems.ts';

/** The size that stands for all traces of a problem. */
export const allTraces = 0;

/** Traces of the problems that have any. */
export interface TraceCounts {
  readonly least: number;
  readonly most: number;
  /** Problems with fewer traces than the most. */
  readonly fewer: number;
}

export interface SetSizes {
  readonly ks: readonly number[];
  /** Only where all traces were asked for: a problem with fewer than a set has votes with those that it has. */
  readonly traces_each?: TraceCounts;
}

/** Counts traces where all of them were asked for. */
export async function setSizes(
  pool: Pool,
  { ks, ...choice }: ProblemChoice & { readonly ks: readonly number[] },
): Promise<SetSizes> {
  if (!ks.includes(allTraces)) return { ks };
  const counts: number[] = [];
  for (const { problem_id } of chosenProblems(pool, choice)) {
    let count = 0;
    for await (const batch of pool.traces(problem_id, { columns: ['sample_id'] }))
      count += batch.ints('sample_id').length;
    if (count > 0) counts.push(count);
  }
  // Without a trace the votes say so themselves.
  const most = Math.max(1, ...counts);
  const traces_each = {
    least: Math.min(most, ...counts),
    most,
    fewer: counts.filter((count) => count < most).length,
  };
  return { ks: [...new Set(ks.map((k) => (k === allTraces ? most : Math.min(k, most))))], traces_each };
}

/** What is said of problems with different numbers of traces; null where all have as many. */
export function raggedLine({ traces_each: counts }: SetSizes): string | null {
  if (counts === undefined || counts.fewer === 0) return null;
  const { least, most, fewer } = counts;
  const verb = fewer === 1 ? 'problem has' : 'problems have';
  return `${formatCount(fewer)} ${verb} fewer than ${formatCount(most)} traces (at least ${formatCount(least)}): all of theirs vote in sets of ${formatCount(most)}`;
}
