// Counts of a problem's samples, for `pool info`: a build, an import and a compaction leave them in the manifest, so that
// nobody has to read a file for them.
import type { PoolManifest } from './manifest.ts';
import type { ProblemCounts } from './manifest-segment.ts';
import type { ReadyPool } from './prepare.ts';
import { openPool, type Pool, type PoolProblem } from './read.ts';

const columns = [
  'answer',
  'finish_reason',
  'n_tokens',
  'n_without_logprob',
  'n_missing',
  'n_sentinel',
] as const;

export async function countProblem(
  pool: Pick<Pool, 'traces'>,
  { problem_id, truth }: PoolProblem,
): Promise<ProblemCounts> {
  const answers = new Map<string, number>();
  let samples = 0;
  let tokens = 0;
  let answered = 0;
  let truncated = 0;
  let missing = 0;
  let sentinels = 0;
  let incomplete = 0;
  let without_logprob = 0;
  for await (const batch of pool.traces(problem_id, { columns })) {
    samples += batch.rows;
    for (const count of batch.ints('n_tokens')) tokens += count;
    const isIncomplete = batch.known('n_without_logprob');
    for (const [row, count] of batch.ints('n_without_logprob').entries()) {
      if (!isIncomplete(row)) continue;
      without_logprob += count;
      if (count > 0) incomplete += 1;
    }
    for (const count of batch.ints('n_missing')) missing += count;
    for (const count of batch.ints('n_sentinel')) sentinels += count;
    for (const reason of batch.texts('finish_reason')) if (reason === 'length') truncated += 1;
    for (const answer of batch.texts('answer')) {
      if (answer === null) continue;
      answered += 1;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  }
  return {
    truth,
    samples,
    tokens,
    answered,
    truncated,
    right: truth === null ? 0 : (answers.get(truth) ?? 0),
    answers: answers.size,
    incomplete,
    without_logprob,
    missing,
    sentinels,
  };
}

/** Those that the manifest has, if they are of the samples and of the truth that there are now. */
export function knownCounts(
  manifest: PoolManifest,
  { problem_id, truth }: PoolProblem,
): ProblemCounts | undefined {
  const counts = manifest.counts(problem_id);
  return counts !== undefined && counts.truth === truth ? counts : undefined;
}

function isCounted(manifest: PoolManifest, problem: PoolProblem): boolean {
  const { problem_id: id } = problem;
  if (knownCounts(manifest, problem) !== undefined) return true;
  return manifest.parts('core', id).length + manifest.slices('core', id).length === 0;
}

/** Puts counts into the manifest for the problems of which it has none. What has changed in it is committed before. */
export async function countProblems({
  folder,
  problems,
  manifest,
}: Pick<ReadyPool, 'folder' | 'problems' | 'manifest'>): Promise<void> {
  const left = problems.filter((problem) => !isCounted(manifest, problem));
  if (left.length === 0) return;
  await manifest.commit();
  const pool = await openPool(folder);
  try {
    for (const problem of left) manifest.setCounts(problem.problem_id, await countProblem(pool, problem));
  } finally {
    await pool.close();
  }
}
