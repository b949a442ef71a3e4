// The chat-completions client: the only layer that retries. A call waits for a place (semaphore) and its turn
// (rate), is sent, and is sent again with jitter while that can help; a 429 pauses every call of this client.
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { type Backoff, backoffMs, waitMs } from './backoff.ts';
import type { ChatEndpoint, ChatOptions, ChatReply, ChatRequest } from './chat.ts';
import type { Ledger } from './ledger.ts';
import { perMinute, unlimited } from './rate.ts';
import { publicUrl, withoutSecrets } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';
import { createSemaphore } from './semaphore.ts';
import { createTransport } from './transport.ts';
import { readReply } from './wire-reply.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Stable name for keys and manifests; the base URL when absent. A simulation on a random port must name itself. */
  readonly name?: string | undefined;
  readonly concurrency: number;
  readonly rpm?: number | undefined;
  /** Times a failed call is sent again; waiting because a server said so does not count. */
  readonly maxRetries?: number | undefined;
  readonly backoff?: Backoff | undefined;
  readonly headersTimeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly ledger: Ledger;
}

const defaults = {
  maxRetries: 6,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  headersTimeoutMs: 10 * 60_000,
  idleTimeoutMs: 2 * 60_000,
  deadlineMs: 30 * 60_000,
} as const;

/** The longest a server can make us wait by `Retry-After` before the call counts as failed. */
const longestWaitMs = 15 * 60_000;
/** How often one call obeys a 429 before it counts as failed. */
const maxRateWaits = 60;

export function createChatEndpoint(options: ClientOptions): ChatEndpoint {
  const { baseUrl, model, apiKey, concurrency, ledger } = options;
  const maxRetries = options.maxRetries ?? defaults.maxRetries;
  const backoff = options.backoff ?? defaults.backoff;
  const transport = createTransport({
    baseUrl,
    connections: concurrency,
    headersTimeoutMs: options.headersTimeoutMs ?? defaults.headersTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaults.idleTimeoutMs,
    deadlineMs: options.deadlineMs ?? defaults.deadlineMs,
  });
  const places = createSemaphore(() => concurrency);
  const rate = options.rpm === undefined ? unlimited : perMinute(options.rpm);
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  let pausedUntil = 0;

  const waitOutPause = async (signal: AbortSignal): Promise<void> => {
    for (let left = pausedUntil - performance.now(); left > 0; left = pausedUntil - performance.now()) {
      await waitMs(left, signal);
    }
  };

  /** One attempt. Returns how long the server asks to wait beside an error that it sent. */
  const attempt = async (
    body: string,
    signal: AbortSignal,
  ): Promise<{ reply: ChatReply } | { error: LateBenchError; waitMs: number | null }> => {
    try {
      const response = await transport.send(
        { method: 'POST', path: '/chat/completions', body },
        headers,
        signal,
      );
      try {
        return { reply: readReply(response.status, response.body.toString('utf8')) };
      } catch (error) {
        if (!isLateBenchError(error)) throw error;
        return { error, waitMs: retryAfterMs(response.headers, Date.now()) };
      }
    } catch (error) {
      if (!isLateBenchError(error) || error.code === 'LB_ABORTED') throw error;
      return { error, waitMs: null };
    }
  };

  const send = async (body: string, signal: AbortSignal): Promise<ChatReply> => {
    const entry = ledger.of(model);
    let retries = 0;
    let rateWaits = 0;
    for (;;) {
      await waitOutPause(signal);
      await rate.turn(signal);
      const outcome = await attempt(body, signal);
      if ('reply' in outcome) {
        entry.calls += 1;
        entry.promptTokens += outcome.reply.promptTokens;
        entry.completionTokens += outcome.reply.completionTokens;
        return outcome.reply;
      }
      const { error, waitMs: asked } = outcome;
      const obeys = error.retry === 'rate-limit' && rateWaits < maxRateWaits && (asked ?? 0) <= longestWaitMs;
      if (!obeys && (error.retry === 'never' || retries >= maxRetries)) {
        entry.failed += 1;
        throw new LateBenchError(error.code, withoutSecrets(error.message, apiKey), { retry: 'never' });
      }
      entry.retries += 1;
      if (obeys) {
        const wait = asked ?? backoffMs(Math.min(rateWaits + 1, 6), backoff);
        rateWaits += 1;
        pausedUntil = Math.max(pausedUntil, performance.now() + wait);
      } else {
        await waitMs(asked ?? backoffMs(retries, backoff), signal);
        retries += 1;
      }
    }
  };

  return {
    name: options.name ?? publicUrl(baseUrl),
    model,
    async chat(request: ChatRequest, { signal }: ChatOptions): Promise<ChatReply> {
      const release = await places.acquire(signal);
      try {
        return await send(JSON.stringify({ model, ...request, stream: false }), signal);
      } finally {
        release();
      }
    },
    async close() {
      await rate.close();
      await transport.close();
    },
  };
}
