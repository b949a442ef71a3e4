// Streamed replies as they are kept, and read again: what they say, for fewer alternatives too, and damage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatReply } from '../../../src/endpoints/chat.ts';
import { logprobsByShape, type ReplyLogprobs } from '../../../src/endpoints/reply-logprobs.ts';
import {
  arrivedOfStream,
  billedOfStream,
  joinedStream,
  partNumber,
  readStoredStream,
} from '../../../src/endpoints/stream/read-stored-stream.ts';
import {
  isBrokenStream,
  isStoredStream,
  isStreamPart,
  type StreamedReply,
  storedStream,
} from '../../../src/endpoints/stream/stored-stream.ts';
import { refusesStreamOptions, streamedBody } from '../../../src/endpoints/stream/streamed-body.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const top = (text: string) => [text, `${text}'`].map((token, at) => ({ token, logprob: -at - 0.5 }));
const logprobs = logprobsByShape(
  { content: ['a', 'é', 'c'].map((token) => ({ token, logprob: -0.5, top_logprobs: top(token) })) },
  2,
)!;
const whole: StreamedReply = {
  ended: 'whole',
  reason: null,
  model: 'm',
  fingerprint: 'f',
  finishReason: 'stop',
  usage: { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
  text: 'aéc',
  reasoning: null,
  refusal: null,
  logprobs,
};

const transient = (error: unknown): boolean =>
  isLateBenchError(error) && error.code === 'LB_ENDPOINT_REPLY' && error.retry === 'transient';

function alternatives({ k, top: values, topTokens }: ReplyLogprobs): unknown {
  return [k, [...values], topTokens.toStrings()];
}

test('a stored stream is the reply that it was, with as many alternatives as are asked for', () => {
  const body = storedStream(whole);
  const { logprobs: read, ...reply } = readStoredStream(body, 2);
  assert.deepEqual(reply, {
    content: 'aéc',
    reasoning: null,
    finishReason: 'stop',
    model: 'm',
    promptTokens: 5,
    // Three tokens arrived, whatever the server's count.
    completionTokens: 3,
    cachedTokens: 4,
    fingerprint: 'f',
    streamed: { whole: true, arrived: 3 },
  });
  assert.deepEqual(read!.tokens.toStrings(), ['a', 'é', 'c']);
  assert.deepEqual(alternatives(read!), alternatives(logprobs));
  const values = (count: number): unknown => alternatives(readStoredStream(body, count).logprobs!);
  assert.deepEqual(values(1), [1, [-0.5, -0.5, -0.5], ['a', 'é', 'c']]);
  const [first, second] = [-0.5, -1.5];
  assert.deepEqual(values(3), [
    3,
    [first, second, Number.NaN, first, second, Number.NaN, first, second, Number.NaN],
    ['a', "a'", '', 'é', "é'", '', 'c', "c'", ''],
  ]);
});

test('tokens without a text are stored like others', () => {
  const silent = logprobsByShape(
    { content: [{ token: '', logprob: -1, top_logprobs: [{ token: '', logprob: -1 }] }] },
    1,
  );
  const { logprobs: read } = readStoredStream(storedStream({ ...whole, text: '', logprobs: silent }), 1);
  assert.deepEqual(
    [[...read!.chosen], read!.tokens.toStrings(), alternatives(read!)],
    [[-1], [''], [1, [-1], ['']]],
  );
});

test('a stored stream without logprobs, text or facts says so', () => {
  const nothing = {
    model: null,
    fingerprint: null,
    finishReason: null,
    usage: null,
    text: '',
    logprobs: null,
  };
  const read = (more: Partial<StreamedReply>): ChatReply =>
    readStoredStream(storedStream({ ...whole, ...nothing, ...more }), 2);
  assert.deepEqual(read({ reasoning: 'so' }), {
    content: '',
    reasoning: 'so',
    finishReason: null,
    model: '',
    promptTokens: 0,
    completionTokens: 0,
    usageMissing: true,
    logprobs: null,
    fingerprint: null,
    streamed: { whole: true, arrived: 0 },
  });
  const refused = read({ refusal: 'I cannot' });
  assert.deepEqual([refused.content, refused.refused], ['I cannot', true]);
  const both = read({ refusal: 'I cannot', text: 'a' });
  assert.deepEqual([both.content, 'refused' in both], ['a', false]);
  assert.ok(!('refused' in read({ refusal: '' })));
  const counted = { usage: { prompt_tokens: 4, completion_tokens: 0 } };
  assert.equal(read(counted).usageMissing, undefined);
  for (const wrote of [{ text: 'a' }, { reasoning: 'so' }])
    assert.ok(read({ ...counted, ...wrote }).usageMissing);
});

test('what broke off or was being written is no reply, and is settled by what arrived', () => {
  for (const ended of ['broken', 'open'] as const) {
    const body = storedStream({
      ...whole,
      ended,
      reason: 'gone',
      usage: null,
      part: ended === 'open' ? 0 : undefined,
    });
    assert.deepEqual(
      [isStoredStream(body), isBrokenStream(body), isStreamPart(body)],
      [true, ended === 'broken', ended === 'open'],
    );
    assert.throws(() => readStoredStream(body, 2), transient);
    assert.deepEqual(billedOfStream(body), { promptTokens: 0, completionTokens: 3, usageMissing: true });
    assert.equal(partNumber(body), ended === 'open' ? 0 : null);
  }
  assert.equal(billedOfStream(storedStream({ ...whole, logprobs: null })).completionTokens, 2);
  // Tokens without logprobs were billed too: how many, nobody knows, and the worst case counts.
  for (const more of [{ reasoning: 'so' }, { text: 'aéc and more' }]) {
    const body = storedStream({ ...whole, ended: 'broken', reason: 'gone', usage: null, ...more });
    assert.deepEqual(billedOfStream(body), { promptTokens: 0, completionTokens: 0, usageMissing: true });
    assert.equal(arrivedOfStream(body), 3);
    const ended = readStoredStream(storedStream({ ...whole, usage: null, ...more }), 2);
    assert.deepEqual([ended.completionTokens, ended.usageMissing], [0, true]);
  }
  for (const other of ['', '{', '{"error":{}}', '{"latebench_stream":'])
    assert.ok(!isStoredStream(Buffer.from(other)));
});

test('a stored stream that lacks bytes, or has some too many, is not read', () => {
  const body = storedStream(whole);
  for (let length = 20; length < body.length; length += 1)
    assert.throws(() => readStoredStream(body.subarray(0, length), 2), transient, `${length} bytes`);
  assert.throws(() => readStoredStream(Buffer.concat([body, Buffer.from([0])]), 2), transient);
  const changed = (from: string, to: string): Buffer =>
    Buffer.from(storedStream(whole).toString('latin1').replace(from, to), 'latin1');
  for (const [from, to] of [
    ['{"latebench_stream":2', '{"latebench_stream":3'],
    ['"k":2', '"k":"2"'],
    ['"count":3', '"count":-3'],
    ['"count":3', '"count":null'],
    ['"token_bytes":4', '"token_bytes":""'],
    ['"token_bytes":4', '"token_bytes":3'],
  ] as const) {
    assert.throws(() => readStoredStream(changed(from, to), 2), transient, to);
  }
});

test('parts are joined to what had come: text, tokens and the last facts', () => {
  const part = (number: number, more: Partial<StreamedReply>): Buffer =>
    storedStream({ ...whole, ended: 'open', part: number, finishReason: null, usage: null, ...more });
  const silent = part(1, {
    text: '',
    logprobs: null,
    reasoning: 'so',
    refusal: 'no',
    model: null,
    fingerprint: null,
  });
  const joined = joinedStream([part(0, { text: 'aé' }), silent, part(2, { text: 'c' })])!;
  const reply = readStoredStream(joined, 2);
  assert.deepEqual([reply.content, reply.streamed], ['aéc', { whole: false, arrived: 6 }]);
  assert.deepEqual(alternatives(reply.logprobs!), [
    2,
    [...logprobs.top, ...logprobs.top],
    [...logprobs.topTokens.toStrings(), ...logprobs.topTokens.toStrings()],
  ]);
  const last = readStoredStream(joinedStream([part(0, {}), silent])!, 2);
  assert.deepEqual([last.reasoning, last.model, last.fingerprint], ['so', '', null]);
  const ended = readStoredStream(joinedStream([part(0, { finishReason: 'stop', usage: whole.usage })])!, 2);
  assert.deepEqual([ended.streamed!.whole, ended.promptTokens, ended.finishReason], [true, 5, 'stop']);
  assert.equal(joinedStream([]), null);
});

test('a request is asked for as a stream, with counts where they are wished for', () => {
  const body = JSON.stringify({ model: 'm', stream_options: { x: 1 }, n: 1 });
  assert.deepEqual(JSON.parse(streamedBody(body, { usage: false })), { model: 'm', n: 1, stream: true });
  assert.deepEqual(JSON.parse(streamedBody(body, { usage: true })), {
    model: 'm',
    n: 1,
    stream: true,
    stream_options: { include_usage: true },
  });
  const refuses = (text: string): boolean => refusesStreamOptions(Buffer.from(text));
  assert.ok(refuses('{"error":{"param":"stream_options"}}') && refuses('{"message":"include_usage: no"}'));
  assert.ok(
    !refuses('{"error":"temperature"}') && !refuses('["stream_options"]') && !refuses('stream_options'),
  );
});
