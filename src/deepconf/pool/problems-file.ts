// problems.parquet: the problems of a pool in their order.
import { readParquet } from '../../storage/columnar/parquet-source.ts';
import { openTypedParquetSink } from '../../storage/columnar/typed-parquet-sink.ts';
import { problemsPath } from './layout.ts';
import type { PoolProblem } from './read.ts';
import { problemColumns } from './schema.ts';

export async function readPoolProblems(folder: string): Promise<PoolProblem[]> {
  const problems: PoolProblem[] = [];
  for await (const group of readParquet(problemsPath(folder))) {
    for (const { problem_id, problem, truth } of group) {
      problems.push({
        problem_id: problem_id as string,
        problem: problem as string,
        truth: (truth ?? null) as string | null,
      });
    }
  }
  return problems;
}

export async function writeProblems(folder: string, problems: readonly PoolProblem[]): Promise<void> {
  const sink = await openTypedParquetSink(problemsPath(folder), problemColumns);
  try {
    for (const problem of problems) await sink.write({ ...problem });
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
