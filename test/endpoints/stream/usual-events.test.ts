// Which events are read from their bytes, against what JSON.parse says of them: nothing may be read otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LogprobColumns } from '../../../src/endpoints/logprob-columns.ts';
import { LogprobScanner } from '../../../src/endpoints/logprob-scan.ts';
import { ChunkScanner, type ChunkTarget } from '../../../src/endpoints/stream/chunk-scan.ts';

const scanner = new ChunkScanner(new LogprobScanner());

function newTarget(): ChunkTarget {
  const logprobs = new LogprobColumns();
  logprobs.begin(1, true);
  const space = (size: number) => ({ bytes: Buffer.alloc(size), length: 0 });
  return { text: space(65_536), logprobs, opening: space(0), model: null, fingerprint: null };
}

interface Seen {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly model: string | null;
  readonly fingerprint: string | null;
}

function seen({ text, logprobs, model, fingerprint }: ChunkTarget): Seen {
  const tokens = logprobs.view()?.tokens.toStrings() ?? [];
  return { text: text.bytes.toString('utf8', 0, text.length), tokens, model, fingerprint };
}

type Json = Record<string, unknown>;

/** What a usual event says; null for any other. */
function usual(event: Json): { readonly text: string; readonly tokens: readonly string[] } | null {
  const { choices, error, usage } = event as { choices?: Json[] } & Json;
  if (error !== undefined || (usage ?? null) !== null || choices?.length !== 1) return null;
  const choice = choices[0]!;
  const { delta, logprobs, finish_reason, ...others } = choice as { delta?: Json } & Json;
  if ((finish_reason ?? null) !== null || 'error' in others || 'message' in others) return null;
  if (delta === undefined && logprobs === undefined) return null;
  const { content = null, role: _, ...unusual } = delta ?? {};
  if (Object.values(unusual).some((value) => value !== null)) return null;
  const tokens = (logprobs as { content: { token: string }[] } | null | undefined)?.content ?? [];
  return { text: (content as string | null) ?? '', tokens: tokens.map(({ token }) => token) };
}

const token = (text: string): Json => ({
  token: text,
  logprob: -0.5,
  top_logprobs: [{ token: text, logprob: -0.5 }],
});
const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const rarely = <T>(usually: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 24, arbitrary: fc.constant(usually) }, { weight: 1, arbitrary: some(...others) });
const text = some('a', 'é "q" \\n', '', '😀', '}],{');

/** An object with some of these members, in any order. */
function members(known: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Json> {
  return fc
    .tuple(
      fc.record(known),
      fc.shuffledSubarray(Object.keys(known), { minLength: Object.keys(known).length - 1 }),
    )
    .map(([values, order]) => {
      const object: Json = {};
      for (const name of order) if (name in values) object[name] = values[name];
      return object;
    });
}

const delta = members({
  content: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) }),
  role: some('assistant', null),
  refusal: rarely<unknown>(null, 'no'),
  tool_calls: rarely<unknown>(null, []),
  contents: rarely<unknown>(null, 'x'),
});
const choice = members({
  index: fc.constant(0),
  delta,
  logprobs: fc.oneof(
    fc.constant(null),
    fc.array(text, { minLength: 1, maxLength: 2 }).map((texts) => ({ content: texts.map(token) })),
  ),
  finish_reason: rarely<unknown>(null, 'stop'),
  stop_reason: some<unknown>(null, 7, { of: [1] }),
  token_ids: some(null, [1, 2]),
}).chain((object) => rarely<Json>(object, { ...object, error: null }, { ...object, message: {} }));
const anEvent = members({
  id: text,
  created: some(1, 2),
  model: some<unknown>('m', 'm "2"', null, 3, ''),
  system_fingerprint: some('f', null),
  usage: rarely<unknown>(null, { prompt_tokens: 1 }),
  choices: fc.oneof(
    { weight: 12, arbitrary: choice.map((one) => [one]) },
    { weight: 1, arbitrary: some([], [{}, {}], {}) },
  ),
}).chain((object) => rarely<Json>(object, { ...object, error: null }));

/** Blanks wherever JSON allows them. */
function spaced(value: unknown, blank: string): string {
  if (Array.isArray(value))
    return `[${blank}${value.map((item) => spaced(item, blank)).join(`${blank},${blank}`)}${blank}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${blank}:${blank}${spaced(item, blank)}`,
  );
  return `{${blank}${pairs.join(`${blank},${blank}`)}${blank}}`;
}

test('an event is read as JSON.parse reads it where it is of the usual shape, and else leaves nothing', () => {
  const read = { quickly: 0, not: 0 };
  fc.assert(
    fc.property(
      fc.array(anEvent, { minLength: 1, maxLength: 5 }),
      some('', ' ', '\n', '\r\n\t'),
      (events, blank) => {
        const target = newTarget();
        let expected = seen(target);
        for (const event of events) {
          const body = Buffer.from(`x${blank}${spaced(event, blank)}${blank}x`);
          const known = usual(event);
          assert.equal(scanner.scan(body, 1, body.length - 1, target), known !== null, body.toString());
          read[known === null ? 'not' : 'quickly'] += 1;
          if (known === null) {
            const { text, tokens } = seen(target);
            assert.deepEqual([text, tokens], [expected.text, expected.tokens], body.toString());
            // What is left to JSON.parse is read there.
            expected = seen(target);
            continue;
          }
          const { model, system_fingerprint: fingerprint } = event;
          expected = {
            text: expected.text + known.text,
            tokens: [...expected.tokens, ...known.tokens],
            model: typeof model === 'string' ? model : expected.model,
            fingerprint: typeof fingerprint === 'string' ? fingerprint : expected.fingerprint,
          };
          assert.deepEqual(seen(target), expected, body.toString());
        }
      },
    ),
    { numRuns: 600 },
  );
  assert.ok(read.quickly > 500 && read.not > 500, JSON.stringify(read));
});

test('an event that lacks a byte, or has another, is read as JSON.parse reads it or not at all', () => {
  const event = {
    choices: [
      { delta: { content: 'ab', refusal: null }, logprobs: { content: [token('ab')] }, finish_reason: null },
    ],
    usage: null,
  };
  const whole = JSON.stringify(event);
  for (const openings of [[], [whole]]) {
    for (let at = 0; at < whole.length; at += 1) {
      for (const other of ['', ...'{}[],:"x ']) {
        const target = newTarget();
        for (const opening of openings) scanner.scan(Buffer.from(opening), 0, opening.length, target);
        const before = seen(target);
        const torn = whole.slice(0, at) + other + whole.slice(at + 1);
        const isRead = scanner.scan(Buffer.from(torn), 0, torn.length, target);
        if (!isRead) {
          assert.deepEqual(seen(target), before, torn);
          continue;
        }
        const known = usual(JSON.parse(torn) as Json);
        assert.deepEqual(seen(target).text, before.text + known?.text, torn);
        assert.deepEqual(seen(target).tokens, [...before.tokens, ...known!.tokens], torn);
      }
    }
  }
});

test('what comes before the text is remembered, and an event that differs in it is read anew', () => {
  const target = newTarget();
  const event = (id: string, content: string): Buffer =>
    Buffer.from(JSON.stringify({ id, model: id, choices: [{ delta: { content }, logprobs: null }] }));
  for (const id of ['a', 'a', 'b', 'longer'.repeat(20), 'a']) {
    const body = event(id, `${id} `);
    const chunk = Buffer.concat([Buffer.from('data: '), body]);
    assert.ok(scanner.scan(chunk, 6, chunk.length, target));
    const { opening, model } = target;
    assert.equal(opening.bytes.toString('utf8', 0, opening.length), body.toString().split(`"${id} "`)[0]);
    assert.equal(model, id);
  }
  assert.equal(seen(target).text, ['a', 'a', 'b', 'longer'.repeat(20), 'a', ''].join(' '));
});

test('a fact that is no JSON is not read', () => {
  for (const model of ['"\\q"', '', '"m" "n"']) {
    const event = `{"model":${model},"choices":[{"delta":{"content":"a"}}]}`;
    assert.ok(!scanner.scan(Buffer.from(event), 0, event.length, newTarget()), event);
  }
});
