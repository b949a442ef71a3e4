// The problems that a pool is made for, from whatever a command reads.
import { type ProblemKeys, problemOf } from '../deepconf/pool/problems.ts';
import type { PoolProblem } from '../deepconf/pool/read.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { locationOf } from '../records/location.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Call } from './command.ts';
import { openRecords, sourcePlan } from './record-source.ts';

/** Rows without a problem go to the error policy. */
export async function readProblems(
  call: Call,
  policy: ErrorPolicy,
  paths: readonly string[],
): Promise<PoolProblem[]> {
  const { options } = call;
  const keys: ProblemKeys = { problem: options.text('problem-key'), answer: options.text('answer-key') };
  const plan = sourcePlan(call, { paths, limit: options.whole('limit', 1), raw: true });
  const { groups } = await openRecords(call, plan, policy);
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
  if (problems.length === 0) {
    throw new LateBenchError('LB_USAGE', `${paths.join(', ') || 'stdin'}: there is no problem in it`);
  }
  return problems;
}
