// Sends one call until it has a good reply or has finally failed: the only place that retries. Every body that comes
// back goes through `keep` (the journal) before it is read, so that a reply that was paid for is never lost.
import { type ErrorCode, isLateBenchError, LateBenchError } from '../errors.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import { type Backoff, backoffMs, waitMs } from './backoff.ts';
import type { Breaker } from './breaker.ts';
import type { ChatReply } from './chat.ts';
import type { Dialect } from './dialect.ts';
import type { PoisonRequestDetector } from './poison-request-detector.ts';
import { type RateLimit, unlimited } from './rate.ts';
import { exhaustedMs } from './rate-headers.ts';
import type { RawResponse } from './response-handler.ts';
import { retryAfterMs } from '../stream/retry-after.ts';
import type { SharedPause } from './shared-limits.ts';
import { isOutOfFiles, isStaleConnection, isUnreachable, type Transport } from './transport.ts';
import { mayBeForGood } from './wire-error.ts';

export interface SenderOptions {
  readonly transport: Transport;
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: AdaptiveConcurrency;
  readonly breaker: Breaker;
  readonly failures: PoisonRequestDetector;
  readonly requestRate: RateLimit;
  readonly tokenRate: RateLimit;
  /** Kept together with other machines. */
  readonly sharedPause?: SharedPause | undefined;
  readonly maxRetries: number;
  readonly backoff: Backoff;
  /** A server that is down for longer than this ends the run. */
  readonly maxDownMs: number;
  readonly onRetry: (key: string, code: ErrorCode, attempt: number, waitMs: number) => void;
  readonly onConcurrencyChange: (limit: number, reason: string) => void;
}

export interface Outgoing {
  readonly key: string;
  readonly body: string;
  /** Alternatives asked for. */
  readonly topLogprobs: number | undefined;
  /** Tokens this call may take, for the token rate. */
  readonly tokens: number;
  readonly signal: AbortSignal;
  /** Throws where the run has ended in the meantime. */
  readonly mayCall: () => void;
  /** Makes a reply durable before it is read. */
  readonly keep?: ((attempt: number, startedAt: Date, response: RawResponse) => Promise<void>) | undefined;
}

type Outcome =
  | { readonly reply: ChatReply }
  | { readonly error: LateBenchError; readonly askedMs: number | null };

/** The longest a server can make us wait by `Retry-After`; one that asks for more ends the run. */
const maxWaitMs = 15 * 60_000;
/** How often one call obeys a 429 before it counts as failed. */
const maxRateWaits = 60;
/** Empty replies are tried again at most this often: each was paid for. */
const maxEmptyRetries = 2;

export function createSender(options: SenderOptions): { send(call: Outgoing): Promise<ChatReply> } {
  const { transport, dialect, headers, pace, breaker, failures, maxRetries, backoff } = options;
  let pausedUntil = 0;
  /** Some reply has come: a server that cannot be reached was there before. */
  let reached = false;

  const pause = (milliseconds: number): void => {
    pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    if (milliseconds > 0) options.sharedPause?.begin(milliseconds);
  };
  /** Milliseconds until the server may be asked again; 0 when it may be asked now. */
  const quietMs = (): number => {
    const now = performance.now();
    if (breaker.downMs(now) > options.maxDownMs) {
      const minutes = Math.round(breaker.downMs(now) / 60_000);
      throw new LateBenchError(
        'LB_ENDPOINT_DOWN',
        `the endpoint has been down for ${minutes} minutes; run the same again to resume`,
      );
    }
    const left = Math.max(pausedUntil - now, options.sharedPause?.leftMs() ?? 0);
    return left > 0 ? left : breaker.wait(now);
  };
  const hasRate = options.requestRate !== unlimited || options.tokenRate !== unlimited;
  const waitForTurn = async ({ tokens, signal }: Outgoing): Promise<void> => {
    if (options.requestRate !== unlimited) await options.requestRate.turn(1, signal);
    if (options.tokenRate !== unlimited) await options.tokenRate.turn(tokens, signal);
  };

  const attempt = async (call: Outgoing, number: number, fresh: boolean): Promise<Outcome> => {
    const startedAt = new Date();
    let response: RawResponse;
    try {
      response = await transport.send(
        { method: 'POST', path: dialect.path, body: call.body, fresh },
        headers,
        call.signal,
      );
    } catch (error) {
      if (!isLateBenchError(error) || error.code === 'LB_ABORTED') {
        breaker.unknown();
        throw error;
      }
      return { error, askedMs: null };
    }
    reached = true;
    if (call.keep !== undefined) await call.keep(number, startedAt, response);
    try {
      const reply = dialect.read(response.status, response.body, call.topLogprobs);
      const wait = exhaustedMs(response.headers);
      if (wait > 0) pause(Math.min(wait, maxWaitMs));
      return { reply };
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      return { error, askedMs: retryAfterMs(response.headers, Date.now()) };
    }
  };

  /** Tells pace and breaker what an attempt said about the server; nothing, where its connection had died unseen. */
  const learn = (mark: number, outcome: Outcome, fresh: boolean): void => {
    if ('reply' in outcome) {
      pace.good(mark);
      breaker.good();
      return;
    }
    const { error } = outcome;
    const trouble =
      error.code === 'LB_ENDPOINT_SERVER' ||
      error.code === 'LB_ENDPOINT_NETWORK' ||
      error.code === 'LB_ENDPOINT_TIMEOUT';
    if (error.retry === 'rate-limit') {
      if (pace.overloaded(mark)) options.onConcurrencyChange(pace.limit, 'rate-limit');
    }
    if (isOutOfFiles(error) || (isStaleConnection(error) && !fresh)) breaker.unknown();
    else if (trouble) breaker.failed(performance.now());
    else breaker.good();
  };

  async function send(call: Outgoing): Promise<ChatReply> {
    let retries = 0;
    let rateWaits = 0;
    let emptyRetries = 0;
    let fresh = false;
    for (let number = 1; ; number += 1) {
      for (let wait = quietMs(); wait > 0; wait = quietMs()) await waitMs(wait, call.signal);
      if (hasRate) await waitForTurn(call);
      try {
        call.mayCall();
      } catch (error) {
        breaker.unknown();
        throw error;
      }
      const mark = pace.begin();
      const outcome = await attempt(call, number, fresh);
      learn(mark, outcome, fresh);
      if ('reply' in outcome) return outcome.reply;
      const { error, askedMs } = outcome;
      let wait: number;
      if (error.retry === 'rate-limit') {
        if (askedMs !== null && askedMs > maxWaitMs) {
          const message = `the endpoint asks to wait for ${Math.round(askedMs / 60_000)} minutes; run the same again then`;
          throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
        }
        rateWaits += 1;
        if (rateWaits > maxRateWaits) throw error;
        wait = askedMs ?? backoffMs(Math.min(rateWaits, 6), backoff);
        pause(wait);
      } else if (isStaleConnection(error) && !fresh) {
        fresh = true;
        wait = 0;
      } else if (isOutOfFiles(error)) {
        wait = backoffMs(3, backoff);
      } else if (isUnreachable(error) && (reached || breaker.downMs(performance.now()) > 0)) {
        // It is not this call's fault: the breaker says how long the server is waited for.
        wait = backoffMs(retries, backoff);
      } else {
        const verdict = mayBeForGood(error) ? failures.note(call.key, error.message) : 'go-on';
        if (verdict === 'stop-run') {
          throw new LateBenchError(
            'LB_ENDPOINT_STOPPED',
            `the endpoint fails different calls in the same way: ${error.message}`,
          );
        }
        if (error.code === 'LB_ENDPOINT_REPLY') emptyRetries += 1;
        const tooMany = retries >= maxRetries || emptyRetries > maxEmptyRetries;
        if (error.retry === 'never' || verdict === 'give-up-call' || tooMany) throw error;
        wait = askedMs !== null && askedMs <= maxWaitMs ? askedMs : backoffMs(retries, backoff);
        retries += 1;
      }
      options.onRetry(call.key, error.code, number, Math.round(wait));
      if (wait > 0 && error.retry !== 'rate-limit') await waitMs(wait, call.signal);
    }
  }
  return {
    async send(call) {
      try {
        return await send(call);
      } finally {
        failures.forget(call.key);
      }
    },
  };
}
