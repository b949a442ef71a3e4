// A request that the server refuses (400, 422) fails its record only. When most of them are refused, or all from the first
// on, it is not the records: the run stops before all of them are spent.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { Link, Reply } from './chain.ts';

export interface BadRequestGuard {
  /** Counts a call that ended; true when the run should stop. */
  ended(refused: boolean): boolean;
}

/** Calls from which on most of them decide. */
const fewest = 20;
/** Refusals that end a run which has had no reply yet. */
const fewestOfAll = 5;

export function createBadRequestGuard(): BadRequestGuard {
  let calls = 0;
  let badRequests = 0;
  return {
    ended(refused) {
      calls += 1;
      if (refused) badRequests += 1;
      if (badRequests === calls) return calls >= fewestOfAll;
      return calls >= fewest && badRequests * 2 > calls;
    },
  };
}

export function guardBadRequests(guard: BadRequestGuard): Link<Reply> {
  return async (call, next) => {
    try {
      const obtained = await next(call);
      guard.ended(false);
      return obtained;
    } catch (error) {
      if (isLateBenchError(error) && error.code === 'LB_ENDPOINT_REQUEST' && guard.ended(true)) {
        const message = `the endpoint refuses its calls, the last with: ${error.message}`;
        throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
      }
      throw error;
    }
  };
}

/** A stored reply shows that the server takes such requests: only what is refused may be left of a run. */
export function noteStored(guard: BadRequestGuard): Link<Reply> {
  return async (call, next) => {
    const obtained = await next(call);
    if (obtained.from !== 'endpoint') guard.ended(false);
    return obtained;
  };
}
