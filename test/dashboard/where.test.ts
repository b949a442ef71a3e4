// Compound filters: what they choose, against the same condition written in JavaScript, and what is said of wrong ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListPage } from '../../src/dashboard/api-record.ts';
import { type Expression, parseExpression } from '../../src/dashboard/records/expression.ts';
import { jsonl, openApp, record } from './open.ts';

const rows = Array.from({ length: 60 }, (_, at) =>
  record(`r${at}`, at % 3 === 0 ? at % 4 : null, {
    dataset: ['gsm8k', 'math', 'two words'][at % 3],
    subset: at % 2 === 0 ? 'even' : 'odd',
    steps: Array.from({ length: 4 + (at % 7) }, (__, step) => `step ${step}`),
  }),
);

const conditions: readonly (readonly [text: string, test: (row: (typeof rows)[number]) => boolean])[] = [
  ['label:erroneous', (row) => (row.error_steps as number[]).length > 0],
  ['label=correct', (row) => (row.error_steps as number[]).length === 0],
  ['dataset:gsm8k', (row) => row.dataset === 'gsm8k'],
  ['dataset:"two words"', (row) => row.dataset === 'two words'],
  ['subset:EVEN', (row) => row.subset === 'even'],
  ['steps>=7', (row) => (row.steps as string[]).length >= 7],
  ['steps<5', (row) => (row.steps as string[]).length < 5],
  ['steps=6', (row) => (row.steps as string[]).length === 6],
];

interface Made {
  readonly text: string;
  readonly holds: (row: (typeof rows)[number]) => boolean;
}

const { expression } = fc.letrec<{ expression: Made }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...conditions).map(([text, holds]): Made => ({ text, holds })),
    fc.tuple(tie('expression'), tie('expression')).map(
      ([a, b]): Made => ({
        text: `(${a.text}) AND (${b.text})`,
        holds: (row) => a.holds(row) && b.holds(row),
      }),
    ),
    fc.tuple(tie('expression'), tie('expression')).map(
      ([a, b]): Made => ({
        text: `(${a.text} or ${b.text})`,
        holds: (row) => a.holds(row) || b.holds(row),
      }),
    ),
    tie('expression').map((a): Made => ({ text: `NOT (${a.text})`, holds: (row) => !a.holds(row) })),
  ),
}));

test('a filter chooses what its words say, whatever is joined', async (t) => {
  const { json } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  await fc.assert(
    fc.asyncProperty(expression, async ({ text, holds }) => {
      const query = new URLSearchParams({ where: text, limit: '100' });
      const page = await json<ListPage>(`/api/sources/1/records?${query}`);
      assert.deepEqual(
        page.records.map(({ id }) => id),
        rows.filter(holds).map(({ id }) => id),
        text,
      );
    }),
    { numRuns: 100 },
  );
});

test('NOT binds closer than AND, AND closer than OR, and conditions beside each other are joined by AND', () => {
  const value = (field: string, of: string): Expression => ({ kind: 'value', field, value: of });
  assert.deepEqual(parseExpression('a:1 OR NOT b:2 c:3'), {
    kind: 'any',
    of: [value('a', '1'), { kind: 'all', of: [{ kind: 'not', of: value('b', '2') }, value('c', '3')] }],
  });
  assert.deepEqual(parseExpression('dataset:"a \\"b\\" (c)"'), value('dataset', 'a "b" (c)'));
});

test('what cannot be read is said with its place, and what is not there with what is', async (t) => {
  const { get } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const wrong = async (where: string): Promise<string> => {
    const response = await get(`/api/sources/1/records?${new URLSearchParams({ where })}`);
    assert.equal(response.status, 400, where);
    return ((await response.json()) as { error: string }).error;
  };
  assert.match(await wrong('label:erroneous AND'), /ends where a condition should be/);
  assert.match(await wrong('(label:erroneous'), /parenthesis at character 1 is not closed/);
  assert.match(await wrong('label:erroneous)'), /"\)" at character 16 is not expected/);
  assert.match(await wrong('dataset:"gsm8k'), /quotation mark is not closed/);
  assert.match(await wrong('erroneous'), /"erroneous" at character 1 is not a condition/);
  assert.match(await wrong('colour:red'), /no field colour; there is .*label.*steps/);
  assert.match(await wrong('dataset:amc'), /dataset has no value "amc"; there is .*gsm8k, math, two words/);
  assert.match(await wrong(`${'('.repeat(60)}label:correct${')'.repeat(60)}`), /more than 50 levels/);
});
