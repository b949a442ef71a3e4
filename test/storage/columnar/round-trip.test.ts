import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../../src/records/identity.ts';
import { locationOf } from '../../../src/records/location.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { collect, formats, fullRecord, scratch, writeRecords } from './support.ts';

// Code units one by one: halves of surrogate pairs among them, which no UTF-8 text can hold.
const wildText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), {
    maxLength: 8,
  })
  .map((units) => String.fromCharCode(...units));
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), wildText);
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
const record = object(
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

const nullInRecord = (
  'dataset subset original_id generator subject difficulty task answer final_answer final_answer_correct ' +
  'error_steps error_source'
).split(' ');

function withNulls(row: Row, kept: readonly string[], dropped: readonly string[]): Row {
  const copy: Row = { ...row };
  for (const name of kept) copy[name] ??= null;
  for (const name of dropped) if (copy[name] === null) delete copy[name];
  return copy;
}

/** The record with absent and null made the same: where the schema keeps nulls null, elsewhere absent. */
function settled(row: Row): Row {
  const listed = (value: unknown, each: (item: Row) => Row): unknown =>
    Array.isArray(value) ? value.map((item: Row) => each(item)) : value;
  const copy = withNulls(row, nullInRecord, ['meta', 'injection', 'critiques', 'provenance']);
  const errors = ['first_error', 'error_steps'];
  if (copy.critiques !== undefined) {
    copy.critiques = listed(copy.critiques, (item) => {
      const critic = withNulls(item, errors, [
        'first_error_strict',
        ...'explanations votes agreement model prompt_version usage'.split(' '),
      ]);
      if (critic.votes === undefined) return critic;
      const votes = listed(critic.votes, (each) => withNulls(each, errors, ['first_error_strict', 'note']));
      return { ...critic, votes };
    });
  }
  if (copy.injection !== undefined) {
    const known = Object.keys((solutionColumns.injection as { fields: object }).fields);
    const made = withNulls(
      copy.injection as Row,
      [],
      known.filter((name) => name !== 'extra'),
    );
    if (made.gate !== undefined) {
      const checks = Object.entries(made.gate as Row);
      made.gate = Object.fromEntries(
        checks.map(([name, check]) => [name, withNulls(check as Row, [], ['detail'])]),
      );
    }
    copy.injection = made;
  }
  return copy;
}

for (const { ending, open, read } of formats) {
  test(`any record comes back from ${ending} as it was written`, async (t) => {
    const folder = await scratch(t);
    const path = join(folder, `records.${ending}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 25, size: 'max' }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, group) => {
          const sink = await open(path, solutionColumns, { rowGroupRows: group });
          for (const row of rows) await sink.write(row);
          assert.equal((await sink.close()).rows, rows.length);
          const back = await collect(read(path));
          assert.equal(back.length, rows.length);
          for (const [index, row] of rows.entries()) {
            assert.equal(canonicalJson(settled(back[index]!)), canonicalJson(settled(row)));
          }
        },
      ),
      ending === 'arrow' ? { numRuns: 30 } : { numRuns: 2 },
    );
  });

  test(`a record with every nested part comes back from ${ending}, its nulls in place`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    const rows = [0, 1, 2].map(fullRecord);
    await writeRecords(path, rows);
    const back = await collect(read(path));
    assert.deepEqual(JSON.parse(JSON.stringify(back)), rows);
    assert.deepEqual(locationOf(back[2]!), { source: path, line: 3 });
  });

  test(`fields that a record lacks come back from ${ending} as null, those of its parts not at all`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    const least = { id: 'a', problem: 'p', steps: ['s'] };
    const part = { critic: 'c', protocol: 'first_error', status: 'unparsed', model: null };
    await writeRecords(path, [
      { ...least, meta: null },
      { ...least, critiques: [part] },
    ]);
    const back = await collect(read(path));
    const nulls = Object.fromEntries(nullInRecord.map((name) => [name, null]));
    const [lean, judged] = JSON.parse(JSON.stringify(back));
    assert.deepEqual(lean, { ...least, ...nulls });
    const { model: _, ...rest } = part;
    assert.deepEqual(judged.critiques, [{ ...rest, first_error: null, error_steps: null }]);
  });

  test(`${ending} gives back the wanted columns only, fields of the record that have none included`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    await writeRecords(path, [{ ...fullRecord(7), id: '\ud800', tool: 1 }]);
    const [row] = await collect(read(path, { columns: ['steps', 'id'] }));
    assert.equal(canonicalJson(row), canonicalJson({ id: '\ud800', steps: fullRecord(7).steps }));
    const [rest] = await collect(read(path, { columns: ['extra'] }));
    assert.equal(canonicalJson(rest), canonicalJson({ tool: 1 }));
  });

  test(`${ending} without rows is a valid file with the columns`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    await writeRecords(path, []);
    assert.deepEqual(await collect(read(path, { columns: ['critiques'] })), []);
    await assert.rejects(
      collect(read(path, { columns: ['critics'] })),
      /no column "critics"; it has id, dataset/,
    );
  });
}
