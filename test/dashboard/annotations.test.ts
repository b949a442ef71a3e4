import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { agreementOf } from '../../src/dashboard/analysis/agreement.ts';
import type { AgreementPage } from '../../src/dashboard/api-analysis.ts';
import type { FiledJudgement, ListPage, RecordPage } from '../../src/dashboard/api-record.ts';
import type { Annotation } from '../../src/records/annotation.ts';
import { goldRows } from '../../src/records/gold-labels.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import { readAnnotations } from '../../src/storage/annotations.ts';
import { readParquet } from '../../src/storage/columnar/parquet-source.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { sameInDuckdb } from '../support/in-duckdb.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';

const files = { 'r.jsonl': jsonl(['a', 'b', 'c'].map((id) => record(id))) };
const reported = (row: number, more: object) => ({
  source: '1',
  row,
  annotator: 'anna',
  kind: 'decision',
  ...more,
});

// Taking back was a request of its own that only one server process could answer; it is an operation like others now, which
// files what was said before, so the test sends that.
test('what is said later about the same thing counts, and taking it back restores what stood before', async (t) => {
  const { post, json, folder } = await openApp(t, files);
  const file = async (more: object): Promise<string> => {
    const response = await post('/api/annotations', reported(1, more));
    assert.equal(response.status, 200);
    return ((await response.json()) as FiledJudgement).annotation.version;
  };
  const yes = await file({ decision: 'yes', based_on: null });
  const no = await file({ decision: 'no', comment: 'a slip', based_on: yes });
  const mine = async (): Promise<(string | null)[]> =>
    (await json<ListPage>('/api/sources/1/records?annotator=anna&f.label=correct')).records.map(
      (row) => row.mine,
    );
  assert.deepEqual(await mine(), [null, 'rejected', null]);
  const back = await file({ decision: 'yes', comment: null, based_on: no });
  assert.deepEqual(await mine(), [null, 'accepted', null]);
  await file({ decision: null, based_on: back });
  assert.deepEqual(await mine(), [null, null, null]);
  const lines = jsonLines(await readFile(join(folder, 'annotations', 'anna.jsonl'), 'utf8'));
  assert.equal(lines.length, 4, 'nothing is ever taken out of the file');
});

test('a judgement of a record that has changed since shows as stale', async (t) => {
  const { json, folder } = await openApp(t, files);
  await mkdir(join(folder, 'annotations'));
  const steps = record('a').steps as string[];
  const lines = [
    {
      record_id: 'a',
      record_hash: recordHash({ problem: String(record('a').problem), steps }),
      annotator: 'ben',
      kind: 'decision',
      decision: 'yes',
    },
    { record_id: 'b', record_hash: '0123456789abcdef', annotator: 'ben', kind: 'decision', decision: 'yes' },
  ];
  await writeFile(join(folder, 'annotations', 'ben.jsonl'), jsonl(lines));
  assert.equal((await json<RecordPage>('/api/sources/1/records/0')).annotations[0]!.stale, false);
  assert.equal((await json<RecordPage>('/api/sources/1/records/1')).annotations[0]!.stale, true);
});

test('a step that the solution does not have, and a record that is none, are refused', async (t) => {
  const { post } = await openApp(t, { 'r.jsonl': `${jsonl([record('a')])}not JSON\n` });
  assert.equal((await post('/api/annotations', reported(0, { first_error: 4 }))).status, 400);
  assert.equal((await post('/api/annotations', reported(0, { first_error: 3 }))).status, 200);
  assert.equal((await post('/api/annotations', reported(0, { decision: 'perhaps' }))).status, 400);
  assert.equal((await post('/api/annotations', reported(1, { decision: 'yes' }))).status, 400);
  assert.equal((await post('/api/annotations', reported(7, { decision: 'yes' }))).status, 400);
});

test('a line that a crash tore costs itself only', async (t) => {
  const { post, folder } = await openApp(t, files);
  await post('/api/annotations', reported(0, { decision: 'yes' }));
  const path = join(folder, 'annotations', 'anna.jsonl');
  appendFileSync(path, '{"record_id":"b","annot');
  await post('/api/annotations', reported(2, { decision: 'no' }));
  const { annotations, bad, lines } = await readAnnotations([path]);
  assert.deepEqual(
    annotations.map((one) => one.record_id),
    ['a', 'c'],
  );
  assert.deepEqual([lines, bad.length], [3, 1]);
  assert.match(bad[0]!, /anna\.jsonl:2: not JSON/);
});

const decided = (
  annotator: string,
  record_id: string,
  decision: Annotation['decision'],
  first_error?: number,
): Annotation => ({
  annotator,
  record_id,
  kind: 'decision',
  decision,
  first_error: first_error ?? null,
});

test('a copy that a tool for syncing put beside a file counts too, each of its lines once', async (t) => {
  const { folder, json, post } = await openApp(t, { 'r.jsonl': jsonl(['a', 'b'].map((id) => record(id))) });
  await post('/api/annotations', { source: '1', row: 0, kind: 'decision', decision: 'yes' });
  const annotations = join(folder, 'annotations');
  const [line] = readFileSync(join(annotations, 'anna.jsonl'), 'utf8').split('\n');
  const elsewhere = { ...JSON.parse(line!), record_id: 'b', decision: 'no', operation: 'elsewhere' };
  writeFileSync(join(annotations, 'anna (conflicted copy).jsonl'), `${line}\n${JSON.stringify(elsewhere)}\n`);
  writeFileSync(
    join(annotations, '.anna.jsonl'),
    `${JSON.stringify({ ...elsewhere, annotator: 'nobody' })}\n`,
  );
  const { annotators } = await json<AgreementPage>('/api/sources/1/agreement');
  assert.deepEqual(
    annotators.map(({ name, decisions }) => [name, decisions]),
    [['anna', 2]],
  );
});

test('gold is what was settled, else what most say; a tie is nobody s word', () => {
  const rows = goldRows([
    decided('anna', 'x', 'yes', 2),
    decided('ben', 'x', 'no', 3),
    decided('adjudicated', 'x', 'no', 3),
    decided('anna', 'y', 'yes', -1),
    decided('ben', 'y', 'yes', -1),
    decided('carl', 'y', 'no', 1),
    decided('anna', 'z', 'yes', 1),
    decided('ben', 'z', 'no', 1),
  ]);
  assert.deepEqual(
    rows.map((row) => [row.record_id, row.decision, row.first_error, row.error_steps, row.settled]),
    [
      ['x', 'no', 3, [3], true],
      ['y', 'yes', -1, [], false],
      ['z', null, 1, [1], false],
    ],
  );
});

test('agreement counts pairs on what both judged, and disputes until they are settled', () => {
  const all = [
    ...['a', 'b', 'c', 'd'].map((id) => decided('anna', id, 'yes')),
    ...['a', 'b', 'c'].map((id) => decided('ben', id, id === 'c' ? 'no' : 'yes')),
    decided('adjudicated', 'c', 'no'),
  ];
  const { pairs, disputes, settled, annotators } = agreementOf(all);
  assert.deepEqual(
    pairs.map(({ n, same, kappa }) => ({ n, same, kappa })),
    [{ n: 3, same: 2, kappa: 0 }],
  );
  assert.deepEqual(pairs[0]!.confusion, [
    [2, 0, 1],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  assert.deepEqual(
    disputes.map(({ recordId }) => recordId),
    ['c'],
  );
  assert.equal(settled, 1);
  assert.deepEqual(
    annotators.map(({ name, decisions }) => [name, decisions]),
    [
      ['anna', 4],
      ['ben', 3],
    ],
  );
});

test('exported judgements and labels are columns in Parquet, to query and to read back', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'annotations'));
  const judged = [
    {
      ...decided('anna', 'a', 'no', 1),
      comment: 'half \ud800',
      seconds: 2.5,
      propagated_steps: [2],
      mood: 'x',
    },
    { ...decided('anna', 'b', 'yes', -1), blind: true },
    { record_id: 'c', annotator: 'anna', kind: 'critique', critic: 'm', step_right: false },
  ];
  await writeFile(join(cwd, 'annotations', 'anna.jsonl'), jsonl(judged));
  const ids: unknown[] = [];
  const rowsOf = async (words: string): Promise<unknown[]> => {
    const args = ['annotations', ...words.split(' '), '-q', '-o', 'table.parquet'];
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 0, stderr);
    const rows = await sameInDuckdb(join(cwd, 'table.parquet'));
    const chosen = readParquet(join(cwd, 'table.parquet'), { columns: ['record_id', 'decision'] });
    for await (const group of chosen) ids.push(...group.map(({ record_id }) => record_id));
    return rows;
  };
  assert.deepEqual(await rowsOf('export'), judged);
  assert.deepEqual(await rowsOf('merge annotations'), judged);
  const labels = goldRows((await readAnnotations([join(cwd, 'annotations', 'anna.jsonl')])).annotations);
  assert.deepEqual(await rowsOf('export --labels'), labels);
  assert.deepEqual(ids, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b']);
});

test('on the command line decisions are exported, merged, compared, and choose records', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'r.jsonl'), files['r.jsonl']);
  await mkdir(join(cwd, 'annotations'));
  const at = (second: number) => ({ at: `2026-01-01T00:00:0${second}.000Z` });
  await writeFile(
    join(cwd, 'annotations', 'anna.jsonl'),
    jsonl([
      { ...decided('anna', 'a', 'no'), ...at(1) },
      { ...decided('anna', 'a', 'yes'), ...at(3) },
      { ...decided('anna', 'b', 'yes'), ...at(4) },
    ]),
  );
  await writeFile(
    join(cwd, 'annotations', 'ben.jsonl'),
    jsonl([
      { ...decided('ben', 'a', 'yes'), ...at(2) },
      { ...decided('ben', 'b', 'no'), ...at(5) },
    ]),
  );
  const exported = await runHere(['annotations', 'export', '-q'], { cwd });
  assert.equal(exported.code, 0, exported.stderr);
  assert.equal(jsonLines(exported.stdout).length, 4);
  const merged = await runHere(['annotations', 'merge', '-q', 'annotations'], { cwd });
  assert.deepEqual(
    jsonLines(merged.stdout).map(({ at: when }) => String(when).slice(18, 19)),
    ['1', '2', '3', '4', '5'],
  );
  const ofBen = await runHere(['annotations', 'merge', '-q', 'annotations', '--annotator', 'ben'], { cwd });
  assert.deepEqual(
    jsonLines(ofBen.stdout).map(({ annotator }) => annotator),
    ['ben', 'ben'],
  );
  const kept = await runHere(['filter', '--accepted', 'annotations', '-q', 'r.jsonl'], { cwd });
  assert.deepEqual(
    jsonLines(kept.stdout).map(({ id }) => id),
    ['a'],
    kept.stderr,
  );
  const critique = {
    critic: 'made',
    protocol: 'first_error',
    status: 'ok',
    first_error: 2,
    error_steps: [2],
  };
  await writeFile(
    join(cwd, 'judged.jsonl'),
    jsonl(['a', 'b'].map((id) => ({ ...record(id), critiques: [critique] }))),
  );
  await writeFile(join(cwd, 'gold.jsonl'), jsonl([decided('anna', 'a', 'yes', 2)]));
  const scored = await runHere(['score', '--gold', 'gold.jsonl', '--format', 'json', '-q', 'judged.jsonl'], {
    cwd,
  });
  const figures = JSON.parse(scored.stdout) as {
    skipped: { unlabelled: number };
    critics: { n: number; processbench: { error_acc: number } }[];
  };
  assert.deepEqual(
    [figures.skipped.unlabelled, figures.critics[0]!.n, figures.critics[0]!.processbench.error_acc],
    [1, 1, 1],
  );
  const printed = await runHere(['annotations', 'agreement'], { cwd });
  assert.match(printed.stdout, /anna, ben +2 +1/);
  const wrong = await runHere(['annotations', 'dance'], { cwd });
  assert.equal(wrong.code, 2);
});
