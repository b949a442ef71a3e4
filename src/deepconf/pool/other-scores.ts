// Scores of a pool's traces beside their confidences: those of a reward model, of a verifier, or of any other program.
// One file a name in scores/, which a rebuild removes with the traces.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { type Columns, float64, int32, keepNull, utf8 } from '../../storage/columnar/column.ts';
import { openParquetSink } from '../../storage/columnar/parquet-sink.ts';
import { readParquet } from '../../storage/columnar/parquet-source.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { scoresFolder, scoresPath } from './layout.ts';

/** One row a trace that has the score. */
const columns: Columns = { problem_id: utf8, sample_id: int32, score: keepNull(float64) };

/** Scores by problem, then by sample id. */
export type OtherScores = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Scores of one problem's samples as they were stored, 12 bytes each. */
export interface StoredScores {
  /** Undefined for a sample without one. */
  get(sample: number): number | undefined;
  /** With their samples, in ascending order of these. */
  entries(): readonly (readonly [sample: number, score: number])[];
}

export type ScoresByProblem = ReadonlyMap<string, StoredScores>;

function storedScores(pairs: readonly (readonly [sample: number, score: number])[]): StoredScores {
  const sorted = [...new Map(pairs)].sort(([a], [b]) => a - b);
  const samples = Int32Array.from(sorted, ([sample]) => sample);
  const scores = Float64Array.from(sorted, ([, score]) => score);
  return {
    get(sample) {
      let [low, high] = [0, samples.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (samples[middle]! < sample) low = middle + 1;
        else high = middle;
      }
      return samples[low] === sample ? scores[low] : undefined;
    },
    entries: () => [...samples].map((sample, at) => [sample, scores[at]!] as const),
  };
}

export const scoreName = /^[a-z][a-z0-9_-]{0,63}$/;

/** Replaces the scores of that name. */
export async function writeOtherScores(
  pool: string,
  name: string,
  scores: OtherScores,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  const path = scoresPath(pool, name);
  await createFolder(dirname(path));
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
export async function readOtherScores(pool: string, name: string): Promise<ScoresByProblem> {
  const path = scoresPath(pool, name);
  if (!existsSync(path)) {
    const names = await otherScoreNames(pool);
    const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
    throw new LateBenchError(
      'LB_USAGE',
      `${pool} has no scores named ${name} (${there}); \`latebench pool score\` adds some`,
    );
  }
  const scores = new Map<string, StoredScores>();
  let open: { readonly problem: string; readonly pairs: (readonly [number, number])[] } | undefined;
  const close = (): void => {
    if (open !== undefined) {
      const before = scores.get(open.problem)?.entries() ?? [];
      scores.set(open.problem, storedScores([...before, ...open.pairs]));
    }
    open = undefined;
  };
  for await (const rows of readParquet(path)) {
    for (const row of rows) {
      const problem = row.problem_id as string;
      if (open?.problem !== problem) close();
      open ??= { problem, pairs: [] };
      if (typeof row.score === 'number') open.pairs.push([row.sample_id as number, row.score]);
    }
  }
  close();
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
