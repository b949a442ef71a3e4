// Every adapter reads the rows of its source in the form that is published, with the labels that a person reads there;
// what could be read in two ways is refused with the flags that settle it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { adapters } from '../../src/datasets/adapt.ts';
import { predictionRow } from '../../src/datasets/prediction-rows.ts';
import { problemSchema, solutionSchema } from '../../src/records/solution.ts';
import { adaptAll, adaptOne, type Row } from './adapting.ts';
import { type Published, published } from './published-rows.ts';

for (const { adapter, rows, labels, file = 'rows.jsonl', predictions } of published) {
  if (predictions === true) continue;
  test(`published rows of ${adapter} are read by it alone, with their labels`, async () => {
    for (const row of rows) {
      const found = adapters.filter(
        (one) => one.name !== 'jsonl' && one.recognises(row, { fileName: 'rows', keys: {} }),
      );
      assert.deepEqual(
        found.map(({ name }) => name),
        adapter === 'jsonl' ? [] : [adapter],
      );
    }
    const { out, bad, reported } = await adaptAll(rows, { source: file });
    assert.deepEqual(bad, []);
    assert.match(reported[0] ?? '', new RegExp(`read as ${adapter} rows`));
    assert.deepEqual(
      out.map(({ error_steps: steps }) => steps),
      labels,
    );
    for (const record of out) (record.steps === undefined ? problemSchema : solutionSchema).parse(record);
    assert.equal(
      new Set(out.map(({ id }) => id)).size,
      adapter === 'bigbench-mistake' ? rows.length : out.length,
    );
  });
}

for (const { adapter, rows, labels } of published.filter((one) => one.predictions)) {
  test(`rows of ${adapter} are predictions: ingest says where they go, score reads them from 1`, async () => {
    await assert.rejects(adaptAll(rows), { code: 'LB_USAGE', message: /latebench score --critiques FILE/ });
    assert.deepEqual(
      rows.map((row) => predictionRow(row, 'c').critiques[0]?.error_steps),
      labels,
    );
  });
}

test('the table in docs/datasets.md says what the fixtures hold', () => {
  const page = readFileSync('docs/datasets.md', 'utf8');
  const line = ({ adapter, card, rows, labels }: Published): string =>
    `| \`${adapter}\` | ${card} | ${rows.length} | ${labels.filter((label) => label !== null).length} |`;
  const at = page.indexOf('| adapter | form as published in |');
  assert.deepEqual(page.slice(at).split('\n\n')[0]!.trim().split('\n').slice(2), published.map(line));
  assert.deepEqual(
    published.map(({ adapter }) => adapter),
    adapters.map(({ name }) => name),
  );
});

const rowOf = (name: string): Row => published.find(({ adapter }) => adapter === name)!.rows[0]!;

test("the model's text is the solution, and the gold answer the reference", async () => {
  const record = await adaptOne(rowOf('matharena-outputs'));
  assert.deepEqual(
    record.steps,
    ['First we look.', 'Then we see \\boxed{82}.'].map((step) => step),
  );
  assert.deepEqual(
    [record.answer, record.final_answer, record.final_answer_correct, record.generator, record.original_id],
    ['83', '82', false, 'o3-mini (high)', '4-o3-mini (high)-1'],
  );
});

test('a row of OpenR1 is a record for each generation', async () => {
  const { out } = await adaptAll([rowOf('openr1')]);
  assert.deepEqual(
    out.map((record) => [
      record.original_id,
      record.final_answer,
      record.final_answer_correct,
      record.answer,
    ]),
    [
      ['r1/0', '2', true, '2'],
      ['r1/1', '3', false, '2'],
    ],
  );
});

test("DAPO's instructions are taken off the problem, and what has no solutions says so", async () => {
  const { rows } = published.find(({ adapter }) => adapter === 'verl')!;
  const { out, reported } = await adaptAll(rows);
  assert.deepEqual(
    out.map(({ problem, answer }) => [problem, answer]),
    [
      ['Find $1+2$.', '3'],
      ['Find $1+2$.', '3'],
    ],
  );
  assert.match(reported[1] ?? '', /none of 2 verl records has steps/);
});

test('Math-Shepherd is cut at its tags, and the problem ends where step 1 begins', async () => {
  const record = await adaptOne(rowOf('math-shepherd'));
  assert.equal(record.problem, 'Ann packs 6 boxes of 5 pens and sells half. How many are sold?');
  assert.equal((record.steps as string[]).length, 3);
  assert.equal(record.final_answer, '20');
  const { bad } = await adaptAll([{ ...rowOf('math-shepherd'), label: 'no marks' }]);
  assert.match(bad[0]?.message ?? '', /label has no \+ or - after step 1/);
});

test('labels that do not fit are invalid rows, never other labels', async () => {
  const cases: readonly [Row, RegExp][] = [
    [{ ...rowOf('trl-stepwise'), labels: [true] }, /labels has 1 labels for 2 steps/],
    [{ ...rowOf('math-aps'), label: ['+', '?'] }, /label\[1\] = "\?" is not the label of a step/],
    [{ ...rowOf('bigbench-mistake'), mistake_index: 3 }, /does not fit 3 steps/],
    [{ ...rowOf('mr-gsm8k'), model_output_solution_correctness: 'correct' }, /is correct, yet/],
    [{ ...rowOf('hard2verify'), human_labels_first_error_idx: 2 }, /is not the first 0/],
    [
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
          { role: 'user', content: 'c' },
        ],
      },
      /roles user, assistant, user/,
    ],
    [{ ...rowOf('minerva'), solution: 'No box.' }, /no boxed answer/],
  ];
  for (const [row, message] of cases) {
    const { out, bad } = await adaptAll([row]);
    assert.deepEqual(out, []);
    assert.match(bad[0]?.message ?? '', message);
  }
});

test('labels that are not one a step make a row invalid, whatever it calls them', async () => {
  const steps = ['a', 'b'];
  for (const [row, message] of [
    [{ problem: 'P', steps, labels: [true] }, /labels has 1 labels for 2 steps/],
    [{ problem: 'P', steps, labels: [1, 0, 1] }, /labels has 3 labels for 2 steps/],
    [{ problem: 'P', steps, step_labels: ['+'] }, /step_labels has 1 labels for 2 steps/],
    [{ prompt: 'P', completions: steps, labels: [true] }, /labels has 1 labels for 2 steps/],
  ] as const) {
    const { out, bad } = await adaptAll([row], { source: 'x.json' });
    assert.deepEqual(out, []);
    assert.match(bad[0]?.message ?? '', message);
  }
  const topics = await adaptOne({ problem: 'P', steps, labels: ['algebra'] });
  assert.equal(topics.error_steps, null);
  assert.deepEqual((await adaptOne({ problem: 'P', steps, labels: ['+', '-'] })).error_steps, [1]);
  await assert.rejects(adaptAll([{ problem: 'P', steps, labels: [true, false] }]), /--label-kind correct/);
});

test('what could be read in two ways is refused with the flags that settle it', async () => {
  const steps = ['a', 'b', 'c'];
  const cases: readonly [Row, RegExp][] = [
    [
      { ...mathLike, level: 'Level 1', source: 'olympiads' },
      /read as numinamath or math; add --adapter numinamath or --adapter math/,
    ],
    [{ problem: 'P', steps, first_error_step: 2 }, /--label-base 0 or --label-base 1/],
    [{ problem: 'P', steps, label: 'Step 2' }, /--label-base 0 or --label-base 1/],
    [{ problem: 'P', steps, label: [true, false, true] }, /--label-kind correct .* --label-kind wrong/],
    [{ problem: 'P', steps, label: [1, 0, 1] }, /--label-kind correct .* --label-kind indexes/],
    [
      { problem: 'P', steps: [{ text: 'a', label: true }] },
      /--steps-key 'steps\[\*\]\.text' --label-key 'steps\[\*\]\.label' --label-kind correct/,
    ],
    [
      {
        problem: 'P',
        steps: [
          { text: 'a', label: 1 },
          { text: 'b', label: 0 },
        ],
      },
      /--label-kind correct/,
    ],
  ];
  const messages: string[] = [];
  for (const [row, message] of cases) {
    await assert.rejects(adaptAll([row], { keys: {} }), (error: Error & { code: string }) => {
      messages.push(error.message);
      assert.match(error.message, message);
      return error.code === 'LB_USAGE';
    });
  }
  await adaptAll(published.find(({ predictions }) => predictions === true)!.rows).catch((error: Error) =>
    messages.push(error.message),
  );
  // The table of the page quotes them, cut at an ellipsis.
  const [, table = ''] = readFileSync('docs/datasets.md', 'utf8').split(
    '| rows | message |\n| --- | --- |\n',
  );
  const quoted = [...table.split('\n\n')[0]!.matchAll(/\| `([^`]+)` \|$/gm)].map(([, text = '']) => text);
  assert.equal(quoted.length, 5);
  for (const text of quoted) {
    const parts = text.split('…').map((part) => part.trim());
    const isSaid = messages.some((message) => parts.every((part) => message.includes(part)));
    assert.ok(isSaid, `${text}\n${messages.join('\n')}`);
  }
});

const mathLike: Row = { problem: 'P', solution: 'It is $\\boxed{1}$.', type: 'Algebra' };

test('a row with merely a prompt is no problem', async () => {
  const { out, bad } = await adaptAll([{ prompt: 'Write a poem.' }]);
  assert.deepEqual(out, []);
  assert.match(bad[0]?.message ?? '', /fields: prompt; --problem-key/);
  assert.equal((await adaptAll([{ prompt: 'Add.', response: 'One.\n\nTwo.' }])).out.length, 1);
});

test('flags settle the base and the kind of a label, at any depth of a row', async () => {
  const row = {
    task: { text: 'P' },
    runs: [{ out: [{ t: 'a' }, { t: 'b' }, { t: 'c' }] }],
    mark: 2,
    ok: [1, 0, 1],
  };
  const keys = { problem: 'task.text', steps: 'runs[0].out[*].t' };
  const label = async (more: object, from: Row = row): Promise<unknown> =>
    (await adaptOne(from, { keys: { ...keys, ...more } })).error_steps;
  assert.deepEqual(await label({ label: 'mark', labelBase: 1 }), [1]);
  assert.deepEqual(await label({ label: 'mark', labelBase: 0 }), [2]);
  assert.deepEqual(await label({ label: 'ok', labelKind: 'correct' }), [1]);
  assert.deepEqual(await label({ label: 'ok', labelKind: 'wrong' }), [0, 2]);
  assert.deepEqual(await label({ label: 'ok', labelKind: 'indexes' }), [0, 1]);
  assert.deepEqual(await label({ label: 'ok' }, { ...row, ok: [1, 0, -1] }), [2]);
  assert.deepEqual(await label({ label: 'ok' }, { ...row, ok: ['+', '-', '+'] }), [1]);
  assert.deepEqual(await label({ label: 'ok', labelBase: 1 }, { ...row, ok: 'Step 3' }), [2]);
  assert.deepEqual(await label({ label: 'ok' }, { ...row, ok: 'no error' }), []);
  const { bad } = await adaptAll([{ ...row, mark: 0 }], { keys: { ...keys, label: 'mark', labelBase: 1 } });
  assert.match(bad[0]?.message ?? '', /mark = 0 does not fit 3 steps; give -1, or steps numbered from 1/);
});
