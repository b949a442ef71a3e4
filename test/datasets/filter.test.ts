import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { filterStage } from '../../src/datasets/filter.ts';
import type { FilterOptions } from '../../src/datasets/filter-checks.ts';
import { parseSample, reservoir } from '../../src/datasets/sample.ts';
import { splitSteps } from '../../src/datasets/split-steps.ts';
import { holds, parseCondition } from '../../src/datasets/where.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { collect } from '../support/bytes.ts';

const record = {
  id: 'a/1',
  problem: 'p',
  steps: ['one', 'two', 'three'],
  error_steps: [2],
  subject: 'algebra',
  difficulty: 4,
  answer: null,
  meta: { level: 5, tag: 'x=y', list: [1, 2] },
};

for (const [condition, expected] of [
  ['subject=algebra', true],
  ['subject!=algebra', false],
  ['difficulty>=4', true],
  ['difficulty>4', false],
  ['difficulty<10', true],
  ['meta.level=5', true],
  ['meta.level=5.0', true],
  ['meta.tag=x=y', true],
  ['steps.length>=3', true],
  ['steps.0=one', true],
  ['answer=null', true],
  ['missing=null', true],
  ['missing<3', false],
  ['answer!=null', false],
  ['subject~^ALG', true],
  ['missing~.', false],
  ['meta.list=[1,2]', true],
  ['meta.constructor=null', true],
  ['subject = algebra', true],
  ['subject = "algebra"', true],
  ["subject != 'algebra'", false],
  ['difficulty > 3 ', true],
  ['subject ~ ^ALG', true],
  ['meta.tag~=y', true],
] as const) {
  test(`--where ${condition} is ${expected}`, () =>
    assert.equal(holds(record, parseCondition(condition)), expected));
}

test('a condition that cannot be read is a usage error', () => {
  for (const text of ['subject', '=x', 'a~(', '', 'subject == algebra', 'difficulty=>3', 'difficulty<>3'])
    assert.throws(() => parseCondition(text), { code: 'LB_USAGE' });
});

function reason(options: FilterOptions, change: object = {}): string | null {
  const [result] = [
    ...(filterStage(options).run(
      { ...record, ...change },
      { signal: new AbortController().signal },
    ) as Iterable<unknown>),
  ];
  return isDrop(result) ? result.reason : null;
}

test('each drop says its reason, and an unknown label is neither an error nor none', () => {
  assert.equal(reason({ minSteps: 3, maxSteps: 3, hasError: true }), null);
  assert.equal(reason({ minSteps: 4 }), 'fewer than 4 steps');
  assert.equal(reason({ maxSteps: 2 }), 'more than 2 steps');
  assert.equal(reason({ noError: true }), 'has an error');
  assert.equal(reason({ hasError: true }, { error_steps: [] }), 'no error');
  assert.equal(reason({ hasError: true }, { error_steps: null }), 'no label');
  assert.equal(reason({ noError: true }, { error_steps: null }), 'no label');
  assert.equal(reason({ where: ['subject=geometry'] }), 'not subject=geometry');
});

test('a share is decided record by record, by seed and id', () => {
  const kept = (seed: number): string[] =>
    Array.from({ length: 2000 }, (_, n) => `r${n}`).filter(
      (id) => reason({ share: 0.1, seed }, { id }) === null,
    );
  assert.deepEqual(kept(1), kept(1));
  assert.notDeepEqual(kept(1), kept(2));
  assert.ok(Math.abs(kept(1).length - 200) < 50, `${kept(1).length} of 2000`);
});

test('a reservoir holds the number asked for, in order, each record equally likely', async () => {
  const items = Array.from({ length: 20 }, (_, n) => n);
  const source = async function* (): AsyncGenerator<number> {
    yield* items;
  };
  const hits = new Array<number>(20).fill(0);
  for (let seed = 0; seed < 2000; seed += 1) {
    const sample = await collect(reservoir(source(), 5, seed));
    assert.equal(sample.length, 5);
    assert.deepEqual(
      [...sample].sort((a, b) => a - b),
      sample,
    );
    for (const n of sample) hits[n] = hits[n]! + 1;
  }
  assert.ok(
    hits.every((count) => Math.abs(count - 500) < 110),
    hits.join(' '),
  );
  assert.deepEqual(await collect(reservoir(source(), 50, 1)), items);
});

test('--sample takes a number or a share', () => {
  assert.deepEqual([parseSample('10'), parseSample('2.5%')], [{ count: 10 }, { share: 0.025 }]);
  for (const text of ['', '1.5', '-1', '101%', 'x'])
    assert.throws(() => parseSample(text), { code: 'LB_USAGE' });
});

test('splits by paragraphs, else lines, else sentences, never inside maths', () => {
  assert.deepEqual(splitSteps('A.\n\nB $$x\n\ny$$ c.\n \nD.'), ['A.', 'B $$x\n\ny$$ c.', 'D.']);
  assert.deepEqual(splitSteps('A\nB \\[\nx\n\\]\nC'), ['A', 'B \\[\nx\n\\]', 'C']);
  assert.deepEqual(splitSteps('We get 3.5 kg. Then $x = 1. Y$ holds. So done.'), [
    'We get 3.5 kg.',
    'Then $x = 1. Y$ holds.',
    'So done.',
  ]);
  assert.deepEqual(splitSteps('It costs $5.\nThen more.'), ['It costs $5.', 'Then more.']);
  assert.deepEqual([splitSteps('  '), splitSteps('one')], [[], ['one']]);
});

test('splitting loses nothing but white space', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '$', '\\[', '\\]', '\\begin{x}', '\\end{x}'),
      }),
      (text) => {
        assert.equal(splitSteps(text).join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      },
    ),
  );
});
