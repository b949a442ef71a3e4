// The problems that a pool is made for, from rows of any kind that have one.
import { type ProblemKeys, problemOf } from '../../deepconf/pool/problems.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { locationOf } from '../../records/location.ts';
import type { Row } from '../../storage/rows.ts';
import type { ErrorPolicy } from '../../stream/error-policy.ts';

export interface ProblemRows {
  readonly groups: AsyncIterable<readonly Row[]>;
  /** Fields that hold the problem and its answer, where the user named them. */
  readonly keys: ProblemKeys;
  /** The files they come from, for messages. */
  readonly sources: readonly string[];
}

/** Rows without a problem go to the error policy. Throws LB_USAGE where no row has one. */
export async function readProblems(
  { groups, keys, sources }: ProblemRows,
  policy: ErrorPolicy,
): Promise<PoolProblem[]> {
  const problems: PoolProblem[] = [];
  for await (const group of groups) {
    for (const row of group) {
      try {
        problems.push(problemOf(row, keys));
        policy.accepted();
      } catch (error) {
        if (!isLateBenchError(error)) throw error;
        policy.reject({
          code: error.code,
          message: error.message,
          where: locationOf(row) ?? {},
          raw: JSON.stringify(row),
        });
      }
    }
  }
  policy.finish();
  if (problems.length > 0) return problems;
  const named = sources.map((source) => (source === '-' ? 'stdin' : source)).join(', ');
  throw new LateBenchError('LB_USAGE', `${named}: there is no problem in it`);
}
