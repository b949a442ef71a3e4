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
  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    const begun = work();
    const own: Running<T> = { work: begun };
    running.set(key, own);
    const end = (): void => {
      own.work = null;
      running.delete(key);
    };
    begun.then(end, end);
    return begun;
  };
  const workOf = (key: string): Promise<T> | null => running.get(key)?.work ?? null;
  const joined: SharedWork<T>['join'] = async (key, signal, work, ofOther = (value) => value) => {
    for (let other = workOf(key); other !== null; other = workOf(key)) {
      try {
        return ofOther(await other);
      } catch (error) {
        if (signal.aborted || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
      }
    }
    return begin(key, work);
  };
  return {
    // Whoever joins nobody waits for its own work alone.
    join: (key, signal, work, ofOther) =>
      workOf(key) === null ? begin(key, work) : joined(key, signal, work, ofOther),
    settled: () => Promise.allSettled([...running.values()].map(({ work }) => work)),
  };
}
