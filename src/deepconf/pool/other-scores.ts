// Scores of a pool's traces beside their confidences: those of a reward model, of a verifier, or of any other program.
// One file a name in scores/, which a rebuild removes with the traces.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { type Columns, float64, int32, keepNull, utf8 } from '../../storage/columnar/column.ts';
import { openParquetSink } from '../../storage/columnar/parquet-sink.ts';
import { readParquet } from '../../storage/columnar/parquet-source.ts';
import { scoresFolder, scoresPath } from './layout.ts';

/** One row a trace that has the score. */
const columns: Columns = { problem_id: utf8, sample_id: int32, score: keepNull(float64) };

/** Scores by problem, then by sample id. */
export type OtherScores = ReadonlyMap<string, ReadonlyMap<number, number>>;

export const scoreName = /^[a-z][a-z0-9_-]{0,63}$/;

/** Replaces the scores of that name. */
export async function writeOtherScores(
  pool: string,
  name: string,
  scores: OtherScores,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  const path = scoresPath(pool, name);
  await mkdir(dirname(path), { recursive: true });
  const sink = await openParquetSink(path, columns, { metadata });
  try {
    for (const [problem_id, samples] of scores) {
      for (const [sample_id, score] of [...samples].sort(([a], [b]) => a - b)) {
        const full = sink.write({ problem_id, sample_id, score });
        if (full !== undefined) await full;
      }
    }
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

/** Throws LB_USAGE where the pool has no such scores. */
export async function readOtherScores(pool: string, name: string): Promise<OtherScores> {
  const path = scoresPath(pool, name);
  if (!existsSync(path)) {
    const names = await otherScoreNames(pool);
    const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
    throw new LateBenchError(
      'LB_USAGE',
      `${pool} has no scores named ${name} (${there}); \`latebench pool score\` adds some`,
    );
  }
  const scores = new Map<string, Map<number, number>>();
  for await (const rows of readParquet(path)) {
    for (const { problem_id, sample_id, score } of rows) {
      const samples = scores.get(problem_id as string) ?? new Map<number, number>();
      scores.set(problem_id as string, samples);
      if (typeof score === 'number') samples.set(sample_id as number, score);
    }
  }
  return scores;
}

/** The names of the scores that a pool has, sorted. */
export async function otherScoreNames(pool: string): Promise<string[]> {
  const files = await readdir(scoresFolder(pool)).catch(() => [] as string[]);
  return files
    .filter((file) => file.endsWith('.parquet') && !file.startsWith('.'))
    .map((file) => file.replace(/\.parquet$/, ''))
    .sort();
}
