// Adaptive concurrency: additive increase, multiplicative decrease (Chiu and Jain, 1989), under a ceiling. Starts at
// the ceiling, because that is what was asked for; a server that cannot take it says so.
//
//   ceiling 8: 8 --429--> 4 --4 good calls--> 5 --5 good calls--> 6 …
//
// One episode halves once: the calls that were in flight when the limit fell were sent under the old one, and
// what they meet says nothing about the new one.

import { isLateBenchError } from '../../errors.ts';
import { createSemaphore } from '../semaphore.ts';
import { type Call, type Link, observing, type Reply } from './chain.ts';

export interface AdaptiveConcurrency {
  /** Calls that may be in flight now; a whole number from 1 to the ceiling. */
  readonly limit: number;
  /** Told of a call that began before the outcome it is told of; returns the mark to give back with the outcome. */
  begin(): number;
  good(mark: number): void;
  /** The server was overloaded. True when this lowered the limit. */
  overloaded(mark: number): boolean;
}

export function createAdaptiveConcurrency(ceiling: number): AdaptiveConcurrency {
  let limit = ceiling;
  let goodCalls = 0;
  let begun = 0;
  let episodeEnd = 0;
  return {
    get limit() {
      return Math.max(1, Math.floor(limit));
    },
    begin() {
      begun += 1;
      return begun;
    },
    good(mark) {
      if (mark <= episodeEnd || limit >= ceiling) return;
      goodCalls += 1;
      if (goodCalls >= Math.floor(limit)) {
        limit = Math.min(ceiling, Math.floor(limit) + 1);
        goodCalls = 0;
      }
    },
    overloaded(mark) {
      if (mark <= episodeEnd) return false;
      limit = Math.max(1, Math.floor(limit / 2));
      goodCalls = 0;
      episodeEnd = begun;
      return true;
    },
  };
}

/** Holds a place for each call, retries included. */
export function inFlightLimit(concurrency: AdaptiveConcurrency): Link<Reply> {
  const places = createSemaphore(() => concurrency.limit);
  const waitForPlace = async (call: Call): Promise<void> => {
    call.leave = await places.acquire(call.waiting);
  };
  const leave = (call: Call): void => {
    call.leave!();
    call.leave = null;
  };
  return observing<Reply>({
    begin(call) {
      const free = places.tryAcquire();
      if (free === undefined) return waitForPlace(call);
      call.leave = free;
    },
    ended(call, obtained) {
      leave(call);
      return obtained;
    },
    failed: leave,
  });
}

/** Adapts the limit to what each attempt meets. */
export function adaptConcurrency(
  concurrency: AdaptiveConcurrency,
  onLower: (limit: number) => void,
): Link<Reply> {
  return observing<Reply>({
    begin(call) {
      call.paceMark = concurrency.begin();
    },
    ended({ paceMark }, obtained) {
      concurrency.good(paceMark);
      return obtained;
    },
    failed({ paceMark }, error) {
      const overloaded = isLateBenchError(error) && error.retry === 'rate-limit';
      if (overloaded && concurrency.overloaded(paceMark)) onLower(concurrency.limit);
    },
  });
}
