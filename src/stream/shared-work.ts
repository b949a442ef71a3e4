// Joins equal work of one process that is asked for at the same time: the first one's work serves them all. Work whose
// first caller gave up is started again by a caller that still waits.
import { isLateBenchError } from '../errors.ts';

export interface SharedWork<T> {
  /** `ofOther`: what this caller gets where it has joined the work of another, which cost it nothing. */
  join(key: string, signal: AbortSignal, work: () => Promise<T>, ofOther?: (value: T) => T): Promise<T>;
  /** Resolves when all work of this moment has ended, well or not. */
  settled(): Promise<unknown>;
}

/**
 * Emptied when it has ended: a Map of V8 that is written and deleted from all the time leaves tables behind, and each
 * keeps alive what it held until the next full collection.
 */
interface Running<T> {
  work: Promise<T> | null;
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();
  return {
    async join(key, signal, work, ofOther = (value) => value) {
      for (let other = running.get(key)?.work; other != null; other = running.get(key)?.work) {
        try {
          return ofOther(await other);
        } catch (error) {
          if (signal.aborted || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
        }
      }
      const own: Running<T> = { work: work() };
      running.set(key, own);
      try {
        return await own.work!;
      } finally {
        own.work = null;
        running.delete(key);
      }
    },
    settled: () => Promise.allSettled([...running.values()].map(({ work }) => work)),
  };
}
