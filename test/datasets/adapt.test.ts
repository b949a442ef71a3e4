import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapterNamed, adapters } from '../../src/datasets/adapt.ts';
import { adapterNames } from '../../src/datasets/adapter-names.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { adaptAll } from './adapting.ts';

const pbRow = {
  id: 'gsm8k-3',
  generator: 'g',
  problem: 'p',
  steps: ['a', 'b', 'c'],
  final_answer_correct: true,
  label: 2,
  extra: 1,
};

test('a ProcessBench row keeps its label exactly, and its subset from the id', async () => {
  const { out } = await adaptAll([pbRow, { ...pbRow, id: 'omnimath-1', label: -1 }]);
  assert.deepEqual(
    out.map(({ id, subset, error_steps, error_source }) => [id, subset, error_steps, error_source]),
    [
      ['processbench/gsm8k/gsm8k-3', 'gsm8k', [2], 'natural'],
      ['processbench/omnimath/omnimath-1', 'omnimath', [], null],
    ],
  );
  assert.deepEqual(out[0]?.meta, { extra: 1 });
  assert.equal(out[0]?.final_answer_correct, true, 'a right answer does not hide an error in the steps');
  for (const record of out) solutionSchema.parse(record);
});

test('a row that does not fit is bad, and the others continue', async () => {
  const { out, bad } = await adaptAll([
    pbRow,
    { ...pbRow, label: 3 },
    { ...pbRow, steps: ['a', ' '] },
    { ...pbRow, label: '1' },
    pbRow,
  ]);
  assert.equal(out.length, 2);
  assert.deepEqual(
    bad.map(({ message }) => message.slice(0, 20)),
    ['label = 3 does not f', 'steps[1] is empty', 'label = "1" is not a'],
  );
});

test('a row that the named adapter cannot read is said to be of another kind where it is', async () => {
  const { label: _, ...unlabelled } = pbRow;
  const { bad } = await adaptAll(
    [
      { id: 'x', problem: 'p', steps: ['a'], error_steps: null },
      { id: 'g', question: 'q', answer: 'So 24 + 1 = <<24+1=25>>25.\n#### 25', problem: 'q' },
      unlabelled,
      { ...pbRow, label: 3 },
    ],
    { adapter: adapterNamed('processbench') },
  );
  assert.deepEqual(
    bad.map(({ message }) => message),
    [
      'it has no label; it is a record already: leave out --adapter',
      'it has no label; it looks like a row of gsm8k',
      'it has no label',
      'label = 3 does not fit 3 steps; give -1, or steps numbered from 0',
    ],
  );
});

test('our own records pass untouched, whatever else they carry', async () => {
  const record = { id: 'x', problem: 'p', steps: ['a'], error_steps: null, unknown: { deep: [1] } };
  const { out, reported } = await adaptAll([record]);
  assert.equal(out[0], record);
  assert.deepEqual(reported, []);
});

test("a user's rows are adapted by common names, said once", async () => {
  const { out, reported } = await adaptAll([
    { problem: 'p', solution: 'First.\n\nSecond.\n\nThird.' },
    { id: 7, question: 'q', answer: 'She has 48/2 = <<48/2=24>>24.\nSo 24 + 1 = 25.\n#### 25' },
    { id: 'r', question: 'q', answer: '25' },
  ]);
  assert.equal(reported.length, 1);
  assert.deepEqual(out[0]?.steps, ['First.', 'Second.', 'Third.']);
  assert.equal(out[0]?.error_steps, null);
  assert.match(String(out[0]?.id), /^custom\/mine\/[0-9a-f]{12}$/);
  assert.deepEqual(
    [out[1]?.id, out[1]?.steps, out[1]?.answer, out[1]?.final_answer],
    ['custom/mine/7', ['She has 48/2 = 24.', 'So 24 + 1 = 25.'], '25', '25'],
  );
  assert.deepEqual(
    ['steps' in out[2]!, out[2]?.answer],
    [false, '25'],
    'an answer without lines is a reference answer',
  );
});

test('keys that are named are used, and a missing one is said', async () => {
  const keys = { problem: 'task', steps: 'proof', answer: 'gold', label: 'bad' };
  const { out, bad } = await adaptAll(
    [
      { task: 't', proof: ['a', 'b'], gold: 3, bad: [1], note: 'n' },
      { task: 't', proof: ['a'], gold: 3, bad: -1 },
      { proof: ['a'], gold: 3, bad: -1 },
    ],
    { keys },
  );
  assert.deepEqual(
    out.map(({ problem, steps, answer, error_steps }) => [problem, steps, answer, error_steps]),
    [
      ['t', ['a', 'b'], '3', [1]],
      ['t', ['a'], '3', []],
    ],
  );
  assert.deepEqual(out[0]?.meta, { note: 'n' });
  assert.match(bad[0]?.message ?? '', /no field "task".*--problem-key/);
});

test('a list of steps that was written as text is bad, and a solution in brackets is not', async () => {
  const printed = {
    python: "['1 + 1 = 2.', 'So.']",
    numpy: "['1 + 1 = 2.'\n 'So.']",
    json: '["1 + 1 = 2.", "So."]',
    duckdb: '[1 + 1, So.]',
    none: '[]',
  };
  const { out, bad } = await adaptAll(Object.values(printed).map((steps) => ({ problem: 'p', steps })));
  assert.deepEqual(out, []);
  assert.equal(bad.length, Object.keys(printed).length);
  for (const { message } of bad)
    assert.match(message, /^steps is a list that was written as text \(\[.*json\.dumps/s);

  const solutions = [
    '[x, y] is a vector.\n\nIts length is [z]',
    '[1, 2]',
    'The list is [1, 2]',
    '[1] by [2]',
  ];
  const kept = await adaptAll(solutions.map((solution) => ({ problem: 'p', solution })));
  assert.deepEqual(kept.bad, []);
  assert.equal((await adaptAll([{ problem: 'p', solution: printed.python }])).bad.length, 1);
});

test('steps that are objects are bad, with the option that names the field of their text', async () => {
  const steps = [{ score: 1, text: 'a' }, { text: null }, { text: 'b' }];
  const { out, bad } = await adaptAll([
    { problem: 'p', steps },
    { problem: 'q', steps: [{ n: 1 }] },
  ]);
  assert.deepEqual(out, []);
  assert.deepEqual(
    bad.map(({ message }) => message),
    [
      "steps is a list of objects (text); name the field of their text: --steps-key 'steps[*].text'",
      "steps is a list of objects (n); name the field of their text: --steps-key 'steps[*].n'",
    ],
  );
  const named = await adaptAll([{ problem: 'p', steps: [{ text: 'a' }, { text: 'b' }] }], {
    keys: { steps: 'steps[*].text' },
  });
  assert.deepEqual(named.out[0]?.steps, ['a', 'b']);
});

test('rows of no known kind are bad, one by one', async () => {
  const { out, bad } = await adaptAll([{ x: 1 }, { problem: 'p' }]);
  assert.equal(out.length, 1);
  assert.match(bad[0]?.message ?? '', /fields: x/);
});

test('an unknown adapter names those there are', () => {
  assert.throws(() => adapterNamed('nope'), {
    code: 'LB_USAGE',
    message: /processbench, .*, jsonl, synthetic/,
  });
});

test('--adapter offers every adapter there is', () => {
  assert.deepEqual(
    adapters.map(({ name }) => name),
    [...adapterNames],
  );
});

test('a document with rows inside is answered with where they are', async () => {
  const row = { statement: '1+1', result: '2' };
  for (const [document, message] of [
    [{ train: [row], test: [row] }, /if the rows are inside: --rows-path train$/],
    [{ version: 1, content: { rows: [row] } }, /--rows-path content\.rows$/],
    [{ first: row, second: row }, /--rows-path '\*'$/],
    [
      { problem: { 0: '1+1', 1: '1+2' }, answer: { 0: '2', 1: '3' } },
      /a table by columns; .*orient='records'/,
    ],
    [{ problem: ['1+1', '1+2'], answer: ['2', '3'] }, /a table by columns/],
    [{ statement: '1+1', tags: ['x'] }, /--problem-key names the field of the problem$/],
    [{}, /--problem-key names the field of the problem$/],
  ] as const) {
    const { out, bad } = await adaptAll([document]);
    assert.deepEqual(out, []);
    assert.match(bad[0]?.message ?? '', message);
  }
});
