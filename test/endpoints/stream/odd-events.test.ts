// Events that servers send beside the usual ones: the reply is that of the same bytes read as a whole (wire-sse.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChatReply } from '../../../src/endpoints/chat.ts';
import { ReplyStream } from '../../../src/endpoints/stream/reply-stream.ts';
import { isBrokenStream, isStoredStream } from '../../../src/endpoints/stream/stored-stream.ts';
import { readReply } from '../../../src/endpoints/wire-reply.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const k = 2;
const headers = { 'content-type': 'text/event-stream' };
type Json = Record<string, unknown>;

function open(limit = Number.POSITIVE_INFINITY): ReplyStream {
  let seen = 0;
  const token = (): boolean => {
    seen += 1;
    return seen >= limit;
  };
  const stream = new ReplyStream({ keepsTexts: true, begin() {}, token }, k);
  assert.ok(stream.accepts(200, headers));
  return stream;
}

const sse = (events: readonly unknown[]): Buffer =>
  Buffer.from(
    events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
  );

function streamed(bytes: Buffer): ChatReply {
  const stream = open();
  stream.write(Buffer.from(bytes));
  return readReply(200, stream.body(true), k);
}

/** What a reply says, or the code of its error and whether it is tried again. */
function outcome(read: () => ChatReply): unknown {
  try {
    const { logprobs, streamed: _, ...reply } = read();
    if (logprobs === null) return reply;
    const { tokens, topTokens, chosen, top } = logprobs;
    return { ...reply, of: [tokens.toStrings(), topTokens.toStrings(), [...chosen], [...top]] };
  } catch (error) {
    assert.ok(isLateBenchError(error), String(error));
    return [error.code, error.retry];
  }
}

const token = (text: string): Json => ({
  token: text,
  logprob: -0.5,
  top_logprobs: [...text].slice(0, 3).map((one, at) => ({ token: one, logprob: -0.5 - at })),
});
const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const logprobs = some(
  null,
  undefined,
  { content: [] },
  { content: [token('a'), token('bcd')] },
  { content: null },
);
const delta = fc.record(
  {
    content: some('a', 'é😀', '', null),
    role: some('assistant'),
    thought: some('r1', '', null),
    refusal: some('no', null),
  },
  { requiredKeys: ['content'] },
);
const facts = fc.record(
  {
    model: some('m', 'n', null),
    system_fingerprint: some('f', 'g', null),
    usage: some(
      null,
      { prompt_tokens: 3, completion_tokens: 9 },
      { prompt_tokens: 3, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 2 } },
    ),
    choices: fc.oneof(
      some<unknown>([], null, undefined),
      fc
        .tuple(
          some('delta', 'delta', 'message', 'other'),
          delta,
          logprobs,
          some(null, null, null, 'stop', 'length'),
          some<readonly unknown[]>([0], [0], [0], [0], [1], [null], [0, 1], [1, 0]),
          fc.boolean(),
        )
        .map(([name, said, logprobs, finish_reason, indices, last]) =>
          indices.map((index) => {
            const choice = { [name]: said, logprobs, finish_reason };
            return last ? { ...choice, index } : { index, ...choice };
          }),
        ),
    ),
  },
  { requiredKeys: ['choices'] },
);
/** Some servers say last which model they are. */
const event = fc
  .tuple(facts, some(false, false, false, true))
  .map(([{ choices, ...rest }, first]) => (first ? { choices, ...rest } : { ...rest, choices }));

/** Under the names that a server has for its reasoning. */
function withNames(events: readonly unknown[], names: readonly string[]): unknown[] {
  const text = JSON.stringify(events);
  return JSON.parse(
    text.replaceAll(/"thought":(null|"\w*")/g, (_, value) =>
      names.map((name) => `"${name}":${value}`).join(),
    ),
  ) as unknown[];
}
const names = some(['reasoning'], ['reasoning_content'], ['reasoning', 'reasoning_content']);

test('a stream of any events gives the reply that its bytes give as a whole', () => {
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 6 }),
      names,
      some('[DONE]', ' [DONE] '),
      some('x', '', ''),
      (events, own, done, begin) => {
        // Without content no reply was meant; the whole body may say so, where the stream has only what was kept of it.
        const first = { choices: [{ index: 0, delta: { content: begin } }] };
        const bytes = sse([first, ...withNames(events, own), done]);
        const expected = outcome(() => readReply(200, bytes, k)) as Json;
        const actual = outcome(() => streamed(bytes)) as Json;
        // Tokens that arrived are billed, whatever the server's count; where it has none, only if those are all.
        const tokens = (actual.of as string[][] | undefined)?.[0] ?? [];
        const text = actual.refused === true ? '' : (actual.content as string);
        const isAll = !actual.reasoning && Buffer.byteLength(tokens.join('')) >= Buffer.byteLength(text);
        const arrived = expected.completionTokens === 0 && !isAll ? 0 : tokens.length;
        assert.equal(actual.completionTokens, Math.max(expected.completionTokens as number, arrived));
        assert.deepEqual({ ...actual, completionTokens: 0 }, { ...expected, completionTokens: 0 });
      },
    ),
    { numRuns: 300 },
  );
});

/** An event with a name, as `sse` takes it. */
const named = (name: string, data: unknown): string =>
  `\nevent: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}`;
const parts = [
  { type: 'thinking', thinking: [] },
  { type: 'text', text: 'b' },
];
const said = {
  model: 'm',
  choices: [{ index: 0, delta: { content: 'a' }, logprobs: { content: [token('a')] } }],
};
const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

for (const [what, events] of [
  ['an error', [said, { error: { message: 'slow down', code: 429 } }, end]],
  ['an error as text', [said, { error: 'it broke' }, end]],
  [
    'an object that is an error',
    [said, { object: 'error', message: 'no credit', code: 'insufficient_quota' }],
  ],
  ['an error in a choice', [said, { choices: [{ error: { message: 'gone', code: 502 } }] }, end]],
  [
    'null for an error',
    [
      { error: null, ...said },
      { ...end, error: null },
    ],
  ],
  ['an event that is no object', [said, '[1]', end]],
  ['an event that is no JSON', [said, '{"choices":[', end]],
  ['its end mark alone', ['[DONE]']],
  ['an end mark and no finish reason', [said, '[DONE]']],
  ['neither end mark nor finish reason', [said]],
  ['an empty event', [said, '', end]],
  ['an event that its name calls an error', [said, named('error', { message: 'gone', code: 502 }), end]],
  ['an error that is no JSON', [said, named('error', 'gone'), end]],
  ['another name of an event', [named('chunk', said), end]],
  ['its text in parts', [{ choices: [{ delta: { content: parts } }] }, end]],
  [
    'an end for want of resources',
    [said, { choices: [{ delta: {}, finish_reason: 'insufficient_system_resource' }] }],
  ],
] as const) {
  test(`a stream with ${what} is what its bytes are as a whole`, () => {
    const bytes = sse(events);
    const whole = outcome(() => readReply(200, bytes, k));
    const actual = outcome(() => streamed(bytes));
    if (!Array.isArray(whole))
      assert.deepEqual(
        { ...(actual as Json), completionTokens: 0 },
        { ...(whole as Json), completionTokens: 0 },
      );
    else assert.deepEqual(actual, whole);
  });
}

test('a stream has the same reply however its lines end, wherever it is cut, and with a mark of its encoding', () => {
  const text = `\ufeff: comment\n\n${sse([said, end, '[DONE]'])}`;
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
    assert.equal(readReply(200, bytes, k).content, 'a');
    for (const size of [1, 2, 7, bytes.length]) {
      const stream = open();
      for (let at = 0; at < bytes.length; at += size)
        stream.write(Buffer.from(bytes.subarray(at, at + size)));
      const reply = readReply(200, stream.body(true), k);
      assert.deepEqual([reply.content, reply.finishReason], ['a', 'stop'], JSON.stringify([lineEnd, size]));
    }
  }
});

test('of several choices in a stream the first is kept: pieces of two are no text of the model', () => {
  const piece = (index: number | undefined, content: string, finish_reason: string | null = null): Json => ({
    ...(index === undefined ? {} : { index }),
    delta: { content },
    logprobs: { content: [token(content)] },
    finish_reason,
  });
  for (const first of [0, 1, undefined]) {
    const other = first === 1 ? 0 : 1;
    for (const together of [false, true]) {
      const pairs = ['a', 'b', 'c'].map((text) => [piece(first, text), piece(other, text.toUpperCase())]);
      const events = together
        ? pairs.map((choices, at) => ({
            choices: at % 2 === 0 || first === undefined ? choices : choices.reverse(),
          }))
        : pairs.flatMap((choices) => choices.map((choice) => ({ choices: [choice] })));
      const ends = [
        { choices: [piece(other, 'D', 'length')] },
        { choices: [piece(first, 'd', 'stop')] },
        '[DONE]',
      ];
      const bytes = sse([...events, ...ends]);
      for (const reply of [streamed(bytes), readReply(200, bytes, k)]) {
        assert.equal(reply.content, 'abcd', `${first} ${together}`);
        assert.equal(reply.finishReason, 'stop');
        assert.deepEqual(reply.logprobs?.tokens.toStrings(), ['a', 'b', 'c', 'd']);
      }
    }
  }
});

test('what fails after the token that was enough takes nothing away', () => {
  assert.ok(open(3).write(sse([said, said])));
  const stream = open(1);
  assert.equal(stream.write(sse([said, said, { error: { message: 'gone' } }, said])), false);
  const reply = readReply(200, stream.body(false), k);
  assert.deepEqual([reply.content, reply.streamed], ['aa', { whole: false, arrived: 2 }]);
});

test('bytes that are no UTF-8 spoil their own event alone', () => {
  const stream = open();
  const torn = Buffer.concat([
    Buffer.from('data: {"choices":[{"delta":{"content":"<'),
    Buffer.from([0xff]),
    Buffer.from('>"}}]}\n\n'),
  ]);
  stream.write(Buffer.concat([sse([said]), torn, sse([said, end])]));
  assert.equal(readReply(200, stream.body(true), k).content, 'a<\ufffd>a');
});

test('a text longer than a buffer of it is kept whole, whichever way it is read', () => {
  const long = 'é'.repeat(3_000);
  const quick = { choices: [{ index: 0, delta: { content: long } }] };
  const other = { choices: [{ index: 0, delta: { content: long, reasoning: 'r' } }] };
  const bytes = sse([quick, other, quick, quick, other, end]);
  assert.equal(streamed(bytes).content, long.repeat(5));
});

test('a stream counts its events, has no part without one, and none once it has failed or ended', () => {
  const stream = open();
  assert.equal(stream.part(), null);
  stream.write(Buffer.from(': comment\n\n'));
  assert.deepEqual([stream.events, stream.part(), stream.interrupted('gone')], [0, null, null]);
  assert.ok(stream.write(sse([said])));
  assert.equal(stream.events, 1);
  assert.ok(stream.part() !== null);
  assert.equal(stream.part(), null);
  stream.write(sse([said, '[DONE]']));
  assert.equal(stream.events, 3);
  assert.ok(isStoredStream(stream.body(true)));
  assert.equal(stream.part(), null);

  const failed = open();
  failed.write(sse([said, { error: { message: 'gone' } }]));
  assert.deepEqual([failed.part(), failed.interrupted('gone')], [null, null]);
  assert.deepEqual(JSON.parse(failed.body(true).toString()), { error: { message: 'gone' } });
});

test('a stream that breaks off is kept with its reason, unless only what follows the last token is missing', () => {
  for (const [events, whole] of [
    [[said], false],
    [[said, '[DONE]'], true],
    [[said, end], true],
  ] as const) {
    const stream = open();
    stream.write(sse(events));
    const cut = stream.interrupted('the connection broke')!;
    assert.deepEqual([cut.whole, isBrokenStream(cut.body)], [whole, !whole]);
    const { reason } = JSON.parse(cut.body.toString().split('\n')[0]!) as Json;
    assert.equal(reason, whole ? undefined : 'the connection broke');
  }
});

test('a body is read as it comes where it is an event stream as it is', () => {
  const accepts = (status: number, given: Record<string, string>): boolean =>
    new ReplyStream({ keepsTexts: true, begin() {}, token: () => false }, k).accepts(status, given);
  assert.ok(
    accepts(200, { 'content-type': 'Text/Event-Stream; charset=utf-8', 'content-encoding': 'identity' }),
  );
  assert.ok(!accepts(200, {}));
  assert.ok(!accepts(201, headers));
});

test('a fact that changes and changes back is the last one', () => {
  const piece = (own: Json): Json => ({ ...own, choices: [{ index: 0, delta: { content: 'a' } }] });
  const usual = piece({ system_fingerprint: 'f', model: 'm' });
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  for (const between of [{ system_fingerprint: 'g' }, { model: 'n' }]) {
    const bytes = sse([usual, piece({ ...between, usage }), usual, end, '[DONE]']);
    const { fingerprint, model } = streamed(bytes);
    assert.deepEqual([fingerprint, model], ['f', 'm']);
  }
});
