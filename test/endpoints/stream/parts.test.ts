// What has come of a stream is kept while it is written: a process that is killed leaves it to the next.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { openCacheAccess } from '../../../src/endpoints/cache/cache-mode.ts';
import type { ChatReply, ChatRequest } from '../../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createReplyStore } from '../../../src/endpoints/reply-store.ts';
import { requestKey } from '../../../src/endpoints/request-key.ts';
import { joinedStream } from '../../../src/endpoints/stream/read-stored-stream.ts';
import { ReplyStream } from '../../../src/endpoints/stream/reply-stream.ts';
import { isStreamPart } from '../../../src/endpoints/stream/stored-stream.ts';
import { StreamParts } from '../../../src/endpoints/stream/stream-parts.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { readReply } from '../../../src/endpoints/wire-reply.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { openJournal } from '../../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const headers = { 'content-type': 'text/event-stream' };
const k = 20;

function watchFor(limit = Number.POSITIVE_INFINITY, keepsTexts = true): StreamWatch {
  let seen = 0;
  return {
    keepsTexts,
    begin() {
      seen = 0;
    },
    token() {
      seen += 1;
      return seen >= limit;
    },
  };
}

function plain({ logprobs, streamed: _, ...reply }: ChatReply): unknown {
  if (logprobs === null) return reply;
  const { tokens, topTokens, chosen, top } = logprobs;
  return {
    ...reply,
    chosen: [...chosen],
    top: [...top],
    tokens: tokens.toStrings(),
    topTokens: topTokens.toStrings(),
  };
}

const bytes = readFileSync(join('test', 'golden', 'llama-server', 'chat_stream_top20.raw.txt'));

/** Parts of the stream that were kept after so many bytes each, and the whole. */
function keptAfter(
  places: readonly number[],
  keepsTexts: boolean,
): { readonly parts: Buffer[]; readonly whole: Buffer } {
  const stream = new ReplyStream(watchFor(undefined, keepsTexts), k);
  assert.ok(stream.accepts(200, headers));
  const parts: Buffer[] = [];
  let from = 0;
  for (const to of [...places].sort((a, b) => a - b)) {
    stream.write(Buffer.from(bytes.subarray(from, to)));
    from = to;
    const part = stream.part();
    if (part !== null) parts.push(part);
  }
  stream.write(Buffer.from(bytes.subarray(from)));
  const last = stream.part();
  if (last !== null) parts.push(last);
  const whole = stream.body(true);
  assert.equal(stream.part(), null, 'a stream that has ended has no further part');
  return { parts, whole };
}

test('parts kept at any moments are the reply, joined', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: bytes.length }), { maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (places, keepsTexts, torn) => {
        const { parts, whole } = keptAfter(places, keepsTexts);
        assert.ok(parts.every(isStreamPart));
        const all = new StreamParts();
        // An attempt before it, of which the first part is left.
        const stored = torn ? [keptAfter([bytes.length], true).parts[0]!, ...parts] : parts;
        for (const body of stored.toReversed()) assert.ok(all.take({ body }));
        const joined = readReply(200, all.joined()!, k);
        assert.deepEqual(plain(joined), plain(readReply(200, whole, k)));
        assert.equal(joined.streamed!.whole, true);
      },
    ),
    { numRuns: 60 },
  );
});

test('parts that are not all of one stream are none', () => {
  const { parts } = keptAfter([bytes.length >> 2, bytes.length >> 1], true);
  assert.equal(parts.length, 3);
  assert.notEqual(joinedStream(parts), null);
  assert.equal(joinedStream(parts.slice(1)), null);
  assert.equal(joinedStream([parts[0]!, parts[2]!]), null);
  const before = new StreamParts();
  for (const body of [parts[2]!, parts[1]!]) before.take({ body });
  assert.equal(before.joined(), null);
  // What came of the attempt in the end counts, and not what was kept before.
  const ended = new StreamParts();
  assert.equal(ended.take({ body: Buffer.from('{"error":"torn"}') }), false);
  assert.ok(ended.take({ body: parts[0]! }));
  assert.equal(ended.joined(), null);
});

const { signal } = new AbortController();
const request: ChatRequest = {
  messages: [{ role: 'user', content: 'What is 6 times 7?' }],
  seed: 1,
  logprobs: true,
  top_logprobs: k,
};

/** A client whose journal has parts of the reply, as a killed process leaves them: those of the first `tokens`. */
async function afterKill(t: TestContext, tokens: number) {
  const folder = await temporaryFolder(t);
  const simulator = await startSimulator({ seed: 3 });
  const journal = await openJournal(folder, { reservedBytes: 1 << 16 });
  const replyStore = createReplyStore(journal, await openCacheAccess('off', ''));
  const model = 'latebench-sim/sampler';
  const endpoint = createChatEndpoint({
    ...{ baseUrl: simulator.url, model, name: 'sim', concurrency: 1, replyStore },
    counters: createUsageCounters(),
  });
  t.after(async () => {
    await endpoint.close();
    await journal.close();
    await simulator.close();
  });
  const body = JSON.stringify({ ...request, model, stream: true });
  const response = await fetch(`${simulator.url}/chat/completions`, { method: 'POST', body });
  const events = (await response.text()).split(/(?<=\n\n)/);
  const stream = new ReplyStream(watchFor(undefined, false), k);
  assert.ok(stream.accepts(200, headers));
  const key = requestKey('sim', model, request, 0);
  const at = { key, sample: 0, attempt: 1, startedAt: new Date(0), endpoint: 'sim', model };
  for (const event of events.slice(0, tokens)) {
    stream.write(Buffer.from(event));
    const part = stream.part();
    if (part !== null) await replyStore.keep({ ...at, response: { status: 200, headers: {}, body: part } });
  }
  const { requests } = simulator.counts;
  return {
    ask: (watch: StreamWatch) => endpoint.chat(request, { signal, watch }),
    asked: () => simulator.counts.requests - requests,
    events: events.length,
    whole: readReply(200, Buffer.from(events.join('')), k),
  };
}

test('a trace that was whole but for its journal is taken from its parts', async (t) => {
  const { ask, asked, whole } = await afterKill(t, Number.POSITIVE_INFINITY);
  const reply = await ask(watchFor(undefined, false));
  assert.equal(reply.content, whole.content);
  assert.deepEqual(reply.logprobs!.top, whole.logprobs!.top);
  await ask(watchFor(undefined, false));
  assert.equal(asked(), 0);
});

test('a trace of which as much had come as is wanted is taken from its parts; for more it is asked again', async (t) => {
  const { ask, asked, whole } = await afterKill(t, 12);
  const reply = await ask(watchFor(5, false));
  assert.deepEqual([reply.logprobs!.chosen.length, reply.finishReason, asked()], [5, 'stopped_early', 0]);
  assert.ok(whole.content.startsWith(reply.content));
  const all = await ask(watchFor(undefined, false));
  assert.deepEqual([all.content, asked()], [whole.content, 1]);
});
