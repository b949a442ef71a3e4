// The only link that tries again: a call until it has a reply or has finally failed.
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../../errors.ts';
import { type Backoff, backoffMs, waitMs } from '../backoff.ts';
import type { FirstContact } from '../first-contact/first-contact.ts';
import { isOutOfFiles, isStaleConnection, isUnreachable } from '../network-error.ts';
import { aborted } from '../semaphore.ts';
import { isLoading, isTemporary, mayBeForGood } from '../wire-error.ts';
import type { Breaker } from './breaker.ts';
import type { Call, Link, Reply } from './chain.ts';
import { maxPauseMs, type Pauses } from './pauses.ts';
import { createPoisonRequestDetector } from './poison-request-detector.ts';
import { type Waiting, waitAlone } from './stop-latch.ts';

export interface Retrying {
  /** Times a failed call is sent again; waiting because a server said so does not count. */
  readonly maxRetries: number;
  readonly backoff: Backoff;
  readonly breaker: Breaker;
  readonly pauses: Pauses;
  /** A server that only refuses for longer ends the run (LB_ENDPOINT_STOPPED). */
  readonly maxDownMs: number;
  readonly during?: Waiting;
  /** Decides about failures until one call has worked. */
  readonly contact?: FirstContact | undefined;
  readonly onRetry: (call: Call, error: LateBenchError, waitMs: number) => void;
}

/** How often one call obeys a 429 before it counts as failed. */
const maxRateWaits = 60;
/** A server that asks for less is not believed: of all clients that it tells so, each would be back at once. */
const leastPauseMs = 100;
/** Empty replies are tried again at most this often: each was paid for. */
const maxEmptyRetries = 2;

/**
 * The pause that a server asked for, as it is kept: lengthened by up to a tenth, so that clients do not come back together,
 * and no shorter than half a back-off, which grows with each further refusal.
 */
function keptPauseMs(askedMs: number, refusals: number, { firstMs, maxMs }: Backoff): number {
  const floor = Math.max(leastPauseMs, Math.min(maxMs, firstMs * 2 ** (refusals - 1)) / 2);
  return Math.max(askedMs, floor) * (1 + Math.random() / 10);
}

/** What one call has met so far. */
interface Met {
  retries: number;
  rateWaits: number;
  emptyRetries: number;
  readonly startedMs: number;
  /** When the first attempt failed. */
  failingSinceMs: number | null;
}

export function retry(options: Retrying): Link<Reply> {
  const { maxRetries, backoff, breaker, pauses, maxDownMs, during = waitAlone, contact, onRetry } = options;
  const poison = createPoisonRequestDetector();
  /** Some response has come: a server that cannot be reached was there before. */
  let reached = false;
  /** Since when the server has only refused for its rate; null while it answers. */
  let refusedSince: number | null = null;
  /** When a call last worked. */
  let workedAtMs = Number.NEGATIVE_INFINITY;

  const afterRateLimit = ({ askedMs }: Call, error: LateBenchError, met: Met): number => {
    if (askedMs !== null && askedMs > maxPauseMs) {
      const message = `the endpoint asks to wait for ${Math.round(askedMs / 60_000)} minutes; run the command again then`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    }
    const now = performance.now();
    refusedSince ??= now;
    const refusedMs = now - refusedSince;
    met.rateWaits += 1;
    // Each further call would only be refused too.
    if (refusedMs > maxDownMs || (met.rateWaits > maxRateWaits && workedAtMs < met.startedMs)) {
      const lasted =
        refusedMs < 60_000
          ? `${Math.round(refusedMs / 1000)} s`
          : `${Math.round(refusedMs / 60_000)} minutes`;
      const message = `the endpoint has rejected every call for ${lasted}, the last with: ${error.message}; run the command again to resume`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    }
    if (met.rateWaits > maxRateWaits) throw error;
    const wait =
      askedMs === null
        ? backoffMs(Math.min(met.rateWaits, 6), backoff)
        : keptPauseMs(askedMs, met.rateWaits, backoff);
    pauses.begin(wait);
    return wait;
  };

  const afterFailure = ({ key, askedMs }: Call, error: LateBenchError, met: Met): number => {
    const verdict = mayBeForGood(error) ? poison.note(key, error.message) : 'go-on';
    if (verdict === 'stop-run') {
      const message = `the endpoint fails different calls in the same way: ${error.message}`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    }
    const tooMany = met.retries >= maxRetries || met.emptyRetries > maxEmptyRetries;
    if (error.retry === 'never' || verdict === 'give-up-call' || tooMany) throw error;
    const wait =
      askedMs !== null && askedMs <= maxPauseMs
        ? keptPauseMs(askedMs, met.retries + 1, backoff)
        : backoffMs(met.retries, backoff);
    met.retries += 1;
    return wait;
  };

  /** Of a server that no call has reached yet; null where the usual rules decide. */
  const atFirstContactMs = async (call: Call, error: LateBenchError, met: Met): Promise<number | null> => {
    if (contact?.pending !== true || error.retry === 'never') return null;
    met.failingSinceMs ??= performance.now();
    const mayHaveCost = call.answered && !isTemporary(error);
    const tooMany = mayHaveCost && (met.retries >= maxRetries || met.emptyRetries > maxEmptyRetries);
    const wait = tooMany ? null : contact.nextMs(error, met.retries, met.failingSinceMs);
    if (wait === null) {
      await contact.judge(call, error);
      return null;
    }
    met.retries += 1;
    return wait;
  };

  /** Milliseconds until the next attempt; throws where there is none. */
  const nextAttemptMs = async (call: Call, error: LateBenchError, met: Met): Promise<number> => {
    if (error.retry === 'rate-limit') return afterRateLimit(call, error, met);
    if (isStaleConnection(error) && !call.fresh) {
      call.fresh = true;
      return 0;
    }
    if (isOutOfFiles(error)) return backoffMs(3, backoff);
    if (error.code === 'LB_ENDPOINT_REPLY') met.emptyRetries += 1;
    const soonMs = await atFirstContactMs(call, error, met);
    if (soonMs !== null) return soonMs;
    // Not this call's fault: the breaker decides how long the server is waited for.
    const wasThere = reached || breaker.downMs(performance.now()) > 0;
    if ((isUnreachable(error) && wasThere) || isLoading(error)) return backoffMs(met.retries, backoff);
    return afterFailure(call, error, met);
  };

  return async (call, next) => {
    const startedMs = performance.now();
    const met: Met = { retries: 0, rateWaits: 0, emptyRetries: 0, startedMs, failingSinceMs: null };
    try {
      for (;;) {
        // Also the first: what a place was free for when the run was to end is not begun.
        if (call.waiting.aborted) throw aborted(call.waiting);
        beginAttempt(call);
        try {
          const obtained = await next(call);
          reached = true;
          refusedSince = null;
          workedAtMs = performance.now();
          return obtained;
        } catch (error) {
          reached ||= call.answered;
          // What ends the run, and what the caller gave up, is not tried again.
          if (!call.sent || !isLateBenchError(error) || error.code === 'LB_ABORTED') throw error;
          const wait = await nextAttemptMs(call, error, met);
          onRetry(call, error, Math.round(wait));
          if (wait > 0 && error.retry !== 'rate-limit')
            await during(call.waiting, (signal) => waitMs(wait, signal));
        }
      }
    } catch (error) {
      if (isLateBenchError(error) && error.code.startsWith('LB_ENDPOINT_') && !failsOnlyItsRecord(error))
        contact?.endsRun(call, error);
      throw error;
    } finally {
      poison.forget(call.key);
      contact?.leave(call);
    }
  };
}

function beginAttempt(call: Call): void {
  call.attempt += 1;
  call.sent = false;
  call.reached = false;
  call.answered = false;
  call.billed = null;
  call.interrupted = null;
  call.askedMs = null;
}
