// Grades batches of pairs on several threads. The queue is bounded, batches take turns, and a pair that takes too long is
// `undecided`: its thread is ended and replaced, and what else the thread had is graded again.
import { availableParallelism } from 'node:os';
import { LateBenchError } from '../errors.ts';
import type { CaseOptions, Judgement } from '../mathverify/index.ts';
import { type ChunkEnd, type GradingThread, startGradingThread } from './grading-thread.ts';
import type { Grade, Pair } from './worker-protocol.ts';

export interface GraderOptions {
  readonly options: CaseOptions;
  readonly explain: boolean;
  /** Threads, at least 1; one for each core when absent. */
  readonly threads?: number | undefined;
  /** Longest time for one pair, in milliseconds of wall time. */
  readonly limitMs: number;
  /** Most pairs that wait or are being graded. */
  readonly maxPairs: number;
}

/** What a grader has done. */
export interface GraderCounts {
  readonly verdicts: Readonly<Record<Judgement['verdict'], number>>;
  /** Pairs that took too long, or on which a thread broke down. */
  readonly ended: number;
  /** Pairs that wait or are being graded. */
  readonly waiting: number;
  readonly threads: number;
}

export interface Grader {
  readonly counts: GraderCounts;
  /**
   * The grades of a batch in its order, or null at once when the queue has no room for it. An aborted batch never
   * settles: its pairs leave the queue, but for those that a thread is at.
   */
  grade(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Grade[]> | null;
  /** Ends the threads; batches that wait never settle. */
  close(): Promise<void>;
}

/** Pairs that a thread is sent at once: fewer cost messages, more keep others waiting behind a slow one. */
const chunkSize = 16;

interface Batch {
  readonly pairs: readonly Pair[];
  readonly grades: (Grade | undefined)[];
  /** Places that no thread has, the next one last. */
  readonly todo: number[];
  left: number;
  /** Whether a pair of it took too long: it then gives way to others. */
  slow: boolean;
  readonly settle: (grades: readonly Grade[]) => void;
  readonly signal: AbortSignal;
}

function undecided(reason: string): Grade {
  const verdict = 'undecided';
  return { verdict, json: JSON.stringify({ equal: false, verdict, reason, method: 'none', witness: null }) };
}

/**
 * Starts the threads.
 *
 * @returns When all threads are ready.
 * @throws LB_INTERNAL when a thread cannot start.
 */
export async function startGrader(asked: GraderOptions): Promise<Grader> {
  const { limitMs, maxPairs, threads: size = availableParallelism() } = asked;
  const verdicts = { equal: 0, different: 0, unparsed: 0, undecided: 0 };
  const threads = new Set<GradingThread>();
  const batches: Batch[] = [];
  let ended = 0;
  let waiting = 0;
  let slowChunks = 0;
  let closed = false;

  const take = (): Batch | undefined => {
    // One thread at least is kept for batches without a slow pair.
    const mayBeSlow = slowChunks < Math.max(1, size - 1);
    const at = batches.findIndex(({ slow }) => !slow || mayBeSlow);
    return at === -1 ? undefined : batches.splice(at, 1)[0];
  };
  const put = (batch: Batch, at: number, grade: Grade): void => {
    batch.grades[at] = grade;
    batch.left -= 1;
    waiting -= 1;
    verdicts[grade.verdict] += 1;
    if (batch.left === 0) batch.settle(batch.grades as readonly Grade[]);
  };
  const finish = (batch: Batch, places: readonly number[], end: ChunkEnd): void => {
    if (batch.signal.aborted) {
      waiting -= places.length;
      return;
    }
    if ('grades' in end) {
      for (const [k, at] of places.entries()) put(batch, at, end.grades[k]!);
      return;
    }
    const { stuckAt, reason } = end;
    ended += 1;
    batch.slow = true;
    if (batch.todo.length === 0 && places.length > 1) batches.push(batch);
    for (const [k, at] of places.entries()) if (k !== stuckAt) batch.todo.push(at);
    put(batch, places[stuckAt]!, undecided(reason));
  };
  const dispatch = (): void => {
    for (const thread of threads) {
      if (!thread.isFree) continue;
      const batch = take();
      if (batch === undefined) return;
      const places = batch.todo.splice(batch.slow ? -1 : -chunkSize).reverse();
      if (batch.todo.length > 0) batches.push(batch);
      const isSlow = batch.slow;
      if (isSlow) slowChunks += 1;
      thread.grade(
        places.map((at) => batch.pairs[at]!),
        (end) => {
          if (isSlow) slowChunks -= 1;
          finish(batch, places, end);
        },
      );
    }
  };

  await new Promise<void>((resolve, reject) => {
    let toStart = size;
    const start = (): void => {
      const thread = startGradingThread(asked, (alive, wasReady) => {
        if (closed) return;
        if (!alive) {
          threads.delete(thread);
          // One that never got ready would be followed by others that do not.
          if (wasReady) {
            start();
            dispatch();
          } else reject(new LateBenchError('LB_INTERNAL', 'a grading thread could not be started'));
          return;
        }
        if (toStart > 0 && !started.has(thread)) {
          started.add(thread);
          toStart -= 1;
          if (toStart === 0) resolve();
        }
        dispatch();
      });
      threads.add(thread);
    };
    const started = new WeakSet<GradingThread>();
    for (let k = 0; k < size; k += 1) start();
  });

  const watch = setInterval(
    () => {
      const now = performance.now();
      for (const thread of [...threads]) thread.check(now, limitMs);
    },
    Math.max(5, Math.min(100, limitMs / 8)),
  );

  return {
    get counts() {
      return { verdicts: { ...verdicts }, ended, waiting, threads: threads.size };
    },
    grade(pairs, signal) {
      if (waiting + pairs.length > maxPairs) return null;
      if (pairs.length === 0) return Promise.resolve([]);
      waiting += pairs.length;
      return new Promise((settle) => {
        const batch: Batch = {
          pairs,
          grades: new Array<Grade | undefined>(pairs.length),
          todo: pairs.map((_, at) => at).reverse(),
          left: pairs.length,
          slow: false,
          settle,
          signal,
        };
        batches.push(batch);
        signal.addEventListener('abort', () => {
          if (batch.left === 0) return;
          waiting -= batch.todo.length;
          batch.todo.length = 0;
          const at = batches.indexOf(batch);
          if (at !== -1) batches.splice(at, 1);
        });
        dispatch();
      });
    },
    async close() {
      closed = true;
      clearInterval(watch);
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}
