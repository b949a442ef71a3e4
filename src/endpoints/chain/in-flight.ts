// Joins equal calls of one process that are made at the same time: the first one's work serves them all. Work whose
// first caller gave up is started again by a caller that still waits.
import { isLateBenchError } from '../../errors.ts';
import type { Link, Reply } from './chain.ts';

export interface InFlight {
  readonly join: Link<Reply>;
  /** Resolves when what is in flight now has ended, well or not. */
  settled(): Promise<unknown>;
}

/**
 * Emptied when it has ended: a Map of V8 that is written and deleted from all the time leaves tables behind, and each
 * keeps alive what it held until the next full collection.
 */
interface Flight {
  work: Promise<Reply> | null;
}

export function createInFlight(): InFlight {
  const running = new Map<string, Flight>();
  return {
    async join(call, next) {
      const { key, signal } = call;
      for (let other = running.get(key)?.work; other != null; other = running.get(key)?.work) {
        try {
          return { reply: (await other).reply, from: 'shared', usd: 0 };
        } catch (error) {
          if (signal.aborted || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
        }
      }
      const own: Flight = { work: next(call) };
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
