// What a search finds: words wherever they are in a record, phrases between quotation marks, and what critics say.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListPage } from '../../src/dashboard/api-record.ts';
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
