// How calls end with their run. A call that is not on the wire costs nothing yet and ends at once; one that is on the wire
// has been paid for, and is given the time that its endpoint's calls have taken so far.

import { setMaxListeners } from 'node:events';

/** The calls of one endpoint. */
export interface CallsOnWire {
  began(): void;
  /** `tookMs`: of an attempt that succeeded, null for another. */
  ended(tookMs: number | null): void;
}

export interface Drain {
  /** Aborted when the run is to end: no call goes on the wire any more. */
  readonly stopping: AbortSignal;
  /** Calls on the wire. */
  readonly calls: number;
  /** How long they are worth waiting for, in milliseconds. */
  readonly patienceMs: number;
  /** For one more endpoint. */
  endpoint(): CallsOnWire;
}

/** Of an endpoint that has not answered yet. */
const shortestMs = 1_000;
const longestMs = 10 * 60_000;
/** Times the longest attempt so far. */
const allowance = 1.5;

interface Endpoint {
  calls: number;
  slowestMs: number;
}

export function createDrain(stopping: AbortSignal): Drain {
  const endpoints: Endpoint[] = [];
  return {
    stopping,
    get calls() {
      return endpoints.reduce((sum, { calls }) => sum + calls, 0);
    },
    get patienceMs() {
      const waitedFor = endpoints.filter(({ calls }) => calls > 0);
      const slowestMs = Math.max(0, ...waitedFor.map((endpoint) => endpoint.slowestMs));
      return Math.min(longestMs, Math.max(shortestMs, allowance * slowestMs));
    },
    endpoint() {
      const own: Endpoint = { calls: 0, slowestMs: 0 };
      endpoints.push(own);
      return {
        began() {
          own.calls += 1;
        },
        ended(tookMs) {
          own.calls -= 1;
          own.slowestMs = Math.max(own.slowestMs, tookMs ?? 0);
        },
      };
    },
  };
}

/**
 * The signal that ends a call's waits: aborted with the call's own, and when the run is to end. One is made for each signal
 * of callers, not for each call.
 */
export function endOfWaits(stopping: AbortSignal | undefined): (signal: AbortSignal) => AbortSignal {
  if (stopping === undefined) return (signal) => signal;
  const known = new WeakMap<AbortSignal, AbortSignal>();
  return (signal) => {
    const made = known.get(signal);
    if (made !== undefined) return made;
    const waiting = AbortSignal.any([signal, stopping]);
    // Every call in flight listens.
    setMaxListeners(0, waiting);
    known.set(signal, waiting);
    return waiting;
  };
}
