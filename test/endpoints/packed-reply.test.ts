import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPackedReply, packReply, plainReply } from '../../src/endpoints/packed-reply.ts';
import { readReply } from '../../src/endpoints/wire-reply.ts';
import { usageIn } from '../../src/endpoints/wire-usage.ts';
import { isLateBenchError } from '../../src/errors.ts';
import { content, k, other, plain, text } from './generated-logprobs.ts';

function bodyOf(tokens: unknown, message: unknown = 'It is 4.', more: object = {}): Buffer {
  const choice = {
    index: 0,
    message: { role: 'assistant', content: message },
    logprobs: { content: tokens },
  };
  const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
  return Buffer.from(
    JSON.stringify({ ...more, model: 'm', choices: [{ ...choice, finish_reason: 'stop' }], usage }),
  );
}

function readable(body: Buffer, alternatives = k): unknown {
  const { logprobs, ...reply } = readReply(200, body, alternatives);
  return { ...reply, logprobs: plain(logprobs) };
}

function withoutSigns(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part) => (Number.isNaN(part) ? 'not known' : part)));
}

const token = { token: 'a', logprob: -0.25, bytes: [97] };
const other4 = Array.from({ length: 4 }, (_, at) => ({ token: `b${at}`, logprob: -1 - at, bytes: null }));
const four = bodyOf([{ ...token, top_logprobs: other4 }, token]);

test('a packed reply reads as the body it was made of', () => {
  let packed = 0;
  fc.assert(
    fc.property(content, text, other, (tokens, message, more) => {
      const body = bodyOf(tokens, message, more);
      const small = packReply(body, k);
      if (small === null) return;
      packed += 1;
      assert.ok(isPackedReply(small) && !isPackedReply(body));
      assert.deepEqual(readable(small), readable(body));
      assert.deepEqual(usageIn(small), usageIn(body));
    }),
    { numRuns: 200 },
  );
  assert.ok(packed > 50, `${packed}`);
});

test('the plain form of a packed reply has the same tokens and numbers, as far as they are kept', () => {
  fc.assert(
    fc.property(content, text, (tokens, message) => {
      const small = packReply(bodyOf(tokens, message), k);
      if (small === null) return;
      // JSON has no sign of zero.
      const sent = Buffer.from(JSON.stringify(plainReply(small)));
      assert.deepEqual(withoutSigns(readable(sent)), withoutSigns(readable(small)));
    }),
    { numRuns: 200 },
  );
});

test('the plain form of a packed reply has numbers as a server writes them', () => {
  const body = bodyOf([{ token: 'a', logprob: -0.1, top_logprobs: [{ token: 'a', logprob: -12.345678 }] }]);
  const [choice] = plainReply(packReply(body, 2)!).choices as { logprobs: { content: unknown } }[];
  assert.deepEqual(choice!.logprobs.content, [
    { token: 'a', logprob: -0.1, top_logprobs: [{ token: 'a', logprob: -12.345678 }] },
  ]);
});

test('fewer alternatives can be read of a packed reply than were packed, and more than it has', () => {
  const small = packReply(four, 4)!;
  for (const alternatives of [1, 2, 4, 6])
    assert.deepEqual(readable(small, alternatives), readable(four, alternatives));
});

test('a reply without logprobs, or of another shape, is not packed', () => {
  for (const tokens of [null, [], [{ token: 'a' }], 'none']) assert.equal(packReply(bodyOf(tokens), k), null);
  assert.equal(packReply(Buffer.from('{"choices":[]}'), k), null);
  assert.equal(packReply(Buffer.from('<html>502</html>'), k), null);
  assert.equal(packReply(Buffer.concat([four, Buffer.from([0xff])]), k), null);
  const second = JSON.parse(four.toString()) as { choices: object[] };
  second.choices.unshift({ index: 1, message: { content: 'first' } });
  assert.equal(packReply(Buffer.from(JSON.stringify(second)), k), null, 'logprobs of another choice');
});

test('a packed reply that was cut or altered is unreadable, or reads as something, and never breaks the reader', () => {
  const small = packReply(four, 4)!;
  const tryToRead = (body: Buffer): void => {
    try {
      readReply(200, body, 4);
    } catch (error) {
      assert.ok(isLateBenchError(error), String(error));
    }
  };
  for (let length = 1; length < small.length; length += 1) {
    const cut = small.subarray(0, length);
    assert.throws(() => readReply(200, cut, 4), isLateBenchError, `${length}`);
  }
  const head = small.indexOf('\n');
  for (let at = 0; at < head; at += 1) {
    for (const byte of Buffer.from('-9e."{,')) {
      const altered = Buffer.from(small);
      altered[at] = byte;
      tryToRead(altered);
    }
  }
});

const around = ['{"choices":[{"message":{"content":"x"},"finish_reason":"stop","logprobs":', '}]}'] as const;

/** What a server would have to send that knows the form. */
function forged(facts: object, ...columns: readonly (Float32Array | Int32Array | Buffer)[]): Buffer {
  const [before, after] = around;
  const head = { latebench_packed: 1, before: before.length, after: after.length, logprobs: facts };
  const bytes = columns.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n${before}${after}`), ...bytes]);
}

test('columns that a server made up are judged: what no pool could hold is no reply', () => {
  const floats = (...values: number[]): Float32Array => Float32Array.from(values);
  const ends = (...values: number[]): Int32Array => Int32Array.from(values);
  const two = { k: 1, count: 2, token_bytes: 2 };
  const whole = [floats(-1, -1), floats(-1, -1)] as const;
  const ab = Buffer.from('ab');
  assert.deepEqual(readReply(200, forged(two, ...whole, ends(0, 1, 2), ab), 1).logprobs!.tokens.toStrings(), [
    'a',
    'b',
  ]);
  const wrong = [
    forged({ ...two, count: 1.5 }, Buffer.alloc(64)),
    forged({ ...two, k: -1 }, Buffer.alloc(64)),
    forged({ ...two, token_bytes: '2' }, Buffer.alloc(64)),
    forged({ ...two, top_token_bytes: null }, ...whole, ends(0, 1, 2), ab),
    forged(two, ...whole, ends(0, 5, 2), ab),
    forged(two, ...whole, ends(0, 2, 1), ab),
    forged(two, ...whole, ends(0, 1, 1000), ab),
    forged(two, ...whole, ends(1, 1, 2), ab),
    forged(two, ...whole, ends(0, 1, 2), Buffer.from('é')),
    forged(two, ...whole, ends(0, 1, 2), Buffer.from([0xff, 0xfe])),
    forged(two, floats(-1, Number.POSITIVE_INFINITY), whole[1], ends(0, 1, 2), ab),
    forged(two, whole[0], floats(-1, Number.NEGATIVE_INFINITY), ends(0, 1, 2), ab),
    forged(two, ...whole, ends(0, 1, 2), ab, ab),
  ];
  for (const [at, body] of wrong.entries())
    assert.throws(() => readReply(200, body, 1), { code: 'LB_ENDPOINT_REPLY' }, `${at}`);
});
