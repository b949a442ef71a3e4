import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBody } from '../../src/endpoints/body-json.ts';
import { readNumber } from '../../src/endpoints/json-number.ts';
import { LogprobScanner } from '../../src/endpoints/logprob-scan.ts';
import { logprobsByShape } from '../../src/endpoints/reply-logprobs.ts';
import { readReply } from '../../src/endpoints/wire-reply.ts';
import { repetitions } from '../support/thorough.ts';
import { content, k, other, plain, text } from './generated-logprobs.ts';

const scanner = new LogprobScanner();

/** What the slow path makes of the same bytes; undefined where they are no JSON. */
function parsed(bytes: Buffer): { value: unknown } | undefined {
  const value = parseBody(bytes.toString('utf8'));
  return value === undefined ? undefined : { value };
}

/** JSON as some servers write it: with blanks, and everything beyond ASCII escaped. */
function written(value: unknown, blanks: boolean, ascii: boolean): string {
  const json = JSON.stringify(value, null, blanks ? 1 : undefined);
  if (!ascii) return json;
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
}

test('scanned logprobs are those that JSON.parse gives', () => {
  fc.assert(
    fc.property(content, fc.boolean(), fc.boolean(), other, (tokens, blanks, ascii, more) => {
      const value = { ...more, content: tokens, refusal: null };
      const body = Buffer.from(written(value, blanks, ascii));
      const found = scanner.scan(body, 0, k);
      assert.ok(found !== null);
      assert.equal(found.end, body.length);
      assert.deepEqual(plain(found.columns.result()), plain(logprobsByShape(parsed(body)!.value, k)));
    }),
    { numRuns: 400 },
  );
});

test('the result of what was scanned stays as it is when the next body is', () => {
  const body = (token: string): Buffer =>
    Buffer.from(
      JSON.stringify({ content: [{ token, logprob: -1, top_logprobs: [{ token, logprob: -1 }] }] }),
    );
  const first = scanner.scan(body('first'), 0, 1)!.columns.result();
  scanner.scan(body('other'), 0, 1);
  assert.deepEqual(plain(first), {
    chosen: [-1],
    top: [-1],
    tokens: ['first'],
    topTokens: ['first'],
  });
});

test('a whole body gives the same reply, whatever its content says', () => {
  fc.assert(
    fc.property(content, text, fc.boolean(), (tokens, reported, first) => {
      const message = { role: 'assistant', content: reported };
      const logprobs = { content: tokens };
      const choice = first
        ? { logprobs, message, finish_reason: 'stop' }
        : { index: 0, message, logprobs, finish_reason: 'stop' };
      const body = { id: '"logprobs": {', model: 'm', choices: [choice], usage: { completion_tokens: 3 } };
      const reply = readReply(200, Buffer.from(JSON.stringify(body)), k);
      const slow = logprobsByShape(JSON.parse(JSON.stringify(logprobs)), k);
      assert.deepEqual(plain(reply.logprobs), plain(slow));
      assert.deepEqual([reply.content, reply.model, reply.completionTokens], [reported, 'm', 3]);
    }),
    { numRuns: 200 },
  );
});

test('damaged bytes are refused, or read as JSON.parse reads them', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('{}[]",:\\0e-.nu\u0001 '))), {
    minLength: 1,
    maxLength: 3,
  });
  let accepted = 0;
  fc.assert(
    fc.property(content, damage, fc.boolean(), (tokens, changes, cut) => {
      const whole = Buffer.from(JSON.stringify({ content: tokens }));
      const body = cut ? whole.subarray(0, changes[0]![0] % whole.length) : whole;
      for (const [at, byte] of changes) if (body.length > 0) body[at % body.length] = byte;
      if (!parsed(body) || body[0] !== 0x7b) {
        const found = scanner.scan(body, 0, k);
        // What follows the value is not the scanner's to judge.
        if (found !== null) assert.ok(parsed(body.subarray(0, found.end)), body.toString());
        return;
      }
      const found = scanner.scan(body, 0, k);
      if (found === null) return;
      accepted += 1;
      assert.deepEqual(
        plain(found.columns.result()),
        plain(logprobsByShape(parsed(body)!.value, k)),
        body.toString(),
      );
    }),
    { numRuns: repetitions(1000, 3000) },
  );
  assert.ok(accepted > 20, `${accepted} damaged bodies were still JSON`);
});

test('a number is rounded as Math.fround(JSON.parse()) rounds it', () => {
  const out = new Float32Array(1);
  /** Where it ended. */
  const read = (json: string): number => {
    const bytes = Buffer.from(json);
    return readNumber(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, out, 0);
  };
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,30})?([eE][-+]?\d{1,3})?$/);
  const middles = fc
    .float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 0 })
    // The exact middle between two float32 numbers, and its neighbours.
    .chain((value) => fc.constantFrom(value * (1 + 2 ** -24), value * (1 + 2 ** -24 + 2 ** -52), value))
    .map((value) => value.toFixed(40).replace(/(\.\d*?)0+$/, '$10'));
  fc.assert(
    fc.property(fc.oneof(digits, middles), (json) => {
      const end = read(`${json},`);
      const [value] = out;
      assert.ok(Object.is(value, Math.fround(JSON.parse(json) as number)), `${json} gave ${value}`);
      assert.equal(end, json.length);
    }),
    { numRuns: repetitions(1000, 3000) },
  );
  for (const wrong of ['', '-', '.5', '01', '1.', '1e', '1e+', '+1', 'NaN', '"1"']) {
    assert.equal(read(wrong), -1, wrong);
    assert.equal(read(`${wrong}, ${' '.repeat(40)}`), -1, wrong);
  }
});

/** The list of a token's bytes: right, of more or fewer, of others, or no JSON. */
const lists: fc.Arbitrary<(bytes: readonly number[]) => string> = fc.oneof(
  { weight: 5, arbitrary: fc.constant((bytes: readonly number[]) => JSON.stringify(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (bytes: readonly number[]) => JSON.stringify([...bytes, 9]),
      (bytes: readonly number[]) => JSON.stringify(bytes.slice(0, -1)),
      (bytes: readonly number[]) => `[${bytes.join(',')},]`,
      (bytes: readonly number[]) => `[${bytes.join(',')}`,
      (bytes: readonly number[]) => `[${bytes.join(',')},`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('[]', '[0]', '[1,22,333]', '[4444]', '[01]', '[,1]', '[1 2]', '[-1]', '[1')
      .map((list) => () => list),
  },
);
const alternative = fc
  .record({
    token: fc.oneof(text, fc.constantFrom('', ' the', '\u0000', '"', '\\', 'é', '\u007f', '😀')),
    logprob: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -100, max: 0 }).map(String),
      fc.constantFrom(
        '-0',
        '0',
        '-9999.0',
        '-1e-7',
        '-0.12345678901234e3',
        '-12.345678901234567890123',
        '-.5',
        '-90.12345678901234',
        '-Infinity',
        'Infinity',
        'NaN',
        '-NaN',
        'Infinit',
      ),
    ),
    list: lists,
  })
  .map(
    ({ token, logprob, list }) =>
      `{"token":${JSON.stringify(token)},"logprob":${logprob},"bytes":${list([...Buffer.from(token)])}}`,
  );

test('alternatives as servers write them are read as JSON.parse reads them, or left to it', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(alternative, { minLength: 1, maxLength: 12 }), (alternatives) => {
      const rest = `"top_logprobs":[${alternatives.join(',')}]`;
      const body = Buffer.from(`{"content":[{"token":"a","logprob":-1,"bytes":[97],${rest}}]}`);
      const found = scanner.scan(body, 0, k);
      const expected = parsed(body);
      if (expected === undefined) return assert.equal(found, null);
      accepted += 1;
      assert.ok(found !== null);
      assert.equal(found.end, body.length);
      assert.deepEqual(plain(found.columns.result()), plain(logprobsByShape(expected.value, k)));
    }),
    { numRuns: repetitions(1000, 3000) },
  );
  assert.ok(accepted > 100, `${accepted} bodies were JSON`);
});

test('numbers that Python writes and JSON does not have are read in a whole body, fast and slowly', () => {
  const written = (more: string): Buffer =>
    Buffer.from(
      `{"choices":[{"message":{"content":"NaN \\" -Infinity"},"logprobs":{${more}"content":[{"token":"Infinity","logprob":-Infinity,` +
        '"top_logprobs":[{"token":"NaN","logprob":-Infinity},{"token":"\\\\","logprob": NaN},{"token":"b","logprob":Infinity}]}]},' +
        '"finish_reason":"stop"}]}',
    );
  for (const more of ['', '"content\\u0020":NaN,']) {
    const reply = readReply(200, written(more), 3);
    assert.equal(reply.content, 'NaN " -Infinity');
    assert.deepEqual(plain(reply.logprobs), {
      chosen: [-9999],
      top: [-9999, Number.NaN, Number.NaN],
      tokens: ['Infinity'],
      topTokens: ['NaN', '\\', 'b'],
    });
  }
  assert.throws(() => readReply(200, written('').subarray(0, -1), 3), /not complete JSON/);
});

test('what is of another shape is read by the slow path', () => {
  const reply = (logprobs: unknown): unknown => {
    const choice = { message: { content: 'x' }, logprobs, finish_reason: 'stop' };
    return plain(readReply(200, Buffer.from(JSON.stringify({ choices: [choice] })), 2).logprobs);
  };
  const legacy = {
    tokens: ['a'],
    token_logprobs: [-0.5],
    top_logprobs: [{ a: -0.5, b: -2 }],
  };
  assert.deepEqual(reply(legacy), { chosen: [-0.5], top: [-0.5, -2], tokens: ['a'], topTokens: ['a', 'b'] });
  const words = {
    content: [{ token: 'a', logprob: '-Infinity', top_logprobs: [{ token: 'a', logprob: 'x' }] }],
  };
  assert.deepEqual(reply(words), {
    chosen: [-9999],
    top: [Number.NaN, Number.NaN],
    tokens: ['a'],
    topTokens: ['a', ''],
  });
  const twice = '{"choices":[{"message":{"content":"x"},"logprobs":{"content":[]},"logprobs":null}]}';
  assert.equal(readReply(200, Buffer.from(twice), 2).logprobs, null);
});
