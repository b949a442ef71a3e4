// How often the provider of batches is asked again. One that has never answered is tried a few times: its address may be
// wrong, and somebody is there to read that. One that has answered is waited for while its batches are: they take a day,
// nobody watches them, and asking costs nothing.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { backoffMs, waitMs } from '../backoff.ts';
import { maxPauseMs } from '../chain/pauses.ts';
import { windowMs } from './batch-states.ts';

export interface Outages {
  /**
   * `work` is told which try it is, from 1. What has been tried often enough is tried by nobody else again.
   *
   * @throws what `work` throws, once another try is of no use or there were enough
   */
  tried<T>(work: (tries: number) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Until then a provider that has answered is waited for; in milliseconds of `performance.now()`. */
  until: number;
}

const backoff = { firstMs: 1000, maxMs: 30_000 };
const maxTries = 6;
/** Between tries beyond those. */
const laterMs = 60_000;

/** Milliseconds that the provider asks for. */
function askedOf({ cause }: LateBenchError): number | null {
  return (cause as { readonly askedMs?: number | null } | undefined)?.askedMs ?? null;
}

/** `shown`: a text as it may be shown. */
export function createOutages(say: (line: string) => void, shown: (text: string) => string): Outages {
  let hasAnswered = false;
  const outages: Outages = {
    until: 0,
    async tried(work, signal) {
      const begunMs = performance.now();
      for (let tries = 1; ; tries += 1) {
        try {
          const result = await work(tries);
          hasAnswered = true;
          if (tries > maxTries) say('the provider of the batches answers again');
          return result;
        } catch (error) {
          if (!isLateBenchError(error) || error.retry === 'never' || signal.aborted) throw error;
          const askedMs = askedOf(error) ?? 0;
          const isFew = tries < maxTries && askedMs <= maxPauseMs;
          const leftMs = Math.min(outages.until, begunMs + windowMs) - performance.now();
          if (!isFew && (!hasAnswered || leftMs <= askedMs)) {
            const pause = askedMs === 0 ? '' : `; it asks to wait for ${Math.ceil(askedMs / 1000)} s`;
            const message = `${error.message}${pause}; run the command again to resume`;
            throw new LateBenchError(error.code, message, { cause: error });
          }
          const wait = Math.max(askedMs, isFew ? backoffMs(tries, backoff) : Math.min(laterMs, leftMs));
          const often = isFew || askedMs > laterMs ? '' : ', then every minute until it answers';
          if (tries <= maxTries)
            say(shown(`${error.message}; trying again in ${Math.ceil(wait / 1000)} s${often}`));
          await waitMs(wait, signal);
        }
      }
    },
  };
  return outages;
}
