import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Neighbours } from '../../src/dashboard/api.ts';
import type { ListPage, RecordPage } from '../../src/dashboard/api-record.ts';
import { jsonl, openApp, record } from './open.ts';

const review = (rank: number, reasons: readonly (readonly [string, string])[]) => ({
  rank,
  score: 1 / rank,
  label_doubt: 1 / rank,
  suggested_first_error: 2,
  reasons: reasons.map(([kind, text]) => ({ kind, text })),
  critics: 3,
  right: 0,
  difficulty: null,
  discrimination: { value: 1, low: 0.5, high: 1.5 },
});

/** Row 0 has no rank, row 1 one of another form; the others are in no order. */
const rows = [
  record('unranked', 1),
  { ...record('foreign', 1), review: { rank: 'first', reasons: 'many' } },
  { ...record('third', 1), review: review(3, []) },
  { ...record('first', 1), review: review(1, [['label', '3 of 3 critics say step 3']]) },
  { ...record('second', 1), review: review(2, [['split_votes', 'votes split: 2 and 2']]) },
];

async function listed(get: (path: string) => Promise<ListPage>, query: string): Promise<ListPage> {
  const path = `/api/sources/1/records?${query}`;
  let page = await get(path);
  for (let round = 0; page.working !== null && round < 50; round += 1) page = await get(path);
  return page;
}

test('records are a queue by rank, with the reasons in list, filter and page', async (t) => {
  const { json } = await openApp(t, { 'review.jsonl': jsonl(rows) });
  const page = await listed(json<ListPage>, 'sort=review');
  assert.deepEqual(
    page.records.map(({ id }) => id),
    ['first', 'second', 'third', 'unranked', 'foreign'],
  );
  assert.deepEqual(
    page.records.map((one) => one.review),
    ['3 of 3 critics say step 3', 'votes split: 2 and 2', null, null, null],
  );
  const facet = page.facets.find(({ name }) => name === 'review');
  assert.deepEqual(
    facet?.values.filter(({ value }) => value !== '(none)'),
    [
      { value: 'label', count: 1 },
      { value: 'split votes', count: 1 },
    ],
  );
  const down = await listed(json<ListPage>, 'sort=review&dir=down');
  assert.deepEqual(
    down.records.map(({ id }) => id),
    ['third', 'second', 'first', 'unranked', 'foreign'],
  );
  const { next } = await json<Neighbours>('/api/sources/1/records/3/neighbours?sort=review');
  assert.equal(next, 4, 'the queue goes by rank');
  const shown = await json<RecordPage>('/api/sources/1/records/3');
  assert.deepEqual(shown.record?.review, {
    rank: 1,
    score: 1,
    suggested: 2,
    difficulty: null,
    discrimination: { value: 1, low: 0.5, high: 1.5 },
    reasons: ['3 of 3 critics say step 3'],
  });
  assert.equal((await json<RecordPage>('/api/sources/1/records/1')).record?.review, null);
});

test('who judges blind sees neither rank nor reasons before deciding', async (t) => {
  const team = { guidelines: null, assignment: null, blind: true };
  const { json } = await openApp(t, { 'review.jsonl': jsonl(rows) }, { team });
  const page = await listed(json<ListPage>, 'sort=review');
  assert.deepEqual(
    page.records.map(({ id }) => id),
    rows.map(({ id }) => id),
  );
  assert.ok(page.records.every((one) => one.review === null));
  assert.ok(!page.facets.some(({ name }) => name === 'review'));
  const shown = await json<RecordPage>('/api/sources/1/records/3');
  assert.equal(shown.record?.review, null);
});
