// What those who listen hear of a call, and what is counted of it.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type TestContext, test } from 'node:test';
import { adaptToServer } from '../../../src/endpoints/chain/adapt.ts';
import { type Call, newCall, type Reply } from '../../../src/endpoints/chain/chain.ts';
import { joinCalls } from '../../../src/endpoints/chain/in-flight.ts';
import { count, observe } from '../../../src/endpoints/chain/observe.ts';
import { withoutRefusedCounts } from '../../../src/endpoints/chain/stream-counts.ts';
import { wireBody } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import { endpointChannelName } from '../../../src/endpoints/events.ts';
import { openProfile } from '../../../src/endpoints/profile/profile.ts';
import { createRedactor } from '../../../src/endpoints/redact.ts';
import type { RawResponse } from '../../../src/endpoints/response-handler.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { type ErrorCode, LateBenchError, type Retry } from '../../../src/errors.ts';
import { createSharedWork } from '../../../src/stream/shared-work.ts';

const { signal } = new AbortController();
const request = { messages: [{ role: 'user', content: 'x' }], seed: 1, temperature: 0 } as const;
const callOf = (change: Partial<Call> = {}): Call => ({
  ...newCall({ key: 'k', request, sample: 2, signal }),
  ...change,
});
const reply: Reply = {
  reply: {
    ...{ content: '4', reasoning: null, finishReason: 'stop', model: 'm' },
    ...{ promptTokens: 7, completionTokens: 3, reasoningTokens: 2, logprobs: null },
  },
  from: 'endpoint',
  usd: 0.5,
};

function observing(t: TestContext, more: object = {}) {
  const events: Record<string, unknown>[] = [];
  const listen = (event: unknown): void => {
    const { latency_ms, ...rest } = event as Record<string, unknown>;
    if (latency_ms !== undefined) assert.ok(Number.isSafeInteger(latency_ms) && Number(latency_ms) < 60_000);
    events.push(rest);
  };
  subscribe(endpointChannelName, listen);
  t.after(() => unsubscribe(endpointChannelName, listen));
  const { failures, of } = createUsageCounters();
  const counters = of('m');
  const redactor = createRedactor(['sk-secret-key']);
  const link = observe({
    role: 'critic',
    model: 'm',
    redactor,
    counters,
    failures,
    keyNote: undefined,
    ...more,
  });
  return { events, failures, counters, link };
}
const common = { role: 'critic', model: 'm', key: 'k' };

test('a reply is told with where it came from, what it took and what it cost', async (t) => {
  const { events, link, counters } = observing(t);
  const ok = { ...common, type: 'call_finished', outcome: 'ok', code: null, message: null };
  const tokens = { prompt_tokens: 7, completion_tokens: 3, reasoning_tokens: 2 };
  assert.equal(await link(callOf({ wireMs: 12.4 }), async () => reply), reply);
  await link(callOf(), async () => reply);
  await link(callOf({ wireMs: 12.4 }), async () => ({ ...reply, from: 'cache', usd: 0 }));
  const { reasoningTokens: _, ...plain } = reply.reply;
  const silent = { ...plain, promptTokens: 0, completionTokens: 0 };
  await link(callOf(), async () => ({ ...reply, reply: { ...silent, usageMissing: true } }));
  await link(callOf(), async () => ({ ...reply, reply: silent }));
  await link(callOf(), async () => ({
    ...reply,
    reply: { ...plain, completionTokens: 0, usageMissing: true },
  }));
  const started = { ...common, type: 'call_started', sample: 2 };
  const told = (change: object) => [started, { ...ok, from: 'endpoint', usd: 0.5, ...tokens, ...change }];
  const none = { reasoning_tokens: 0 };
  assert.deepEqual(
    events,
    [
      told({ wire_ms: 12 }),
      told({}),
      told({ from: 'cache', usd: 0 }),
      told({ ...none, prompt_tokens: null, completion_tokens: null }),
      told({ ...none, prompt_tokens: 0, completion_tokens: 0 }),
      told({ ...none, completion_tokens: null }),
    ].flat(),
  );
  assert.deepEqual([counters.hits, counters.failed], [1, 0]);
});

test('a failure is told and counted by what it was, without secrets, and tried by nobody else', async (t) => {
  const explain = ({ message }: LateBenchError): string => `explained: ${message}`;
  const { events, link, counters, failures } = observing(t, { explain, keyNote: 'no key was sent' });
  const fail = (code: ErrorCode, how: Retry = 'transient') =>
    new LateBenchError(code, 'sk-secret-key is wrong', { retry: how });
  const outcome = async (error: unknown, usd: number | null = 0) => {
    const thrown = await link(callOf({ usd }), () => Promise.reject(error)).catch((reason) => reason);
    const { outcome: how, code, usd: told, message } = events.at(-1)!;
    return [thrown === error, thrown.retry, thrown.message, how, code, told, message];
  };
  const said = 'explained: sk-…-key is wrong';
  assert.deepEqual(await outcome(fail('LB_ENDPOINT_SERVER')), [
    ...[false, 'never', said, 'failed', 'LB_ENDPOINT_SERVER', null, said],
  ]);
  assert.deepEqual(await outcome(fail('LB_ENDPOINT_AUTH'), 0.25), [
    ...[false, 'never', `${said}; no key was sent`, 'failed', 'LB_ENDPOINT_AUTH', 0.25, said],
  ]);
  const noteless = observing(t, { explain });
  await assert.rejects(
    noteless.link(callOf(), () => Promise.reject(fail('LB_ENDPOINT_AUTH'))),
    { message: said },
  );
  assert.deepEqual((await outcome(fail('LB_ABORTED'))).slice(0, 1), [true]);
  assert.deepEqual(events.at(-1)!.outcome, 'aborted');
  const ours = new TypeError('sk-secret-key in a mistake of ours');
  assert.deepEqual((await outcome(ours)).slice(3), ['failed', null, null, 'sk-…-key in a mistake of ours']);
  assert.deepEqual((await outcome('no error')).slice(3), ['failed', null, null, null]);
  assert.equal(counters.failed, 4);
  assert.deepEqual(failures.commonest(), [{ code: 'LB_ENDPOINT_SERVER', message: said, count: 1 }]);
});

test('what was paid for is counted, and what the server did not report', async () => {
  const counters = createUsageCounters().of('m');
  const link = count(counters);
  await link(callOf(), async () => reply);
  const { reasoningTokens: _, ...plain } = reply.reply;
  await link(callOf(), async () => ({ ...reply, reply: { ...plain, usageMissing: true } }));
  const { calls, promptTokens, completionTokens, reasoningTokens, unreported } = counters;
  assert.deepEqual([calls, promptTokens, completionTokens, reasoningTokens, unreported], [2, 14, 6, 2, 1]);
});

test('calls that look at their replies are not joined', async () => {
  const join = joinCalls(createSharedWork<Reply>());
  let made = 0;
  const next = async (): Promise<Reply> => {
    made += 1;
    await new Promise(setImmediate);
    return reply;
  };
  await Promise.all([1, 2].map(() => join(callOf({ watch: {} as StreamWatch }), next)));
  assert.equal(made, 2);
});

const refusalOf = (text: string, status = 400): RawResponse => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify({ error: { message: text } })),
});
const fine: RawResponse = { status: 200, headers: {}, body: Buffer.from('{}') };

test('what a server refuses is left out from then on, of this call and of all others', async () => {
  const lines: string[] = [];
  const profile = await openProfile({
    ...{ places: {}, endpoint: 'https://e.example/v1', model: 'm', dialect: chatDialect, requires: [] },
    ...{ redactor: createRedactor([]), say: (line: string) => void lines.push(line) },
  });
  const link = adaptToServer({ profile, dialect: chatDialect, model: 'm' });
  const run = async (call: Call, ...responses: RawResponse[]) => {
    const bodies: Record<string, unknown>[] = [];
    const last = await link(call, async (one) => {
      bodies.push(JSON.parse(one.body!));
      return responses[Math.min(bodies.length, responses.length) - 1]!;
    });
    return {
      last,
      attempt: call.attempt,
      sent: bodies.map(({ seed, temperature, max_tokens }) => [seed, temperature, max_tokens]),
    };
  };
  const noSeed = refusalOf('Unsupported parameter: seed');
  const noTemperature = refusalOf('temperature is not supported', 422);
  const learned = await run(callOf({ attempt: 1, addedLimit: 40 }), noSeed, noTemperature, fine);
  assert.deepEqual(learned, {
    last: fine,
    attempt: 3,
    sent: [
      [1, 0, 40],
      [undefined, 0, 40],
      [undefined, undefined, 40],
    ],
  });
  const next = await run(callOf({ attempt: 1 }), fine);
  assert.deepEqual(next.sent, [[undefined, undefined, undefined]]);
  const forGood = await run(callOf({ attempt: 1 }), refusalOf('Your prompt is not allowed'));
  assert.deepEqual([forGood.last.status, forGood.sent.length], [400, 1]);
  assert.equal(
    (await run(callOf({ attempt: 1 }), refusalOf('Unsupported parameter: seed', 403))).sent.length,
    1,
  );
  assert.equal(
    (await run(callOf({ attempt: 1 }), refusalOf('Unsupported parameter: seed'))).sent.length,
    1,
    'it was not sent',
  );
  const stale = callOf({
    attempt: 2,
    body: wireBody(chatDialect, 'm', request, { watch: undefined, withoutCounts: false }),
  });
  assert.deepEqual(
    (await run(stale, fine)).sent,
    [[undefined, undefined, undefined]],
    'learned since the last attempt',
  );
  const inFlight = callOf({ attempt: 1, body: stale.body && wireBody(chatDialect, 'm', request, stale) });
  assert.deepEqual(
    (await run(inFlight, noSeed, fine)).sent,
    [
      [1, 0, undefined],
      [undefined, undefined, undefined],
    ],
    'learned while it was under way',
  );
  assert.equal(lines.length, 2);
});

test('counts are asked for with streams until the server refuses that', async () => {
  const watch = {} as StreamWatch;
  const link = withoutRefusedCounts();
  const run = async (call: Call, ...responses: RawResponse[]) => {
    const seen: boolean[] = [];
    const last = await link(call, async (one) => {
      seen.push(one.withoutCounts);
      one.body ??= 'made';
      return responses[seen.length - 1]!;
    });
    return [last.status, seen, call.attempt];
  };
  const refusing = refusalOf('stream_options is not permitted');
  assert.deepEqual(
    await run(callOf({ attempt: 1 }), refusing),
    [400, [false], 1],
    'not of a call without a stream',
  );
  assert.deepEqual(await run(callOf({ attempt: 1, watch }), refusalOf('no')), [400, [false], 1]);
  assert.deepEqual(await run(callOf({ attempt: 1, watch }), { ...refusing, status: 500 }), [500, [false], 1]);
  assert.deepEqual(await run(callOf({ attempt: 1, watch }), { ...refusing, status: 422 }, fine), [
    200,
    [false, true],
    2,
  ]);
  const later = callOf({ attempt: 1, watch, body: 'with counts' });
  assert.deepEqual(await run(later, refusing), [400, [true], 1], 'once');
  assert.equal(later.body, 'made');
  const bodyOf = (withoutCounts: boolean, one: StreamWatch | undefined) =>
    JSON.parse(wireBody(chatDialect, 'm', request, { watch: one, withoutCounts }));
  assert.deepEqual(bodyOf(false, watch).stream_options, { include_usage: true });
  assert.deepEqual([bodyOf(true, watch).stream, bodyOf(true, watch).stream_options], [true, undefined]);
  assert.equal(bodyOf(false, undefined).stream, false);
});
