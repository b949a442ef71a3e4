import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { overviewOf } from '../../src/dashboard/analysis/overview.ts';
import { slicesOf } from '../../src/dashboard/analysis/slices.ts';
import type { Query } from '../../src/dashboard/api.ts';
import type { SlicesPage } from '../../src/dashboard/api-analysis.ts';
import type { ListPage } from '../../src/dashboard/api-record.ts';
import { homePage } from '../../src/dashboard/home/home-page.ts';
import { formatQuery, parseQuery } from '../../src/dashboard/query-string.ts';
import { hashAscii, hashId } from '../../src/dashboard/records/columns.ts';
import { listPage } from '../../src/dashboard/sources/list-page.ts';
import { neighbours } from '../../src/dashboard/sources/record-page.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { createScore } from '../../src/metrics/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { openOutput } from '../../src/storage/output.ts';
import type { Row } from '../../src/storage/rows.ts';
import { writeRecords } from '../storage/columnar/support.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';

const critic = 'made/critic';

function made(n: number): Record<string, unknown> {
  const label = n % 3 === 0 ? null : n % 4;
  const named = n % 5 === 0 ? null : n % 2 === 0 ? (label ?? -1) : n % 4;
  const status = named === null ? 'unparsed' : 'ok';
  const critique = {
    critic,
    protocol: 'first_error',
    status,
    first_error: named,
    error_steps: named === null ? null : named < 0 ? [] : [named],
  };
  return record(`id-${n}`, label, {
    subject: ['algebra', 'geometry', null][n % 3],
    critiques: n % 7 === 0 ? null : [critique],
  });
}
/** The page once nothing works on it in the background any more; each look waits a while by itself. */
async function settled(look: () => Promise<ListPage>): Promise<ListPage> {
  let page = await look();
  for (let round = 0; page.working !== null && round < 50; round += 1) page = await look();
  assert.equal(page.working, null);
  return page;
}

const rows = Array.from({ length: 200 }, (_, n) => made(n));

test('an address comes back as the query that it was made of', () => {
  const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text);
  const query = fc.record(
    {
      chosen: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        { maxKeys: 3 },
      ),
      sort: fc.constantFrom('row' as const, 'steps' as const, 'place' as const),
      down: fc.boolean(),
      critic: word,
      text: word,
      minSteps: fc.nat(100),
      differ: fc.tuple(word, word),
    },
    { requiredKeys: ['chosen', 'sort', 'down'] },
  );
  fc.assert(
    fc.property(query, (given) => {
      const read = parseQuery(new URLSearchParams(formatQuery(given as Query).toString()));
      assert.deepEqual({ ...read, chosen: { ...read.chosen } }, { ...given, chosen: { ...given.chosen } });
    }),
  );
});

test('pages, facets and searches of a Parquet file are those of the same records as JSONL', async (t) => {
  const folder = await temporaryFolder(t);
  const parquet = join(folder, 'r.parquet');
  const output = await openOutput(parquet);
  for (const row of rows) {
    const more = output.write(row);
    if (more !== undefined) await more;
  }
  await output.close();
  const { app, json } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const workspace = await openWorkspace([parquet], { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  assert.ok(app);
  const other = workspace.sources.get('1')!;
  for (const part of ['fields', 'verdicts', 'steps'] as const) await other.ready(part);
  const { listPage } = await import('../../src/dashboard/sources/list-page.ts');
  for (const address of [
    '',
    'f.label=erroneous&f.subject=algebra',
    'f.outcome=missed&f.outcome=exact',
    'f.place=50–60 %&sort=place&dir=down',
    'q=/id-1\\d$/m',
    'q=THEN&f.label=correct',
    'min=4&max=4&f.subject=(none)',
  ]) {
    const query = parseQuery(new URLSearchParams(address));
    const lines = await settled(() =>
      json<ListPage>(`/api/sources/1/records?limit=200&${formatQuery(query)}`),
    );
    const columns = await settled(() => listPage(other, query, { offset: 0, limit: 200, annotator: null }));
    assert.deepEqual(
      columns.records.map(({ row }) => row),
      lines.records.map(({ row }) => row),
      address,
    );
    assert.deepEqual(columns.facets, lines.facets, address);
  }
});

test('an id has the same hash from its text and from its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (id) => {
      const bytes = Buffer.from(`<${id}>`);
      assert.equal(hashAscii(bytes, 1, bytes.length - 1), hashId(id));
    }),
  );
  assert.equal(hashAscii(Buffer.from('né'), 0, 3), null);
});

test('a facet counts what is left when every other filter holds', async (t) => {
  const { json } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const page = await json<ListPage>('/api/sources/1/records?f.label=erroneous&f.subject=geometry');
  const expected = rows.filter(
    ({ subject, error_steps }) => subject === 'geometry' && (error_steps as number[]).length > 0,
  );
  assert.equal(page.matched, expected.length);
  const labels = page.facets.find(({ name }) => name === 'label')!.values;
  assert.equal(
    labels.reduce((sum, { count }) => sum + count, 0),
    rows.filter(({ subject }) => subject === 'geometry').length,
  );
  const subjects = page.facets.find(({ name }) => name === 'subject')!.values;
  assert.equal(
    subjects.reduce((sum, { count }) => sum + count, 0),
    rows.filter(({ error_steps }) => (error_steps as number[]).length > 0).length,
  );
});

test('slices know whose judgements are filtered by, and a facet that no record has chooses none', async (t) => {
  const { json, post } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  await post('/api/annotations', { source: '1', row: 1, kind: 'decision', decision: 'yes' });
  const counted = async (query: string): Promise<number> =>
    (await json<SlicesPage>(`/api/sources/1/slices?annotator=anna&${query}`)).total!.n;
  assert.equal(await counted('f.mine=accepted'), 1);
  assert.equal(await counted('where=mine:accepted'), 1);
  assert.equal(await counted('f.assigned=to+me'), 0);
  for (const name of ['no_such', 'constructor']) {
    assert.equal((await json<ListPage>(`/api/sources/1/records?f.${name}=a`)).matched, 0, name);
  }
  const beyond = await json<ListPage>('/api/sources/1/records?offset=100000');
  assert.deepEqual([beyond.matched, beyond.records.length], [rows.length, 0]);
});

test('slices agree with `latebench score` on the same records', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'r.jsonl');
  await writeFile(path, jsonl(rows));
  const workspace = await openWorkspace([path], { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  const source = workspace.sources.get('1')!;
  const { total, slices } = await slicesOf(source, parseQuery(new URLSearchParams()), null);
  const score = createScore({ by: ['subject'], seed: 0 });
  for (const row of rows) score.add(row as Solution);
  const [own] = score.result().critics;
  assert.equal(total!.exact.share, own!.processbench.error_acc);
  assert.equal(total!.passed.share, own!.processbench.correct_acc);
  for (const cell of slices.find(({ name }) => name === 'subject')!.cells) {
    assert.equal(cell.exact.share, own!.by.subject![cell.value]!.processbench.error_acc, cell.value);
  }
  const overview = await overviewOf(source);
  assert.deepEqual(Object.fromEntries(overview.labels.map(({ value, count }) => [value, count])), {
    erroneous: 133,
    correct: 67,
  });
});

test('rows that `latebench score` rejects count on no page, whatever the format', async (t) => {
  const folder = await temporaryFolder(t);
  const records = [0, 1, 2, 3, 4, 6].map((n) => made(n));
  const [one] = records;
  const rejected = [
    { ...one, id: 'beyond', error_steps: [400] },
    { ...one, id: 'no-solution', steps: [] },
  ];
  const line = (row: object): string => JSON.stringify(row);
  const text = [
    ...[...records, ...rejected].map(line),
    'no JSON',
    '{"hello":1}',
    line({ ...one, id: 'x', steps: 'a text' }),
    line({ ...one, id: 'y', error_steps: ['1'] }),
  ];
  await writeFile(join(folder, 'r.jsonl'), `${text.join('\n')}\n`);
  await writeRecords(join(folder, 'r.parquet'), [...records, ...rejected] as Row[]);
  const paths = ['r.jsonl', 'r.parquet'].map((name) => join(folder, name));
  const score = createScore({ seed: 0 });
  for (const row of records) score.add(row as Solution);
  const [own] = score.result().critics;
  const workspace = await openWorkspace(paths, { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  for (const [id, invalid] of [
    ['1', 5],
    ['2', 1],
  ] as const) {
    const source = workspace.sources.get(id)!;
    const { figures, fields } = await overviewOf(source);
    const figure = Object.fromEntries(figures);
    // The problem without a solution is a record, and has no label.
    assert.deepEqual([figure.Records, figure['Invalid rows']], ['7', String(invalid)]);
    assert.deepEqual([figure.Erroneous, figure.Correct], ['3 (42.9%)', '3 (42.9%)']);
    const datasets = fields.find(({ name }) => name === 'dataset')!.values;
    assert.deepEqual(
      datasets.map(({ count }) => count),
      [7],
    );
    const { total } = await slicesOf(source, parseQuery(new URLSearchParams()), null);
    assert.deepEqual([total!.n, total!.exact.share], [own!.n, own!.processbench.error_acc]);
    const list = await listPage(source, parseQuery(new URLSearchParams()), {
      offset: 0,
      limit: 50,
      annotator: null,
    });
    const broken = list.records.filter((one) => one.broken !== null);
    assert.deepEqual([broken.length, new Set(broken.map(({ label }) => label))], [invalid, new Set([-2])]);
    assert.deepEqual(
      [list.facets.find(({ name }) => name === 'label')!.values.at(-1)],
      [{ value: 'not a record', count: invalid }],
    );
    const { toJudge, judged } = await neighbours(source, parseQuery(new URLSearchParams()), 0, 'anna');
    assert.deepEqual([toJudge, judged], [7, 0]);
  }
  const home = await homePage(workspace);
  assert.deepEqual(
    home.sources.map(({ rows }) => rows),
    [7, 7],
  );
});

test('a run that has only begun is opened: no records yet, but its events can be followed', async (t) => {
  const folder = await temporaryFolder(t);
  const at = '2026-01-01T00:00:00.000Z';
  const events = [
    { at, type: 'call_started', role: 'critic', model: 'm', key: 'k', sample: 0 },
    {
      at,
      type: 'call_finished',
      role: 'critic',
      model: 'm',
      key: 'k',
      outcome: 'ok',
      from: 'endpoint',
      latency_ms: 12,
      prompt_tokens: 5,
      completion_tokens: 2,
      usd: null,
      code: null,
    },
    { at, type: 'call_started', role: 'critic', model: 'm', key: 'l', sample: 0 },
    {
      at,
      type: 'retry',
      role: 'critic',
      model: 'm',
      key: 'l',
      code: 'LB_ENDPOINT_RATE',
      attempt: 1,
      wait_ms: 5,
    },
  ];
  await writeFile(join(folder, 'events.jsonl'), jsonl(events));
  const workspace = await openWorkspace([folder], { annotations: folder, say: () => {} });
  t.after(() => workspace.close());
  const overview = await overviewOf(workspace.sources.get('1')!);
  assert.equal(overview.rows, 0);
  const { watchRun } = await import('../../src/dashboard/analysis/monitor.ts');
  const watch = watchRun(folder);
  const state = await watch.read();
  assert.deepEqual(
    [
      state.calls,
      state.inFlight,
      state.rateLimited,
      state.promptTokens,
      state.medianMs,
      state.usd,
      state.finished,
    ],
    [2, 1, 1, 5, 12, null, false],
  );
  await appendFile(
    join(folder, 'events.jsonl'),
    jsonl([{ ...events[1], key: 'l', outcome: 'failed', code: 'LB_ENDPOINT_RATE' }]),
  );
  const later = await watch.read();
  assert.deepEqual([later.inFlight, later.failed], [0, 1]);
  assert.deepEqual([later.budget, later.share, later.etaSeconds], [null, null, null]);

  const told = (second: number, share: number): object => ({
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    type: 'progress',
    role: 'run',
    share,
  });
  const budget = { spent_usd: 1.5, spent_tokens: 70, limit_usd: 6, limit_tokens: null };
  await appendFile(
    join(folder, 'events.jsonl'),
    jsonl([told(0, 0.1), told(20, 0.3), { at, type: 'budget', role: 'run', ...budget }]),
  );
  const known = await watch.read();
  assert.deepEqual(known.budget, { spentUsd: 1.5, limitUsd: 6, spentTokens: 70, limitTokens: null });
  assert.equal(known.share, 0.3);
  assert.ok(Math.abs(known.etaSeconds! - 70) < 1e-9);
});
