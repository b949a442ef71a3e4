// Watched calls through the whole client, against the simulated endpoint: journal, settlement, retries, resumes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openCacheAccess } from '../../../src/endpoints/cache/cache-mode.ts';
import type { ChatReply, ChatRequest } from '../../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createReplyStore } from '../../../src/endpoints/reply-store.ts';
import { requestKey } from '../../../src/endpoints/request-key.ts';
import { isBrokenStream, isStreamPart } from '../../../src/endpoints/stream/stored-stream.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/server.ts';
import { openJournal } from '../../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const signal = new AbortController().signal;

function watchFor(limit = Number.POSITIVE_INFINITY): StreamWatch {
  let seen = 0;
  return {
    keepsTexts: false,
    begin() {
      seen = 0;
    },
    token() {
      seen += 1;
      return seen >= limit;
    },
  };
}

function asked(seed: number): ChatRequest {
  return {
    messages: [{ role: 'user', content: 'What is 6 times 7?' }],
    temperature: 0.6,
    seed,
    logprobs: true,
    top_logprobs: 20,
  };
}

interface Setting {
  readonly simulator: Simulator;
  readonly settled: (number | null)[];
  ask(seed: number, watch?: StreamWatch): Promise<ChatReply>;
  /** The bodies that the journal has of a call, the oldest first. */
  kept(seed: number): Promise<Buffer[]>;
}

async function setting(t: TestContext, faults: readonly FaultRule[] = []): Promise<Setting> {
  const folder = await temporaryFolder(t);
  const simulator = await startSimulator({ seed: 3, faults });
  const journal = await openJournal(folder, { reservedBytes: 1 << 16 });
  const settled: (number | null)[] = [];
  const endpoint = createChatEndpoint({
    baseUrl: simulator.url,
    model: 'latebench-sim/sampler',
    name: 'sim',
    concurrency: 4,
    backoff: { firstMs: 1, maxMs: 5 },
    breaker: { firstPauseMs: 20, maxPauseMs: 50 },
    idleTimeoutMs: 1000,
    counters: createUsageCounters(),
    replyStore: createReplyStore(journal, await openCacheAccess('off', '')),
    reserve: async () => ({
      tokens: 100,
      addedLimit: null,
      async settle(usage) {
        settled.push(usage?.completionTokens ?? null);
        return 0;
      },
      cancel: async () => {},
    }),
  });
  t.after(async () => {
    await endpoint.close();
    await journal.close();
    await simulator.close();
  });
  return {
    simulator,
    settled,
    ask: (seed, watch) => endpoint.chat(asked(seed), { signal, sample: seed, watch }),
    async kept(seed) {
      const entries = await journal.entries(requestKey('sim', 'latebench-sim/sampler', asked(seed), seed));
      return entries.map(({ body }) => Buffer.from(body));
    },
  };
}

test('a watched reply that comes whole is the reply without a watch, and one for both', async (t) => {
  const { ask, simulator, settled } = await setting(t);
  const watched = await ask(1, watchFor());
  assert.equal(simulator.counts.completed, 1);
  const { logprobs, streamed, ...reply } = watched;
  assert.deepEqual(streamed, { whole: true, arrived: logprobs!.chosen.length });
  assert.deepEqual(settled, [reply.completionTokens]);
  // From the journal: it is not paid for again.
  assert.equal((await ask(1)).content, reply.content);
  const again = await ask(1, watchFor(7));
  assert.equal(again.logprobs!.chosen.length, 7);
  assert.equal(simulator.counts.requests, 1);
  const other = await setting(t);
  const plain = await other.ask(1);
  assert.deepEqual([...logprobs!.top], [...plain.logprobs!.top]);
  assert.deepEqual([...logprobs!.chosen], [...plain.logprobs!.chosen]);
  assert.equal(plain.content, reply.content);
});

test('a reply that was hung up on is kept as what it is, settled by what arrived, and bought again for more', async (t) => {
  const slow: FaultRule = { do: 'stream', interval_ms: 5, when: { first_attempts: 1 } };
  const { ask, simulator, settled } = await setting(t, [slow]);
  const reply = await ask(2, watchFor(5));
  assert.equal(reply.logprobs!.chosen.length, 5);
  assert.equal(reply.finishReason, 'stopped_early');
  assert.equal(reply.streamed!.whole, false);
  assert.deepEqual(settled, [reply.streamed!.arrived]);
  // The same watch, and one that wants less, have enough of what is kept.
  const less = await ask(2, watchFor(3));
  assert.equal(less.content, reply.logprobs!.tokens.toStrings().slice(0, 3).join(''));
  assert.deepEqual((await ask(2, watchFor(5))).logprobs, reply.logprobs);
  assert.equal(simulator.counts.requests, 1);
  const whole = await ask(2);
  assert.ok(whole.content.startsWith(reply.content) && whole.content.length > reply.content.length);
  assert.deepEqual([simulator.counts.requests, simulator.counts.aborted], [2, 1]);
});

for (const [what, rule] of [
  ['several tokens an event', { do: 'stream', tokens_per_event: 6 }],
  ['logprobs after their text', { do: 'stream', logprobs: 'late' }],
  ['logprobs in events of their own', { do: 'stream', logprobs: 'apart', tokens_per_event: 3 }],
  ['packets of 100 bytes', { do: 'stream', packet_bytes: 100 }],
  ['a stall', { do: 'stream', stall: { after: 2, ms: 60 } }],
  ['no usage', { do: 'stream', usage: false }],
  [
    'a stream that breaks off in good order, once',
    { do: 'stream', cut: { after: 9, how: 'end' }, when: { first_attempts: 1 } },
  ],
  ['a stream that is torn, once', { do: 'stream', cut: { after: 9 }, when: { first_attempts: 1 } }],
  ['a server that ignores the wish for a stream', { do: 'ignore_stream' }],
] as const satisfies readonly (readonly [string, FaultRule])[]) {
  test(`the reply and its cut are the same with ${what}`, async (t) => {
    const usual = await setting(t);
    const odd = await setting(t, [rule]);
    for (const [seed, limit] of [
      [1, 8],
      [2, Number.POSITIVE_INFINITY],
    ] as const) {
      const expected = await usual.ask(seed, watchFor(limit));
      const reply = await odd.ask(seed, watchFor(limit));
      assert.equal(reply.content, expected.content);
      assert.equal(reply.finishReason, expected.finishReason);
      assert.deepEqual([...reply.logprobs!.top], [...expected.logprobs!.top]);
    }
    assert.equal((await odd.ask(3, watchFor())).streamed !== undefined, rule.do === 'stream');
  });
}

for (const [what, rule] of [
  ['torn', { do: 'stream', cut: { after: 9 }, when: { first_attempts: 1 } }],
  ['ended early', { do: 'stream', cut: { after: 9, how: 'end' }, when: { first_attempts: 1 } }],
  ['stalled', { do: 'stream', stall: { after: 9, ms: 60_000 }, when: { first_attempts: 1 } }],
] as const satisfies readonly (readonly [string, FaultRule])[]) {
  test(`of a stream that the server ${what} is kept and settled what arrived; the call is made again`, async (t) => {
    const { ask, kept, settled, simulator } = await setting(t, [rule]);
    const reply = await ask(4, watchFor());
    assert.equal(simulator.counts.requests, 2);
    // On a slow machine there are parts too, from when it was being written.
    const [broken, whole] = (await kept(4)).filter((body) => !isStreamPart(body));
    assert.deepEqual([isBrokenStream(broken!), isBrokenStream(whole!)], [true, false]);
    const value = JSON.parse(broken!.toString().split('\n')[0]!) as {
      text: string;
      reason: string;
      logprobs: unknown;
    };
    assert.ok(value.reason.length > 0 && value.logprobs !== null);
    assert.ok(reply.content.startsWith(value.text) && value.text !== '');
    assert.deepEqual(settled, [9, reply.completionTokens]);
    // The part is no reply for anyone: the whole one is taken from the journal.
    assert.equal((await ask(4, watchFor())).content, reply.content);
    assert.equal(simulator.counts.requests, 2);
  });
}
