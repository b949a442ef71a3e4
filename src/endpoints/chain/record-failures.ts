// A request that the server refuses (400, 422), or whose replies cannot be read, fails its record only. When most are
// refused, or all from the first on, or many in a row have no reply of use, it is not the records: the run stops before
// all of them are spent.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { type Link, observing, type Reply } from './chain.ts';

/** How a call ended; what failed otherwise says nothing. */
type Ending = 'refused' | 'unreadable' | 'replied' | 'failed';

export interface RecordFailures {
  started(): void;
  /** Counts a call; what the server does when the run should stop, else null. */
  ended(how: Ending): string | null;
  /** A stored reply: the server takes such requests. */
  found(): void;
}

/** Calls from which on most of them decide. */
const fewest = 20;
/** Refusals that end a run which has had no reply yet, and waits for none. */
const fewestOfAll = 5;
/** Calls in a row without a reply that can be read. Each was asked, and is paid for, several times. */
const maxUnreadable = 10;

export function createRecordFailures(): RecordFailures {
  let inFlight = 0;
  let calls = 0;
  let badRequests = 0;
  let unreadable = 0;
  return {
    started() {
      inFlight += 1;
    },
    ended(how) {
      inFlight -= 1;
      if (how === 'failed') return null;
      unreadable = how === 'unreadable' ? unreadable + 1 : 0;
      if (how === 'unreadable') {
        return unreadable < maxUnreadable
          ? null
          : `has answered ${unreadable} calls in a row with nothing that can be read`;
      }
      calls += 1;
      if (how === 'replied') return null;
      badRequests += 1;
      // Refusals come faster than replies: while a call is in flight, it may be the good one.
      const isAll = badRequests === calls && calls >= fewestOfAll && inFlight === 0;
      return isAll || (calls >= fewest && badRequests * 2 > calls) ? 'rejects its calls' : null;
    },
    found() {
      calls += 1;
      unreadable = 0;
    },
  };
}

function endingOf(error: unknown): Ending {
  const code = isLateBenchError(error) ? error.code : undefined;
  if (code === 'LB_ENDPOINT_REQUEST') return 'refused';
  return code === 'LB_ENDPOINT_REPLY' ? 'unreadable' : 'failed';
}

export function endFailingRun(failures: RecordFailures): Link<Reply> {
  return observing<Reply>({
    begin() {
      failures.started();
    },
    ended(_, obtained) {
      failures.ended('replied');
      return obtained;
    },
    failed(_, error) {
      const does = failures.ended(endingOf(error));
      if (does === null) return;
      const message = `the endpoint ${does}, the last with: ${(error as Error).message}`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    },
  });
}

/** A stored reply shows that the server takes such requests: only what is refused may be left of a run. */
export function noteStored(failures: RecordFailures): Link<Reply> {
  return observing<Reply>({
    ended(_, obtained) {
      if (obtained.from !== 'endpoint') failures.found();
      return obtained;
    },
  });
}
