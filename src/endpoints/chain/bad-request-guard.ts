// A request that the server refuses (400, 422) fails its record only. When most of them are refused, or all from the first
// on, it is not the records: the run stops before all of them are spent.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { type Link, observing, type Reply } from './chain.ts';

export interface BadRequestGuard {
  started(): void;
  /** Counts a call that was refused or had its reply; true when the run should stop. What failed otherwise says nothing. */
  ended(how: 'refused' | 'replied' | 'failed'): boolean;
  /** A stored reply: the server takes such requests. */
  found(): void;
}

/** Calls from which on most of them decide. */
const fewest = 20;
/** Refusals that end a run which has had no reply yet, and waits for none. */
const fewestOfAll = 5;

export function createBadRequestGuard(): BadRequestGuard {
  let inFlight = 0;
  let calls = 0;
  let badRequests = 0;
  return {
    started() {
      inFlight += 1;
    },
    ended(how) {
      inFlight -= 1;
      if (how === 'failed') return false;
      calls += 1;
      if (how === 'replied') return false;
      badRequests += 1;
      // Refusals come faster than replies: while a call is in flight, it may be the good one.
      if (badRequests === calls && calls >= fewestOfAll && inFlight === 0) return true;
      return calls >= fewest && badRequests * 2 > calls;
    },
    found() {
      calls += 1;
    },
  };
}

export function guardBadRequests(guard: BadRequestGuard): Link<Reply> {
  return observing<Reply>({
    begin() {
      guard.started();
    },
    ended(_, obtained) {
      guard.ended('replied');
      return obtained;
    },
    failed(_, error) {
      const refused = isLateBenchError(error) && error.code === 'LB_ENDPOINT_REQUEST';
      if (!guard.ended(refused ? 'refused' : 'failed')) return;
      const message = `the endpoint rejects its calls, the last with: ${(error as Error).message}`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    },
  });
}

/** A stored reply shows that the server takes such requests: only what is refused may be left of a run. */
export function noteStored(guard: BadRequestGuard): Link<Reply> {
  return observing<Reply>({
    ended(_, obtained) {
      if (obtained.from !== 'endpoint') guard.found();
      return obtained;
    },
  });
}
