// Joins equal calls of one process that are made at the same time: the first one's work serves them all. Work that
// was given up by the one who began it is begun again by whoever still waits. Costs no signal of its own a call.
import { isLateBenchError } from '../errors.ts';

export interface InFlight<T> {
  /** `joined`: somebody else's work, which cost this caller nothing. */
  join(
    key: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly joined: boolean }>;
  /** Resolves when what is in flight now has ended, well or not. */
  settled(): Promise<unknown>;
}

/**
 * Emptied when it has ended: a Map of V8 that is written and deleted from all the time leaves tables behind, and each
 * keeps alive what it held until the next full collection.
 */
interface Flight<T> {
  work: Promise<T> | null;
}

export function createInFlight<T>(): InFlight<T> {
  const running = new Map<string, Flight<T>>();
  return {
    async join(key, signal, work) {
      for (let other = running.get(key)?.work; other != null; other = running.get(key)?.work) {
        try {
          return { value: await other, joined: true };
        } catch (error) {
          if (signal.aborted || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
        }
      }
      const own: Flight<T> = { work: work() };
      running.set(key, own);
      try {
        return { value: await own.work!, joined: false };
      } finally {
        own.work = null;
        running.delete(key);
      }
    },
    settled: () => Promise.allSettled([...running.values()].map(({ work }) => work)),
  };
}
