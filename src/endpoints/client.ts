// The chat-completions client: a chain of links between a call and the socket.

import { createSharedWork } from '../stream/shared-work.ts';
import { BodyRoom } from './body-room.ts';
import { adaptToServer } from './chain/adapt.ts';
import { adaptConcurrency, createAdaptiveConcurrency, inFlightLimit } from './chain/adaptive-concurrency.ts';
import { createBreaker, noteUnsent, tellBreaker, waitForServer } from './chain/breaker.ts';
import { budget } from './chain/budget.ts';
import { chain, newCall, type Reply } from './chain/chain.ts';
import { failCut } from './chain/cut-replies.ts';
import { reachFirst } from './chain/first-contact.ts';
import { joinCalls } from './chain/in-flight.ts';
import { journal } from './chain/journal.ts';
import { count, observe } from './chain/observe.ts';
import { createPauses } from './chain/pauses.ts';
import { perMinute, rate, unlimited } from './chain/rate.ts';
import { createRecordFailures, endFailingRun, noteStored } from './chain/record-failures.ts';
import { retry } from './chain/retry.ts';
import { createStopLatch } from './chain/stop-latch.ts';
import { lookUp, payOnce, withoutCalls } from './chain/stored-replies.ts';
import { withoutRefusedCounts } from './chain/stream-counts.ts';
import { usefulReplies, wholePrompts } from './chain/useful-replies.ts';
import { reading, sending } from './chain/wire.ts';
import type { ChatEndpoint, ChatReply } from './chat.ts';
import { checkClientOptions } from './check-client-options.ts';
import { clientDefaults as defaults } from './client-defaults.ts';
import type { ClientOptions } from './client-options.ts';
import { chatDialect } from './dialects/openai.ts';
import { endOfWaits } from './drain.ts';
import { publish } from './events.ts';
import { maxConnections } from './file-limit.ts';
import { endpointRedactor, publicUrl } from './redact.ts';
import { requestKey } from './request-key.ts';
import type { RawResponse } from './response-handler.ts';
import { createTransport } from './transport.ts';
import { createTruncationWatch } from './truncation/truncation-watch.ts';
import { createUsageCounters } from './usage-counters.ts';

export type { ClientOptions } from './client-options.ts';

/** Long bodies in memory at once, beside one that is longer still. A reply of 8,000 tokens with 20 alternatives has 14 MB. */
const longBodiesBytes = 64 << 20;

const replyOf = ({ reply }: Reply): ChatReply => reply;

/**
 * Opens one OpenAI-compatible endpoint without a configuration: `openEndpoints` does that from settings, with
 * journal, cache and budget.
 *
 * @param options Address and model, limits, and where usage is counted.
 * @returns An endpoint; nothing is sent before its first call.
 * @throws LB_USAGE for an option of another type, with its name.
 * @example
 * const endpoint = createChatEndpoint({ baseUrl: 'http://127.0.0.1:8000/v1', model: 'm', name: 'mine' });
 */
export function createChatEndpoint(options: ClientOptions): ChatEndpoint {
  checkClientOptions(options);
  const { baseUrl, model, apiKey, replyStore, reserve, shared, profile, drain, contact } = options;
  const { dialect = chatDialect, counters: allCounters = createUsageCounters() } = options;
  const mostCalls = options.concurrency ?? defaults.concurrency;
  const role = options.role ?? 'chat';
  const maxDownMs = options.maxDownMs ?? defaults.maxDownMs;
  const name = options.name ?? publicUrl(baseUrl);
  const transport = createTransport({
    baseUrl,
    connections: Math.min(mostCalls, maxConnections()),
    headersTimeoutMs: options.headersTimeoutMs ?? defaults.headersTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaults.idleTimeoutMs,
    deadlineMs: options.deadlineMs ?? defaults.deadlineMs,
    maxReplyBytes: options.maxReplyBytes ?? defaults.maxReplyBytes,
    caFile: options.caFile,
    direct: options.direct,
  });
  const ownRequestRate = options.rpm === undefined ? unlimited : perMinute(options.rpm, '--rpm');
  const ownTokenRate = options.tpm === undefined ? unlimited : perMinute(options.tpm, '--tpm');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...dialect.headers(apiKey),
  };
  const redactor = endpointRedactor({ baseUrl, headers, apiKey, dialect });
  const counters = allCounters.of(model);
  const { trouble } = allCounters;
  const watch = options.offline === true ? undefined : createTruncationWatch();
  const reconcile = reserve?.reconcile;
  const storing =
    replyStore === undefined ? undefined : { replyStore, dialect, name, model, watch, reconcile };

  const room = new BodyRoom(longBodiesBytes);
  const inFlight = createSharedWork<Reply>();
  const latch = createStopLatch(replyStore);
  const recordFailures = createRecordFailures();
  const concurrency = createAdaptiveConcurrency(mostCalls);
  const pauses = createPauses(shared?.pause);
  const breaker = createBreaker(options.breaker);
  const waitingOf = endOfWaits(drain?.stopping);

  const obtain = chain<Reply>(
    [
      observe({
        role,
        model,
        redactor,
        counters,
        keyNote: options.keyNote,
        failures: allCounters.failures,
        explain: contact?.explain,
      }),
      joinCalls(inFlight),
      storing && noteStored(recordFailures),
      storing && lookUp(storing),
      options.offline === true ? withoutCalls(storing) : undefined,
      storing && payOnce(storing),
      inFlightLimit(concurrency),
      // Inside the limit: what ended the run is noted before the next call takes the place.
      latch.note,
      watch && wholePrompts(watch, replyStore),
      usefulReplies(model, options.allowDegenerate === true),
      failCut(model),
      count(counters),
      endFailingRun(recordFailures),
      retry({
        maxRetries: options.maxRetries ?? defaults.maxRetries,
        backoff: options.backoff ?? defaults.backoff,
        breaker,
        pauses,
        maxDownMs,
        during: latch.during,
        contact,
        onRetry({ key, attempt }, error, wait_ms) {
          counters.retries += 1;
          const message = redactor.text(error.message);
          trouble.retried(message);
          publish(() => ({ type: 'retry', role, model, key, code: error.code, message, attempt, wait_ms }));
        },
      }),
      reserve && budget(model, reserve, counters),
      contact && reachFirst(contact, latch.check, latch.during),
      waitForServer(breaker, pauses, maxDownMs, latch.during),
      noteUnsent(breaker),
      rate(shared?.requestRates?.[role] ?? ownRequestRate, shared?.tokenRate ?? ownTokenRate, latch.during),
      latch.check,
      contact?.watch,
      adaptConcurrency(concurrency, (limit) =>
        publish(() => ({ type: 'pace', role, limit, reason: 'rate-limit' })),
      ),
      tellBreaker(breaker, {
        counts: () => contact?.pending !== true,
        onOpen(error, wait_ms) {
          const message = redactor.text(error.message);
          trouble.paused(message, wait_ms);
          publish(() => ({ type: 'breaker', role, model, code: error.code, message, wait_ms }));
        },
      }),
    ],
    reading(
      dialect,
      pauses,
      chain<RawResponse>(
        [
          withoutRefusedCounts(),
          profile && adaptToServer({ profile, dialect, model }),
          replyStore && journal(replyStore, { dialect, name, model }),
        ],
        sending(transport, { dialect, model, headers, redactor, onWire: drain?.endpoint(), room }),
      ),
    ),
  );

  return {
    name,
    model,
    get adapted() {
      return profile?.adapted;
    },
    async chat(request, { signal, sample = 0, watch: stream }) {
      const key = requestKey(name, model, request, sample);
      const call = newCall({ key, request, sample, signal, waiting: waitingOf(signal), watch: stream });
      return obtain(call).then(replyOf);
    },
    async close() {
      // What is in flight has been paid for: it is waited for, unless its signal has given it up.
      await inFlight.settled();
      const shared = replyStore?.settled();
      shared?.catch(() => {});
      await ownRequestRate.close();
      await ownTokenRate.close();
      await transport.close();
      await shared;
    },
  };
}
