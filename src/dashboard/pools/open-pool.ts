// A pool of traces for the explorer: answers and scores of its problems are kept in memory once they were read, token
// by token data is read for the trace that is looked at.
import { basename, resolve } from 'node:path';
import { freshScoring, type LoadSettings, loadProblem, storedScoring } from '../../deepconf/load-problem.ts';
import { openPool, type Pool } from '../../deepconf/pool/read.ts';
import type { ProblemTraces } from '../../deepconf/problem-traces.ts';
import { poolScores, scoreOrigin } from '../../deepconf/score-columns.ts';
import { storedConfidences } from '../../deepconf/trace-confidences.ts';
import { metrics, traceScorer } from '../../deepconf/trace-scores.ts';
import { answerKindOf } from '../../deepconf/voting-choices.ts';

/** Windows whose scores are kept beside each other. */
const maxWindows = 4;

export interface OpenedPool {
  readonly id: string;
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly pool: Pool;
  /** Scores with groups of this many tokens. */
  problem(position: number, window: number): Promise<ProblemTraces>;
  /** True when the pool's own scores are those of this window. */
  isStored(window: number): boolean;
  /** Runs alone: a pool has one stream at a time. */
  alone<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openPoolFolder(id: string, path: string): Promise<OpenedPool> {
  const pool = await openPool(path);
  // As `latebench vote` reads a pool when nothing else is asked for.
  const answers = await answerKindOf(pool, {});
  const settings: LoadSettings = { answers, fallback: true, dropTruncated: false };
  const stored = poolScores(pool.settings);
  const known = new Map<number, Map<number, Promise<ProblemTraces>>>();
  let queue: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: (pool: Pool) => Promise<T>): Promise<T> => {
    const result = queue.then(() => work(pool));
    queue = result.catch(() => {});
    return result;
  };
  const isStored = (window: number): boolean =>
    scoreOrigin(pool, { ...stored, window }, [...metrics]) === 'stored';
  const load = (position: number, window: number): Promise<ProblemTraces> =>
    alone(() => {
      const scoring = isStored(window)
        ? storedScoring([...metrics])
        : freshScoring([...metrics], storedConfidences(pool), traceScorer({ ...stored, window }));
      return loadProblem(pool, pool.problems[position]!, position, { settings, scoring });
    });
  return {
    id,
    name: basename(resolve(path)),
    folder: resolve(path),
    pool,
    isStored,
    alone,
    problem(position, window) {
      const byPosition = known.get(window) ?? new Map<number, Promise<ProblemTraces>>();
      known.delete(window);
      known.set(window, byPosition);
      for (const oldest of known.keys()) {
        if (known.size <= maxWindows) break;
        known.delete(oldest);
      }
      const loaded = byPosition.get(position) ?? load(position, window);
      byPosition.set(position, loaded);
      loaded.catch(() => byPosition.delete(position));
      return loaded;
    },
    async close() {
      await queue;
      await pool.close();
    },
  };
}
