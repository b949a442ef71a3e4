// Circuit breaker: when more than half of the last 20 attempts failed for reasons of the server's or the network's,
// no attempt is made for a while; then one goes ahead alone, and its outcome decides. A server that stays down for
// long ends the run, which resumes later.
//
//   closed --over half of 20 failed--> open --pause over--> one probe --good--> closed
//                                        ^---------------------failed, pause doubled

import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { waitMs } from '../backoff.ts';
import { isOutOfFiles, isStaleConnection } from '../network-error.ts';
import { type Call, type Link, observing, type Reply } from './chain.ts';
import type { Pauses } from './pauses.ts';
import { type Waiting, waitAlone } from './stop-latch.ts';

export interface Breaker {
  /** Milliseconds until the next attempt may be made; 0 when it may be made now (and then it counts as the probe). */
  wait(nowMs: number): number;
  good(): void;
  /** The reason is that of a server which stays down. Returns the pause in milliseconds where it begins one, else 0. */
  failed(nowMs: number, reason?: string): number;
  /** The attempt said nothing about the server (it was given up here). */
  unknown(): void;
  /** How long nothing has worked, in milliseconds; 0 while closed. */
  downMs(nowMs: number): number;
  /** What the last failure that began a pause said. */
  readonly reason: string;
}

export interface BreakerPauses {
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

const windowSize = 20;

export function createBreaker({ firstPauseMs = 2_000, maxPauseMs = 60_000 }: BreakerPauses = {}): Breaker {
  let recent: boolean[] = [];
  let pauseMs = 0;
  let openUntil = 0;
  let downSince: number | null = null;
  let probing = false;
  let reason = '';

  const open = (nowMs: number, why: string): number => {
    pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(maxPauseMs, pauseMs * 2);
    openUntil = nowMs + pauseMs;
    probing = false;
    recent = [];
    downSince ??= nowMs;
    reason = why;
    return pauseMs;
  };
  return {
    wait(nowMs) {
      if (downSince === null) return 0;
      if (nowMs < openUntil) return openUntil - nowMs;
      if (probing) return Math.max(50, pauseMs / 10);
      probing = true;
      return 0;
    },
    good() {
      recent.push(true);
      if (recent.length > windowSize) recent.shift();
      pauseMs = 0;
      downSince = null;
      probing = false;
    },
    failed(nowMs, why = '') {
      // Calls sent before it opened may still fail; only the probe's failure prolongs the pause.
      if (downSince !== null) return probing ? open(nowMs, why) : 0;
      recent.push(false);
      if (recent.length > windowSize) recent.shift();
      const failures = recent.filter((worked) => !worked).length;
      return recent.length === windowSize && failures * 2 > windowSize ? open(nowMs, why) : 0;
    },
    unknown() {
      probing = false;
    },
    downMs: (nowMs) => (downSince === null ? 0 : nowMs - downSince),
    get reason() {
      return reason;
    },
  };
}

/**
 * Waits until the server may be asked: pauses that it asked for, and those of the breaker.
 * @param maxDownMs a server that is down for longer ends the run (LB_ENDPOINT_DOWN)
 */
export function waitForServer(
  breaker: Breaker,
  pauses: Pauses,
  maxDownMs: number,
  during: Waiting = waitAlone,
): Link<Reply> {
  const leftMs = (): number => {
    const now = performance.now();
    const downMs = breaker.downMs(now);
    if (downMs > maxDownMs) {
      const minutes = Math.round(downMs / 60_000);
      const why = breaker.reason === '' ? '' : `, the last call with: ${breaker.reason}`;
      const message = `the endpoint has been down for ${minutes} minutes${why}; run the command again to resume`;
      throw new LateBenchError('LB_ENDPOINT_DOWN', message);
    }
    const left = pauses.leftMs(now);
    return left > 0 ? left : breaker.wait(now);
  };
  const waited = async (call: Call): Promise<void> => {
    for (let wait = leftMs(); wait > 0; wait = leftMs()) {
      const ms = wait;
      await during(call.waiting, (signal) => waitMs(ms, signal));
    }
  };
  return observing<Reply>({
    begin(call) {
      const now = performance.now();
      return breaker.downMs(now) === 0 && pauses.leftMs(now) <= 0 ? undefined : waited(call);
    },
  });
}

/** An attempt that was let through may have been the probe, and may not have been sent. */
export function noteUnsent(breaker: Breaker): Link<Reply> {
  return observing<Reply>({
    failed({ sent }) {
      if (!sent) breaker.unknown();
    },
  });
}

/** What a failed attempt says about the server. */
function verdict(error: unknown, { fresh }: Call): 'good' | 'failed' | 'unknown' {
  if (!isLateBenchError(error) || error.code === 'LB_ABORTED' || isOutOfFiles(error)) return 'unknown';
  // A connection that was kept open had died unseen.
  if (isStaleConnection(error) && !fresh) return 'unknown';
  const { code } = error;
  const down =
    code === 'LB_ENDPOINT_SERVER' || code === 'LB_ENDPOINT_NETWORK' || code === 'LB_ENDPOINT_TIMEOUT';
  return down ? 'failed' : 'good';
}

export interface BreakerListener {
  /** False while failures are judged elsewhere. */
  readonly counts?: () => boolean;
  /** Told when no call is made for a while, with the failure that decided and the milliseconds. */
  readonly onOpen?: (error: LateBenchError, waitMs: number) => void;
}

/** Tells the breaker what became of each attempt. */
export function tellBreaker(breaker: Breaker, { counts, onOpen }: BreakerListener = {}): Link<Reply> {
  return observing<Reply>({
    begin(call) {
      call.sent = true;
    },
    ended(_, obtained) {
      breaker.good();
      return obtained;
    },
    failed(call, error) {
      const outcome = verdict(error, call);
      if (outcome !== 'failed') breaker[outcome]();
      else if (isLateBenchError(error) && counts?.() !== false) {
        const pauseMs = breaker.failed(performance.now(), error.message);
        if (pauseMs > 0) onOpen?.(error, pauseMs);
      }
    },
  });
}
