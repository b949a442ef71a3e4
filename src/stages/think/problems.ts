// The problems of `think`, with the rows that they came in: those are what it hands on.
import { problemOf } from '../../deepconf/pool/problems.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { isLateBenchError } from '../../errors.ts';
import type { Row } from '../../storage/rows.ts';
import type { JobContext } from '../define-job.ts';
import { problemsOf } from '../pool/survey.ts';
import type { ThinkAsked } from './options.ts';

export interface ProblemRowsRead {
  readonly problems: readonly PoolProblem[];
  /** By the id of its problem. */
  readonly rows: ReadonlyMap<string, Row>;
}

export async function problemRows(
  asked: Pick<ThinkAsked, 'problems'>,
  context: JobContext,
): Promise<ProblemRowsRead> {
  const rows = new Map<string, Row>();
  async function* noted(): AsyncGenerator<readonly Row[]> {
    for await (const group of await context.rows()) {
      for (const row of group) {
        try {
          rows.set(problemOf(row, context.keys).problem_id, row);
        } catch (error) {
          // Who reads the problems says what is wrong with the row.
          if (!isLateBenchError(error)) throw error;
        }
      }
      yield group;
    }
  }
  const problems = await problemsOf(asked, { ...context, rows: async () => noted() });
  return { problems, rows };
}
