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

export function createInFlight<T>(): InFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    async join(key, signal, work) {
      for (let other = running.get(key); other !== undefined; other = running.get(key)) {
        try {
          return { value: await other, joined: true };
        } catch (error) {
          if (signal.aborted || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
        }
      }
      const own = work();
      running.set(key, own);
      try {
        return { value: await own, joined: false };
      } finally {
        running.delete(key);
      }
    },
    settled: () => Promise.allSettled(running.values()),
  };
}
