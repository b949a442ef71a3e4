// Requests and tokens a minute, by Bottleneck: it decides when a call may start, never how many are in flight.
// Bottleneck costs about 2.5 ms a job, one after another, so it is not there at all when no rate is set, and at high
// rates one job hands out several turns at once.
import { createRequire } from 'node:module';
import type BottleneckLimiter from 'bottleneck';
import { LateBenchError } from '../../errors.ts';
import { aborted } from '../semaphore.ts';
import type { Link, Reply } from './chain.ts';
import { type Waiting, waitAlone } from './stop-latch.ts';

export interface RateLimit {
  /** Resolves when a call of this many units (one request, or its tokens) may start. */
  turn(units: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export const unlimited: RateLimit = { turn: async () => {}, close: async () => {} };

/** Waits for work, and no longer than until the signal, which is an error then. */
async function orAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw aborted(signal);
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => reject(aborted(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** A job every 25 ms at most: a tenth of that is what Bottleneck itself costs. */
const shortestMs = 25;

export function perMinute(max: number, what: string): RateLimit {
  if (!(max > 0)) throw new LateBenchError('LB_CONFIG', `${what} ${max}: give a number above 0`);
  const Bottleneck = createRequire(import.meta.url)('bottleneck') as typeof BottleneckLimiter;
  const unitMs = 60_000 / max;
  const batch = Math.max(1, Math.ceil(shortestMs / unitMs));
  const limiter = new Bottleneck({ minTime: batch * unitMs });
  let left = 0;
  // Callers get their turns one after another, in the order in which they came.
  let queue: Promise<void> = Promise.resolve();

  const take = async (units: number, signal: AbortSignal): Promise<void> => {
    // A call larger than a batch waits for as many as it takes.
    while (left < units && !signal.aborted) {
      // Who gives up does not wait for the turn; it is there for the next one.
      await orAbort(
        limiter
          .schedule(async () => {})
          .then(() => {
            left += batch;
          }),
        signal,
      );
    }
    if (signal.aborted) throw aborted(signal);
    left -= units;
  };
  return {
    turn(units, signal) {
      const turn = queue.then(() => take(units, signal));
      queue = turn.catch(() => {});
      return orAbort(turn, signal);
    },
    close: async () => {
      // Also the timer of a turn that nobody waits for any more.
      await limiter.stop({ dropWaitingJobs: true }).catch(() => {});
      await limiter.disconnect();
    },
  };
}

/** Undefined where neither has a limit. */
export function rate(
  requests: RateLimit,
  tokens: RateLimit,
  during: Waiting = waitAlone,
): Link<Reply> | undefined {
  if (requests === unlimited && tokens === unlimited) return undefined;
  return async (call, next) => {
    await during(call.waiting, async (signal) => {
      if (requests !== unlimited) await requests.turn(1, signal);
      if (tokens !== unlimited) await tokens.turn(call.tokens, signal);
    });
    return next(call);
  };
}
