// Where everybody judges blind, the pages of results, actions and reports say nothing of a record to whoever is still to
// judge it.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AgreementPage, ComparePage, SlicesPage } from '../../src/dashboard/api-analysis.ts';
import type { HomePage } from '../../src/dashboard/api-home.ts';
import type { RecordPage } from '../../src/dashboard/api-record.ts';
import { createAssignment } from '../../src/dashboard/assignment.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, type Opened, openApp, record } from './open.ts';

const critique = (critic: string, first: number) => ({
  critic,
  protocol: 'first_error',
  status: 'ok',
  first_error: first,
  error_steps: first === -1 ? [] : [first],
  explanations: {},
});
const injection = { status: 'accepted', mode: 'general', error_step: 2, attempts: 1, gate: {} };
const rows = ['a', 'b', 'c'].map((id) =>
  record(id, 2, {
    critiques: [critique('one', 2), critique('two', 1)],
    injection: { ...injection, original_steps: ['Begin.', 'Then.', 'ORIGINAL', 'Hence.'] },
  }),
);

const said = (record_id: string, annotator: string, decision: string): object => ({
  record_id,
  annotator,
  kind: 'decision',
  decision,
});

/** anna has judged nothing yet; ben and carl dispute all three. */
async function openBlind(t: TestContext, assigned: readonly string[] = []): Promise<Opened> {
  const folder = await temporaryFolder(t);
  const run = join(folder, 'run');
  const annotations = join(run, 'annotations');
  await mkdir(annotations, { recursive: true });
  await writeFile(join(run, 'records.jsonl'), jsonl(rows));
  await writeFile(join(run, 'manifest.json'), JSON.stringify({ command: 'run', created_at: '2026-01-01' }));
  await writeFile(join(run, 'report.html'), '<p>all labels</p>');
  const all = rows.map(({ id }) => String(id));
  await writeFile(join(annotations, 'ben.jsonl'), jsonl(all.map((id) => said(id, 'ben', 'yes'))));
  await writeFile(join(annotations, 'carl.jsonl'), jsonl(all.map((id) => said(id, 'carl', 'no'))));
  const assignment = assigned.length === 0 ? null : createAssignment([...assigned], assigned.length);
  const workspace = await openWorkspace([run], {
    annotations,
    ...(assignment === null ? {} : { assignment }),
    say: () => {},
  });
  t.after(() => workspace.close());
  return openApp(t, {}, { workspace, team: { guidelines: null, assignment, blind: true } });
}

const decide = ({ post }: Opened, row: number): Promise<Response> =>
  post('/api/annotations', { source: '1', row, kind: 'decision', decision: 'yes' });

test('disputes are shown to whoever has judged their record, and counted for the others', async (t) => {
  const opened = await openBlind(t);
  const agreement = (): Promise<AgreementPage> => opened.json('/api/sources/1/agreement');
  const before = await agreement();
  assert.deepEqual([before.disputes, before.disputed, before.hidden], [[], 3, 3]);
  await decide(opened, 1);
  const after = await agreement();
  assert.deepEqual([after.disputes.map(({ id }) => id), after.disputed, after.hidden], [['b'], 3, 2]);
});

test('a referee who has no record to judge sees every dispute', async (t) => {
  const { json } = await openBlind(t, ['ben', 'carl']);
  const { disputes, hidden } = await json<AgreementPage>('/api/sources/1/agreement');
  assert.deepEqual([disputes.length, hidden], [3, 0]);
});

test('two critics are compared record by record on what has been judged', async (t) => {
  const opened = await openBlind(t);
  const pair = async (): Promise<NonNullable<ComparePage['pair']>> =>
    (await opened.json<ComparePage>('/api/sources/1/compare?a=1:one&b=1:two')).pair!;
  const before = await pair();
  assert.deepEqual([before.differing, before.onlyFirst, before.hidden], [[], 3, 3]);
  await decide(opened, 2);
  const after = await pair();
  assert.deepEqual([after.differing.map(({ id }) => id), after.onlyFirst, after.hidden], [['c'], 3, 2]);
});

test('slices are of all records: a filter would single one out', async (t) => {
  const { get, json } = await openBlind(t);
  assert.equal((await json<SlicesPage>('/api/sources/1/slices?critic=two')).total?.n, 3);
  for (const filter of ['f.dataset=made', 'q=a', 'min=4', 'where=label%3Aerroneous']) {
    const response = await get(`/api/sources/1/slices?${filter}`);
    assert.equal(response.status, 400, filter);
    assert.match(await response.text(), /judges blind here.*all records/, filter);
  }
});

test('nothing is done with a record, and nothing of its original told, before it is judged', async (t) => {
  const opened = await openBlind(t);
  const { get, json, post } = opened;
  const place = { source: '1', row: 0, annotator: 'anna', options: {} };
  const critic = { ...place, proposal: null, original: true };
  const written = {
    step: 1,
    steps: ['x'],
    final_answer: '4',
    error_type: 'calculation',
    explanation: 'wrong',
  };
  const all = async (): Promise<readonly Response[]> => [
    await get('/api/workbench/solution?source=1&row=0'),
    await post('/api/workbench/estimate', { action: 'critic', ...critic }),
    await post('/api/workbench/inject', { ...place, seed: 0 }),
    await post('/api/workbench/write', { ...place, ...written }),
    await post('/api/workbench/critic', critic),
  ];
  for (const response of await all()) {
    assert.equal(response.status, 403, response.url);
    assert.match(await response.text(), /judge the record first/);
  }
  const bulk = { action: 'critic', source: '1', annotator: 'anna', options: {}, query: '' };
  const refused = await post('/api/workbench/bulk/estimate', bulk);
  assert.match(await refused.text(), /judges blind here.*judged/);
  await decide(opened, 0);
  assert.equal((await json<RecordPage>('/api/sources/1/records/0')).hidden, false);
  for (const response of await all()) assert.notEqual(response.status, 403);
});

test('reports, which show labels, are neither linked nor served', async (t) => {
  const { get, json } = await openBlind(t);
  const { sources } = await json<HomePage>('/api/home');
  assert.deepEqual(sources[0]?.reports, []);
  const response = await get('/report/1/0');
  assert.equal(response.status, 403);
  assert.match(await response.text(), /judges blind here/);
});
