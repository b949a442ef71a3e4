// Streams in every chunking give what the whole body gives: recorded ones of real servers, and made ones.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ChatReply } from '../../../src/endpoints/chat.ts';
import { cutReply } from '../../../src/endpoints/stream/cut-reply.ts';
import { joinedStream } from '../../../src/endpoints/stream/read-stored-stream.ts';
import { ReplyStream } from '../../../src/endpoints/stream/reply-stream.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import { readReply } from '../../../src/endpoints/wire-reply.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const headers = { 'content-type': 'text/event-stream' };
const k = 20;

/** Has enough after `limit` tokens. */
function watchFor(limit = Number.POSITIVE_INFINITY): StreamWatch & { readonly values: number[] } {
  let seen = 0;
  const values: number[] = [];
  return {
    values,
    keepsTexts: true,
    begin() {
      seen = 0;
      values.length = 0;
    },
    token(chosen) {
      seen += 1;
      values.push(chosen);
      return seen >= limit;
    },
  };
}

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  // A copy: what a socket gives is overwritten later.
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

function streamed(chunks: Iterable<Buffer>, watch: StreamWatch = watchFor()): ChatReply {
  const stream = new ReplyStream(watch, k);
  assert.ok(stream.accepts(200, headers));
  for (const chunk of chunks) {
    const more = stream.write(chunk);
    chunk.fill(0x7b);
    if (!more) return readReply(200, stream.body(false), k);
  }
  return readReply(200, stream.body(true), k);
}

function plain({ logprobs, streamed: _, ...reply }: ChatReply): unknown {
  if (logprobs === null) return reply;
  const { tokens, topTokens, chosen, top } = logprobs;
  const columns = { chosen: [...chosen], top: [...top] };
  return { ...reply, ...columns, tokens: tokens.toStrings(), topTokens: topTokens.toStrings() };
}

const golden = join('test', 'golden', 'llama-server');
const fixtures = join('..', 'shared', 'fixtures', 'responses');
const recorded = [
  join(golden, 'chat_stream_top20.raw.txt'),
  join(golden, 'chat_stream_include_usage.raw.txt'),
  join(fixtures, 'llama-server', 'chat_stream_1500tok_top20.raw.txt.gz'),
  join(fixtures, 'public', 'groq_qwen3_stream', 'capture.sse'),
];

function bytesOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

for (const path of recorded) {
  const skip = existsSync(path) ? false : `${path} is not here`;
  test(`${path.split('/').pop()} in any chunking is the reply that its whole bytes are`, { skip }, () => {
    const bytes = bytesOf(path);
    const whole = plain(readReply(200, bytes, k));
    const events = bytes
      .toString('latin1')
      .split(/(?<=\n\n)/)
      .map((text) => Buffer.from(text, 'latin1'));
    // One byte at a time, within escapes and characters, in packets, whole events, at once.
    const sizes = bytes.length > 1e6 ? [997, 65_536] : [1, 2, 7, 997];
    for (const size of sizes)
      assert.deepEqual(plain(streamed(chunksOf(bytes, size))), whole, `${size} bytes`);
    assert.deepEqual(plain(streamed(events)), whole, 'whole events');
    assert.deepEqual(plain(streamed([Buffer.from(bytes)])), whole, 'at once');
  });
}

const unstreamed = join(fixtures, 'llama-server', 'chat_1500tok_top20.json.gz');
const long = recorded[2]!;
test('a recorded stream has the logprobs of the same request without a stream', {
  skip: existsSync(unstreamed) && existsSync(long) ? false : `${unstreamed} is not here`,
}, () => {
  const body = JSON.parse(gunzipSync(readFileSync(unstreamed)).toString()) as Record<string, unknown>;
  const inner = (body.response as { json?: unknown } | undefined)?.json ?? body;
  const one = readReply(200, Buffer.from(JSON.stringify(inner)), k).logprobs!;
  const bytes = bytesOf(long);
  const first = streamed(chunksOf(bytes, 4093)).logprobs!;
  assert.deepEqual(first.tokens.toStrings(), one.tokens.toStrings());
  assert.equal(first.chosen.length, 1190);
  // The server computed them twice: its own noise is the difference.
  for (const [at, value] of first.top.entries()) assert.ok(Math.abs(value - one.top[at]!) < 5e-3, `${at}`);
  const other = streamed(chunksOf(bytes, 997)).logprobs!;
  assert.deepEqual(other.top, first.top);
  assert.deepEqual(other.tokens.bytes, first.tokens.bytes);
  // Its beginning, however the bytes come: one at a time, within each event, and within characters and escapes.
  const beginning = bytes.subarray(0, bytes.indexOf('\n\n', 65_536) + 2);
  for (const size of [1, 13]) {
    const stream = new ReplyStream(watchFor(), k);
    assert.ok(stream.accepts(200, headers));
    for (const chunk of chunksOf(beginning, size)) stream.write(chunk);
    const { logprobs } = readReply(200, joinedStream([stream.part()!])!, k);
    const count = logprobs!.chosen.length;
    assert.ok(count > 20);
    assert.deepEqual(logprobs!.top, first.top.slice(0, count * k), `${size} bytes`);
    assert.deepEqual(logprobs!.tokens.toStrings(), first.tokens.toStrings().slice(0, count), `${size} bytes`);
  }
});

function eventsOf(texts: readonly string[], { usage = true, done = true } = {}): Buffer[] {
  const envelope = { id: 'x', model: 'm', object: 'chat.completion.chunk' };
  const choice = (text: string, reason: string | null): object => ({
    ...envelope,
    choices: [
      {
        index: 0,
        delta: { content: text },
        finish_reason: reason,
        logprobs:
          reason !== null
            ? null
            : { content: [{ token: text, logprob: -0.5, top_logprobs: [{ token: text, logprob: -0.5 }] }] },
      },
    ],
  });
  const counts = { prompt_tokens: 9, completion_tokens: texts.length + 1 };
  const events = [
    ...texts.map((text) => choice(text, null)),
    ...(done ? [choice('', 'stop')] : []),
    ...(usage ? [{ ...envelope, choices: [], usage: counts }] : []),
  ];
  const lines = events.map((event) => Buffer.from(`data: ${JSON.stringify(event)}\r\n\r\n`));
  return [Buffer.from(': keep-alive\n\n'), ...lines, ...(done ? [Buffer.from('data: [DONE]\n\n')] : [])];
}

test('characters of several bytes, escapes and comments may be cut anywhere', () => {
  const texts = ['α', ' 😀', '\\boxed{', '"', '\n', '\u2028', '漢字'];
  const bytes = Buffer.concat(eventsOf(texts));
  for (const size of [1, 3, 5, 11]) {
    const { content, completionTokens, logprobs } = streamed(chunksOf(bytes, size));
    assert.equal(content, texts.join(''));
    assert.equal(completionTokens, texts.length + 1);
    assert.deepEqual(logprobs!.tokens.toStrings(), texts);
  }
});

test('a watch that has enough ends the reply with that token, wherever chunks end', () => {
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const events = eventsOf(texts);
  const watch = watchFor(3);
  const reply = streamed(events, watch);
  assert.equal(watch.values.length, 3);
  assert.deepEqual(reply.streamed, { whole: false, arrived: 3 });
  // No usage came: what arrived is what it is billed for, and the prompt is not known.
  assert.deepEqual([reply.completionTokens, reply.promptTokens, reply.usageMissing], [3, 0, true]);
  const kept = cutReply(reply, watchFor(3));
  assert.deepEqual(
    [kept.content, kept.finishReason, kept.logprobs!.chosen.length],
    ['abc', 'stopped_early', 3],
  );
  for (const more of [watchFor(4), undefined]) {
    assert.throws(
      () => cutReply(reply, more),
      (error) => isLateBenchError(error) && error.code === 'LB_ENDPOINT_REPLY',
    );
  }
  // What came in the same chunk has arrived; the reply ends with the same token.
  const packed = streamed(
    [Buffer.concat(eventsOf(texts).slice(0, 5)), ...eventsOf(texts).slice(5)],
    watchFor(3),
  );
  assert.deepEqual([packed.streamed, packed.completionTokens], [{ whole: false, arrived: 4 }, 4]);
  assert.equal(cutReply(packed, watchFor(3)).content, 'abc');
  // A whole reply is cut as the stream would have been.
  const whole = streamed([Buffer.concat(eventsOf(texts))], watchFor(3));
  assert.deepEqual([whole.streamed!.whole, whole.completionTokens], [true, 6]);
  const cut = cutReply(whole, watchFor(3));
  assert.deepEqual([cut.content, cut.finishReason], ['abc', 'stopped_early']);
  assert.deepEqual(cut.logprobs, kept.logprobs);
});

test('a stream that breaks off, an error within it and an event that is no JSON are what they are elsewhere', () => {
  const broken = (): Buffer[] => eventsOf(['a', 'b'], { usage: false, done: false });
  assert.throws(
    () => streamed(broken()),
    (error) => isLateBenchError(error) && error.retry === 'transient' && error.code === 'LB_ENDPOINT_REPLY',
  );
  const error = Buffer.from('data: {"error":{"code":429,"message":"slow down"}}\n\n');
  assert.throws(
    () => streamed([...broken(), error]),
    (caught) => isLateBenchError(caught) && /slow down/.test(caught.message),
  );
  assert.throws(() => streamed([...broken(), Buffer.from('data: {"choices":[\n\n')]));
});

test('what is no event stream is gathered whole', () => {
  const stream = new ReplyStream(watchFor(), k);
  assert.equal(stream.accepts(200, { 'content-type': 'application/json' }), false);
  assert.equal(stream.accepts(500, headers), false);
  assert.equal(stream.accepts(200, { ...headers, 'content-encoding': 'gzip' }), false);
});

test('a connection that breaks after the last token takes nothing away', () => {
  const stream = new ReplyStream(watchFor(), k);
  assert.ok(stream.accepts(200, headers));
  const events = eventsOf(['a', 'b']);
  assert.equal(stream.interrupted('the connection broke'), null);
  for (const event of events.slice(0, 4)) stream.write(event);
  const { whole, body } = stream.interrupted('the connection broke')!;
  assert.ok(whole);
  const { content, finishReason, completionTokens, usageMissing } = readReply(200, body, k);
  assert.deepEqual([content, finishReason, completionTokens, usageMissing], ['ab', 'stop', 2, true]);
});

test('a stream with more alternatives than the one before it has all of them', () => {
  const top = Array.from({ length: 20 }, (_, n) => ({ token: `t${n}`, logprob: -n - 0.5 }));
  const content = [{ token: 'a', logprob: -0.5, top_logprobs: top }];
  const choice = { index: 0, delta: { content: 'a' }, logprobs: { content }, finish_reason: null };
  const event = (value: object): Buffer => Buffer.from(`data: ${JSON.stringify(value)}\n\n`);
  for (const [asked, keepsTexts] of [
    [2, false],
    [20, false],
    [20, true],
    [5, true],
  ] as const) {
    const stream = new ReplyStream({ ...watchFor(), keepsTexts }, asked);
    assert.ok(stream.accepts(200, headers));
    for (let n = 0; n < 3; n += 1) stream.write(event({ model: 'm', choices: [choice] }));
    stream.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    const { logprobs } = readReply(200, stream.body(true), asked);
    const expected = Array.from({ length: 3 }, () => top.slice(0, asked).map(({ logprob }) => logprob));
    assert.deepEqual([...logprobs!.top], expected.flat());
    const texts = logprobs!.topTokens.toStrings();
    assert.equal(texts[asked - 1], keepsTexts ? `t${asked - 1}` : '');
  }
});
