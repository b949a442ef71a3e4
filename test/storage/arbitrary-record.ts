// Any record at all, for the round trips of this module: every nested part, unknown fields, texts without a UTF-8 form.
import fc from 'fast-check';
import type { Row } from '../../src/storage/rows.ts';

// Code units one by one: halves of surrogate pairs among them, which no UTF-8 text can hold.
const wildText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), {
    maxLength: 8,
  })
  .map((units) => String.fromCharCode(...units));
export const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), wildText);
const step = fc.nat({ max: 40 });
const count = fc.oneof(fc.nat(), fc.maxSafeNat());
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);
const unknownFields = fc.dictionary(
  fc.oneof(
    fc.constantFrom('extra', '__proto__', 'x'),
    fc.string({ maxLength: 3 }).map((name) => `u${name}`),
  ),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 2 },
);

function object(required: Row, optional: Row): fc.Arbitrary<Row> {
  const shape = { ...required, ...optional } as Record<string, fc.Arbitrary<unknown>>;
  return fc
    .tuple(fc.record(shape, { requiredKeys: Object.keys(required) }), unknownFields)
    .map(([known, unknown]) => JSON.parse(JSON.stringify({ ...unknown, ...known })) as Row);
}

const status = fc.constantFrom('ok', 'unparsed', 'failed');
const usage = object({ calls: count, prompt_tokens: count, completion_tokens: count }, {});
const vote = object(
  { sample: count, status },
  {
    first_error: maybe(fc.integer({ min: -1, max: 40 })),
    first_error_strict: maybe(step),
    error_steps: maybe(fc.array(step, { maxLength: 3 })),
    note: maybe(text),
  },
);
const critique = object(
  { critic: text, protocol: fc.constantFrom('first_error', 'all_errors'), status },
  {
    first_error: maybe(fc.integer({ min: -1, max: 40 })),
    first_error_strict: maybe(step),
    error_steps: maybe(fc.array(count, { maxLength: 3 })),
    explanations: maybe(fc.dictionary(fc.oneof(step.map(String), text), text, { maxKeys: 3 })),
    votes: maybe(fc.array(vote, { maxLength: 3 })),
    agreement: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    model: maybe(text),
    prompt_version: maybe(text),
    usage: maybe(usage),
  },
);
const injection = object(
  { status: fc.constantFrom('accepted', 'rejected', 'failed', 'clean') },
  {
    mode: maybe(fc.constantFrom('general', 'manual')),
    error_step: maybe(step),
    error_type: maybe(text),
    explanation: maybe(text),
    comment: maybe(text),
    original_steps: maybe(fc.array(text, { maxLength: 3 })),
    original_final_answer: maybe(text),
    attempts: maybe(count),
    gate: maybe(fc.dictionary(text, object({ ok: fc.boolean() }, { detail: maybe(text) }), { maxKeys: 3 })),
    verification: fc.jsonValue({ maxDepth: 2 }),
    difficulty: fc.jsonValue({ maxDepth: 1 }),
    model: maybe(text),
    prompt_version: maybe(text),
    usage: maybe(usage),
  },
);
export const record = object(
  { id: text, problem: text, steps: fc.array(text, { minLength: 1, maxLength: 4 }) },
  {
    dataset: maybe(text),
    subset: maybe(text),
    original_id: maybe(text),
    generator: maybe(text),
    subject: maybe(text),
    difficulty: maybe(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        text,
        fc.constantFrom('5', '-0', '1e+21', '"5"', '"', '07', 'Infinity', ''),
      ),
    ),
    task: maybe(text),
    answer: maybe(text),
    final_answer: maybe(text),
    final_answer_correct: maybe(fc.boolean()),
    error_steps: maybe(fc.array(step, { maxLength: 3 })),
    error_source: maybe(fc.constantFrom('natural', 'injected')),
    meta: maybe(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })),
    injection: maybe(injection),
    critiques: maybe(fc.array(critique, { maxLength: 3 })),
    provenance: maybe(fc.array(object({ stage: text, version: text, key: text }, {}), { maxLength: 2 })),
  },
);

/** The fields of a record in which a null is kept. */
export const nullInRecord = (
  'dataset subset original_id generator subject difficulty task answer final_answer final_answer_correct ' +
  'error_steps error_source'
).split(' ');

/** A copy with nulls put into `kept` where there is nothing, and taken out of `dropped`. */
export function withNulls(row: Row, kept: readonly string[], dropped: readonly string[]): Row {
  const copy: Row = { ...row };
  for (const name of kept) copy[name] ??= null;
  for (const name of dropped) if (copy[name] === null) delete copy[name];
  return copy;
}
