// A request that the server refuses (400, 422) fails its record only. When most of them are refused, it is not the
// records: the run stops before all of them are spent.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { Link, Reply } from './chain.ts';

export interface BadRequestGuard {
  /** Counts a call that ended; true when the run should stop. */
  ended(refused: boolean): boolean;
}

const fewest = 20;

export function createBadRequestGuard(): BadRequestGuard {
  let calls = 0;
  let badRequests = 0;
  return {
    ended(refused) {
      calls += 1;
      if (refused) badRequests += 1;
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
        const message = `the endpoint refuses most calls, the last with: ${error.message}`;
        throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
      }
      throw error;
    }
  };
}
