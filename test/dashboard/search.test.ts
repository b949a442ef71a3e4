// What a search finds: words wherever they are in a record, phrases between quotation marks, and what critics say.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Neighbours } from '../../src/dashboard/api.ts';
import type { ListPage } from '../../src/dashboard/api-record.ts';
import { createSearch } from '../../src/dashboard/sources/search.ts';
import type { Source } from '../../src/dashboard/sources/source.ts';
import type { RecordTable } from '../../src/dashboard/tables/record-table.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { runHere } from '../support/cli.ts';
import { jsonl, openApp, record } from './open.ts';

const critique = {
  critic: 'c',
  protocol: 'first_error',
  status: 'ok',
  first_error: 2,
  explanations: { 2: 'The sum forgets\n  the carried  digit.' },
  votes: [{ sample: 0, status: 'ok', first_error: 2, reply: 'I looked twice and found the culprit.' }],
};
const rows = [
  record('a', 2, { critiques: [critique] }),
  record('b', null, { problem: 'The digit is carried twice; add the residues.' }),
  record('c', 1, { injection: { status: 'accepted', original_steps: ['Before it was golden.'] } }),
];

const searches: readonly (readonly [query: string, found: readonly string[]])[] = [
  ['carried digit', ['a', 'b']],
  ['"carried digit"', ['a']],
  ['"the carried digit" forgets', ['a']],
  ['"sum forgets the carried"', ['a']],
  ['CULPRIT', ['a']],
  ['"was golden"', ['c']],
  ['digit residues', ['b']],
  ['"digit residues"', []],
  ['/forgets\\s+the/', ['a']],
];

/** On a loaded machine the first answers come before the whole file was searched, and say so. */
async function idsOf(ask: () => Promise<ListPage>): Promise<string[]> {
  for (;;) {
    const { records, working } = await ask();
    if (working === null) return records.map(({ id }) => id);
  }
}

test('words, phrases and explanations are found in JSONL and in Parquet', async (t) => {
  const { app, folder, json } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const parquet = join(folder, 'r.parquet');
  const { code, stderr } = await runHere(['ingest', join(folder, 'r.jsonl'), '-q', '-o', parquet], {
    cwd: folder,
  });
  assert.equal(code, 0, stderr);
  assert.ok(app);
  const workspace = await openWorkspace([parquet], { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  const { createApp } = await import('../../src/dashboard/app.ts');
  const { noEndpoints } = await import('./open.ts');
  const guard = { hosts: new Set(['localhost']), anyAddress: false, token: null, port: 80 };
  const other = createApp({ workspace, guard, endpoints: noEndpoints, annotator: 'anna', readOnly: true });
  for (const [query, found] of searches) {
    const address = `/api/sources/1/records?limit=10&q=${encodeURIComponent(query)}`;
    const inParquet = async (): Promise<ListPage> => {
      const response = await other.request(`http://localhost${address}`, { headers: { host: 'localhost' } });
      return (await response.json()) as ListPage;
    };
    assert.deepEqual(await idsOf(() => json<ListPage>(address)), found, `${query} in JSONL`);
    assert.deepEqual(await idsOf(inParquet), found, `${query} in Parquet`);
  }
});

test('what a search has not finished is shown as a part of it, and never exported, counted or queued as the whole', async (t) => {
  const { folder } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const workspace = await openWorkspace([join(folder, 'r.jsonl')], { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  const source = workspace.sources.get('1')!;
  const slow: Source = {
    ...source,
    search: {
      find: async (_, patienceMs) =>
        patienceMs === null
          ? { hits: new Uint8Array([1, 0, 1]), share: 1 }
          : { hits: new Uint8Array([1, 0, 0]), share: 0.5 },
    },
  };
  const opened = { ...workspace, sources: new Map([['1', slow]]) };
  const { get, json } = await openApp(t, {}, { workspace: opened });
  const list = await json<ListPage>('/api/sources/1/records?q=golden');
  assert.deepEqual([list.matched, list.working?.what], [1, 'searching']);
  const exported = await (await get('/api/sources/1/records.jsonl?q=golden')).text();
  assert.equal(exported.trim().split('\n').length, 2);
  const places = await json<Neighbours>('/api/sources/1/records/0/neighbours?q=golden&annotator=anna');
  assert.deepEqual([places.matched, places.next], [2, 2]);
});

test('a search that somebody waits for is not stopped by newer ones', async () => {
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const table = {
    rows: 2,
    async *all() {
      yield { rows: [{ id: 'a' }], firstRow: 0 };
      await gate;
      yield { rows: [{ id: 'ab' }], firstRow: 1 };
    },
  } as unknown as RecordTable;
  const search = createSearch(table, () => () => []);
  const whole = search.find('a', null);
  for (const words of ['1', '2', '3', '4', '5']) await search.find(words, 0);
  go();
  assert.deepEqual(await whole, { hits: new Uint8Array([1, 1]), share: 1 });
});
