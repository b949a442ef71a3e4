// The chat-completions client. A call is first looked for where it may already have been paid for: in flight in this
// process, in the run's journal, in the cache. Only then is it sent, and its reply is durable before it is read.
import { type ErrorCode, isLateBenchError, LateBenchError } from '../errors.ts';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';
import { createBadRequestGuard } from './bad-request-guard.ts';
import { createBreaker } from './breaker.ts';
import type { ChatEndpoint, ChatOptions, ChatReply, ChatRequest } from './chat.ts';
import { clientDefaults as defaults } from './client-defaults.ts';
import type { ClientOptions } from './client-options.ts';
import { chatDialect } from './dialect.ts';
import { type EndpointEvent, publish } from './events.ts';
import { maxConnections } from './file-limit.ts';
import { createInFlight } from './in-flight.ts';
import { createPoisonRequestDetector } from './poison-request-detector.ts';
import { perMinute, unlimited } from './rate.ts';
import { publicUrl, withoutSecrets } from './redact.ts';
import { checkReply } from './reply-check.ts';
import { requestKey } from './request-key.ts';
import { createSemaphore } from './semaphore.ts';
import { createSender } from './sender.ts';
import { createStopLatch } from './stop-latch.ts';
import type { StoredReply } from './stores.ts';
import { createTransport } from './transport.ts';
import { isDegenerate } from './wire-logprobs.ts';

export type { ClientOptions } from './client-options.ts';

type Source = 'endpoint' | 'journal' | 'cache' | 'shared';
interface Obtained {
  readonly reply: ChatReply;
  readonly from: Source;
  readonly usd: number | null;
}

/** Degenerate replies in a row that end the run: they are paid for and useless. */
const maxDegenerate = 5;

export function createChatEndpoint(options: ClientOptions): ChatEndpoint {
  const { baseUrl, model, apiKey, concurrency, counters, replyStore, reserve, offline = false } = options;
  const { dialect = chatDialect } = options;
  const role = options.role ?? 'chat';
  const name = options.name ?? publicUrl(baseUrl);
  const transport = createTransport({
    baseUrl,
    connections: Math.min(concurrency, maxConnections()),
    headersTimeoutMs: options.headersTimeoutMs ?? defaults.headersTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaults.idleTimeoutMs,
    deadlineMs: options.deadlineMs ?? defaults.deadlineMs,
  });
  const pace = createAdaptiveConcurrency(concurrency);
  const places = createSemaphore(() => pace.limit);
  const ownRequestRate = options.rpm === undefined ? unlimited : perMinute(options.rpm, '--rpm');
  const requestRate = options.shared?.requestRates?.[role] ?? ownRequestRate;
  const ownTokenRate = options.tpm === undefined ? unlimited : perMinute(options.tpm, '--tpm');
  const tokenRate = options.shared?.tokenRate ?? ownTokenRate;
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  const entry = counters.of(model);
  const sender = createSender({
    transport,
    dialect,
    headers,
    pace,
    breaker: createBreaker(options.breaker),
    failures: createPoisonRequestDetector(),
    requestRate,
    tokenRate,
    sharedPause: options.shared?.pause,
    maxRetries: options.maxRetries ?? defaults.maxRetries,
    backoff: options.backoff ?? defaults.backoff,
    maxDownMs: options.maxDownMs ?? defaults.maxDownMs,
    onRetry: (key, code, attempt, wait_ms) => {
      entry.retries += 1;
      publish(() => ({ type: 'retry', role, model, key, code, attempt, wait_ms }));
    },
    onConcurrencyChange: (limit, reason) => publish(() => ({ type: 'pace', role, limit, reason })),
  });
  const badRequests = createBadRequestGuard();
  const inFlight = createInFlight<Obtained>();
  let degenerateInARow = 0;
  const end = createStopLatch(replyStore);

  /** The reply, flagged where its logprobs say nothing; throws where it is not what was asked for. */
  const judged = (request: ChatRequest, reply: ChatReply): ChatReply => {
    const wrong = checkReply(model, request, reply);
    if (wrong !== null) throw wrong;
    const degenerate = request.logprobs === true && isDegenerate(reply.logprobs, request);
    return degenerate ? { ...reply, degenerate } : reply;
  };

  /** Of a reply that has just been paid for: throws when too many in a row were of no use. */
  const watched = (reply: ChatReply): ChatReply => {
    degenerateInARow = reply.degenerate === true ? degenerateInARow + 1 : 0;
    if (degenerateInARow >= maxDegenerate && options.allowDegenerate !== true) {
      const message = `${maxDegenerate} replies in a row came without usable logprobs; the endpoint does not give them`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    }
    return reply;
  };

  /** A reply from elsewhere is put into this run's journal, which is then whole by itself. */
  const adopt = async (key: string, sample: number, { status, body }: StoredReply): Promise<void> => {
    const response = { status, headers: {}, body };
    await replyStore?.keep({
      key,
      sample,
      attempt: 0,
      startedAt: new Date(),
      endpoint: name,
      model,
      response,
    });
  };

  /** The reply that an earlier run, or another process, has paid for. */
  const found = async (key: string, request: ChatRequest, sample: number): Promise<Obtained | null> => {
    for await (const stored of replyStore?.lookUp(key) ?? []) {
      try {
        const reply = judged(request, dialect.read(stored.status, stored.body, request.top_logprobs));
        if (stored.from === 'cache') await adopt(key, sample, stored);
        return { reply, from: stored.from, usd: 0 };
      } catch (error) {
        // An error, a broken reply or another model's is no reply: it is asked for again.
        if (!isLateBenchError(error)) throw error;
      }
    }
    return null;
  };

  const call = async (
    key: string,
    request: ChatRequest,
    sample: number,
    signal: AbortSignal,
  ): Promise<Obtained> => {
    const body = dialect.body(model, request);
    const release = places.tryAcquire() ?? (await places.acquire(signal));
    try {
      const reservation = reserve === undefined ? undefined : await reserve(model, request, signal);
      try {
        const reply = await sender.send({
          key,
          body,
          topLogprobs: request.top_logprobs,
          tokens: reservation?.tokens ?? 0,
          signal,
          mayCall: end.check,
          keep:
            replyStore === undefined
              ? undefined
              : (attempt, startedAt, response) =>
                  replyStore.keep({ key, sample, attempt, startedAt, endpoint: name, model, response }),
        });
        const usd = reservation === undefined ? null : await reservation.settle(reply);
        entry.calls += 1;
        entry.promptTokens += reply.promptTokens;
        entry.completionTokens += reply.completionTokens;
        badRequests.ended(false);
        const good = watched(judged(request, reply));
        return { reply: good, from: 'endpoint', usd };
      } catch (error) {
        end.note(error);
        await reservation?.cancel();
        throw error;
      }
    } finally {
      release();
    }
  };

  const obtain = async (
    key: string,
    request: ChatRequest,
    sample: number,
    signal: AbortSignal,
  ): Promise<Obtained> => {
    const known = replyStore === undefined ? null : await found(key, request, sample);
    if (known !== null) return known;
    if (offline) {
      throw new LateBenchError(
        'LB_OFFLINE',
        'a call is needed that neither the journal nor the cache has, and --offline forbids it',
      );
    }
    // Another process may hold the key: then its reply is waited for.
    const claim = replyStore === undefined ? undefined : await replyStore.claim(key, signal);
    if (claim !== undefined && 'from' in claim) {
      const reply = judged(request, dialect.read(claim.status, claim.body, request.top_logprobs));
      if (claim.from === 'cache') await adopt(key, sample, claim);
      return { reply, from: claim.from, usd: 0 };
    }
    try {
      const late = claim === undefined ? null : await found(key, request, sample);
      if (late !== null) return late;
      const obtained = await call(key, request, sample, signal);
      if (claim !== undefined) await claim.share(request, obtained.reply);
      return obtained;
    } finally {
      if (claim !== undefined) await claim.release();
    }
  };

  const finished = (
    key: string,
    startedMs: number,
    change: Partial<EndpointEvent & { type: 'call_finished' }>,
  ): void => {
    publish(() => ({
      type: 'call_finished',
      role,
      model,
      key,
      outcome: 'ok',
      from: null,
      latency_ms: Math.round(performance.now() - startedMs),
      prompt_tokens: 0,
      completion_tokens: 0,
      usd: null,
      code: null,
      ...change,
    }));
  };

  /** What is said of a failure, to people and to the run. */
  const failure = (error: unknown): unknown => {
    if (!isLateBenchError(error) || error.code === 'LB_ABORTED') return error;
    if (error.code === 'LB_ENDPOINT_REQUEST' && badRequests.ended(true)) {
      const message = `the endpoint refuses most calls, the last with: ${error.message}`;
      const stopped = new LateBenchError('LB_ENDPOINT_STOPPED', withoutSecrets(message, apiKey));
      end.note(stopped);
      return stopped;
    }
    return new LateBenchError(error.code, withoutSecrets(error.message, apiKey), { retry: 'never' });
  };

  return {
    name,
    model,
    async chat(request: ChatRequest, { signal, sample = 0 }: ChatOptions): Promise<ChatReply> {
      const key = requestKey(name, model, request, sample);
      const startedMs = performance.now();
      publish(() => ({ type: 'call_started', role, model, key, sample }));
      try {
        const { value, joined } = await inFlight.join(key, signal, () =>
          obtain(key, request, sample, signal),
        );
        const { reply, usd } = value;
        const source: Source = joined ? 'shared' : value.from;
        if (source !== 'endpoint') entry.hits += 1;
        const tokens = { prompt_tokens: reply.promptTokens, completion_tokens: reply.completionTokens };
        finished(key, startedMs, { from: source, usd: source === 'endpoint' ? usd : 0, ...tokens });
        return reply;
      } catch (error) {
        const reported = failure(error);
        const code: ErrorCode | null = isLateBenchError(reported) ? reported.code : null;
        if (code !== 'LB_ABORTED') entry.failed += 1;
        finished(key, startedMs, { outcome: code === 'LB_ABORTED' ? 'aborted' : 'failed', code });
        throw reported;
      }
    },
    async close() {
      // What is in flight has been paid for: it is waited for, unless its signal has given it up.
      await inFlight.settled();
      await ownRequestRate.close();
      await ownTokenRate.close();
      await transport.close();
    },
  };
}
