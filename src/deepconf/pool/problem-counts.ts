// Counts of a problem's samples, for `pool info`: a build, an import and a compaction leave them in the manifest, so that
// nobody has to read a file for them.
import type { PoolManifest } from './manifest.ts';
import type { ProblemCounts } from './manifest-segment.ts';
import type { ReadyPool } from './prepare.ts';
import type { Pool, PoolProblem } from './read.ts';
import { addSample, countsOf, emptyTally } from './sample-tally.ts';

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
  const tally = emptyTally();
  for await (const batch of pool.traces(problem_id, { columns })) {
    const [answers, reasons] = [batch.texts('answer'), batch.texts('finish_reason')];
    const [tokens, missing] = [batch.ints('n_tokens'), batch.ints('n_missing')];
    const [sentinels, without] = [batch.ints('n_sentinel'), batch.ints('n_without_logprob')];
    const isKnown = batch.known('n_without_logprob');
    for (let row = 0; row < batch.rows; row += 1) {
      addSample(tally, {
        answer: answers[row]!,
        finish_reason: reasons[row]!,
        n_tokens: tokens[row]!,
        n_without_logprob: isKnown(row) ? without[row]! : null,
        n_missing: missing[row]!,
        n_sentinel: sentinels[row]!,
      });
    }
  }
  return countsOf(tally, truth);
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
  // A build that wrote all of its samples has their counts, and reads nothing.
  const { openPool } = await import('./read.ts');
  const pool = await openPool(folder);
  try {
    for (const problem of left) manifest.setCounts(problem.problem_id, await countProblem(pool, problem));
  } finally {
    await pool.close();
  }
}
