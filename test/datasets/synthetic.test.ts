// The synthetic problems: the same stream for the same seed, well-formed records, and solutions that are right.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { syntheticFamilies } from '../../src/datasets/synthetic/families.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { isLateBenchError } from '../../src/errors.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { equal, evaluateLatex, relationsIn } from './exact-latex.ts';
import { oracles } from './synthetic-oracles.ts';

const names = syntheticFamilies.map(({ name }) => name);
/** 150 records of every family. */
const records = [...syntheticRecords({ count: 150 * names.length, seed: 20250815 })];

test('the same seed gives the same records and another seed gives others', () => {
  const texts = (seed: number) => [...syntheticRecords({ count: 60, seed })].map((r) => JSON.stringify(r));
  assert.deepEqual(texts(7), texts(7));
  const other = new Set(texts(8));
  assert.ok(texts(7).every((text) => !other.has(text)));
});

test('a later start gives exactly the tail of the longer stream', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.nat({ max: 60 }),
      fc.nat({ max: 30 }),
      fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
      (seed, start, count, families) => {
        const whole = [...syntheticRecords({ count: start + count, seed, families })];
        assert.deepEqual([...syntheticRecords({ count, seed, start, families })], whole.slice(start));
      },
    ),
    { numRuns: 40 },
  );
});

test('the stream is lazy: an endless one can be read as far as wanted, also far from its beginning', () => {
  const start = 2 ** 33 + 5;
  const ids: string[] = [];
  for (const record of syntheticRecords({ count: Infinity, seed: 1, start })) {
    ids.push(record.id);
    if (ids.length === 3) break;
  }
  assert.ok(ids[2]!.endsWith(`-1-${start + 2}`));
});

test('every record passes the schema and fills the fields of the record form', () => {
  for (const [i, record] of records.entries()) {
    assert.deepEqual(solutionSchema.parse(record), record);
    assert.equal(record.id, `synthetic/${record.subset}-20250815-${i}`);
    assert.equal(record.id, `${record.dataset}/${record.original_id}`);
    assert.equal(record.generator, 'latebench-synthetic/1');
    assert.deepEqual(record.error_steps, []);
    assert.equal(record.final_answer_correct, true);
    assert.ok(typeof record.difficulty === 'number' && record.difficulty >= 1 && record.difficulty <= 5);
    assert.deepEqual(Object.keys(record.meta ?? {}), ['seed', 'index', 'family', 'parameters']);
    assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  }
});

test('ids are unique and hardly any problem of a family is drawn twice', () => {
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  for (const family of names) {
    const own = records.filter(({ subset }) => subset === family).map(({ problem }) => problem);
    assert.ok(new Set(own).size >= 0.95 * own.length, `${family}: ${new Set(own).size} of ${own.length}`);
  }
});

test('seven records in a row cover the seven subjects', () => {
  const subjects = new Set(records.slice(0, 7).map(({ subject }) => subject));
  assert.equal(subjects.size, 7);
  assert.deepEqual(new Set(records.map(({ subject }) => subject)), subjects);
});

test('every solution has 8 to 20 steps, each a finished sentence with balanced LaTeX', () => {
  for (const { id, problem, steps } of records) {
    assert.ok(steps.length >= 8 && steps.length <= 20, `${id} has ${steps.length} steps`);
    for (const part of [problem, ...steps]) {
      assert.match(part, /^[A-Z][^\n]*[.?]$/, `${id}: ${part}`);
      assert.equal(part.split('$').length % 2, 1, `${id}: ${part}`);
      assert.equal(part.split('{').length, part.split('}').length, `${id}: ${part}`);
      assert.doesNotMatch(
        part,
        /undefined|NaN|Infinity|\[object| {2}|\.\.|(?<![\d.])-0(?![\d.])|[+-] -|\+ \+|\be\+/,
        `${id}: ${part}`,
      );
    }
  }
});

test('the last step, and no other, boxes the answer in lowest terms', () => {
  for (const { id, steps, answer, final_answer } of records) {
    assert.equal(answer, final_answer);
    assert.ok(steps.at(-1)!.includes(`$\\boxed{${answer}}$`), id);
    assert.equal(steps.filter((step) => step.includes('\\boxed')).length, 1, id);
    const [num, den] = evaluateLatex(answer!)!;
    const size = num < 0n ? -num : num;
    assert.equal(answer, den === 1n ? `${num}` : `${num < 0n ? '-' : ''}\\frac{${size}}{${den}}`, id);
  }
});

test('every relation between plain numbers holds, and most steps have one', () => {
  let steps = 0;
  let checkable = 0;
  for (const record of records) {
    for (const step of record.steps) {
      const relations = relationsIn(step);
      for (const { holds, text } of relations) assert.ok(holds, `${record.id}: ${text}`);
      steps += 1;
      if (relations.length > 0) checkable += 1;
    }
  }
  assert.ok(checkable > 0.7 * steps, `${checkable} of ${steps} steps`);
});

test('a changed number in a worked equation is noticed by the same check', () => {
  let noticed = 0;
  const sample = records.slice(0, 210);
  for (const record of sample) {
    const step = record.steps.at(-2)!;
    const changed = step.replace(/= (-?\d+)\$/, (_, value: string) => `= ${BigInt(value) + 1n}$`);
    if (relationsIn(changed).some(({ holds }) => !holds)) noticed += 1;
  }
  assert.ok(noticed > sample.length / 4, `${noticed} of ${sample.length}`);
});

test('an independent computation from the parameters gives every answer', () => {
  assert.deepEqual(Object.keys(oracles).sort(), [...names].sort());
  for (const record of records) {
    const { parameters } = record.meta as { parameters: Record<string, never> };
    const expected = oracles[record.subset!]!(parameters);
    assert.ok(
      equal(evaluateLatex(record.answer!)!, expected),
      `${record.id}: ${record.answer}, not ${expected}`,
    );
  }
});

test('the records keep their bytes, or the number in the generator name has to be raised', () => {
  const hash = createHash('sha256');
  for (const record of records.slice(0, 420)) hash.update(`${JSON.stringify(record)}\n`);
  assert.equal(hash.digest('hex'), '74170e5cf431a97130519ebb28c53b9eb6d0626ddd7fd4d827dfa434a9080cd7');
});

test('chosen families take turns in the order given', () => {
  const families = ['mean-value', 'linear-system'];
  const subsets = [...syntheticRecords({ count: 4, seed: 3, families })].map(
    ({ subset }: Solution) => subset,
  );
  assert.deepEqual(subsets, [...families, ...families]);
});

test('an unknown family, an empty list and numbers that are not whole are usage errors', () => {
  const cases: [Parameters<typeof syntheticRecords>[0], RegExp][] = [
    [
      { count: 1, seed: 1, families: ['no-such'] },
      /'no-such' is not a synthetic family; known are linear-system/,
    ],
    [{ count: 1, seed: 1, families: [] }, /no synthetic family is named/],
    [{ count: -1, seed: 1 }, /count must be a whole number from 0, not -1/],
    [{ count: 1, seed: 1.5 }, /seed must be a whole number, not 1.5/],
    [{ count: 1, seed: 1, start: -3 }, /start must be a whole number from 0, not -3/],
    [{ count: Number.NaN, seed: 1 }, /count must be/],
  ];
  for (const [options, message] of cases) {
    assert.throws(
      () => syntheticRecords(options).next(),
      (error) => isLateBenchError(error) && error.code === 'LB_USAGE' && message.test(error.message),
    );
  }
});
