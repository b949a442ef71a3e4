// The near end of one grading thread: a chunk at a time, watched for a pair that takes too long.
import { Worker } from 'node:worker_threads';
import type { CaseOptions } from '../mathverify/index.ts';
import { builtArguments, builtFile } from '../package-root.ts';
import type { FromWorker, Grade, Pair, WorkerSettings } from './worker-protocol.ts';

/** Memory of a thread in MiB: one that needs more is ended and replaced. */
const memoryMiB = 512;

/** How a chunk ended: with its grades, or with the place of the pair that the thread was at when it was ended or broke down. */
export type ChunkEnd =
  | { readonly grades: readonly Grade[] }
  | { readonly stuckAt: number; readonly reason: string };

export interface GradingThread {
  readonly isFree: boolean;
  grade(pairs: readonly Pair[], ended: (end: ChunkEnd) => void): void;
  /** Ends the thread when its pair has taken longer than `limitMs` at the time `now`. */
  check(now: number, limitMs: number): void;
  /** Gives up what it is doing. */
  close(): Promise<void>;
}

function startWorker(workerData: WorkerSettings): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMiB };
  const execArgv = builtArguments;
  return new Worker(builtFile('src/grading/grading-worker.js'), { workerData, resourceLimits, execArgv });
}

/** `changed` is called when the thread is ready for a chunk, or gone for good with `alive` false. */
export function startGradingThread(
  settings: { readonly options: CaseOptions; readonly explain: boolean },
  changed: (alive: boolean, wasReady: boolean) => void,
): GradingThread {
  const place = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const at = new Int32Array(place);
  at[0] = -1;
  const worker = startWorker({ ...settings, place });
  let ready = false;
  let alive = true;
  let ended: ((end: ChunkEnd) => void) | undefined;
  /** The pair that was seen last, and when it was first seen. */
  let seen = -1;
  let since = 0;

  const end = (how: ChunkEnd): void => {
    const finish = ended;
    ended = undefined;
    finish?.(how);
  };
  const die = (reason: string): void => {
    if (!alive) return;
    alive = false;
    end({ stuckAt: Math.max(0, Atomics.load(at, 0)), reason });
    changed(false, ready);
  };
  worker.on('message', (message: FromWorker) => {
    if (!alive) return;
    if (message === 'ready') ready = true;
    else end({ grades: message });
    changed(true, true);
  });
  worker.on('error', (error) => die(`the grader broke down on it (${error.message})`));
  worker.on('exit', () => die('the grader ended on it'));

  return {
    get isFree() {
      return alive && ready && ended === undefined;
    },
    grade(pairs, whenEnded) {
      ended = whenEnded;
      seen = -1;
      worker.postMessage(pairs);
    },
    check(now, limitMs) {
      if (!alive || ended === undefined) return;
      const current = Atomics.load(at, 0);
      if (current !== seen) {
        seen = current;
        since = now;
      } else if (current >= 0 && now - since >= limitMs) {
        die(`the time limit of ${limitMs} ms ran out`);
        void worker.terminate();
      }
    },
    async close() {
      alive = false;
      await worker.terminate();
    },
  };
}
