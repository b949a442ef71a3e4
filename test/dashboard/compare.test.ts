import assert from 'node:assert/strict';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { createComparisons } from '../../src/dashboard/analysis/compare.ts';
import type { ComparePage } from '../../src/dashboard/api-analysis.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import type { ComparisonObject } from '../../src/records/comparison.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { runHere } from '../support/cli.ts';
import { jsonl, openApp, record } from './open.ts';

const everything = {
  meta: { level: 3 },
  provenance: [{ stage: 'ingest', version: '1', key: 'k' }],
  difficulty: 2,
};

/** Critics that are right with these probabilities; three records of each problem, which are right or wrong together. */
function judged(n: number, skills: Readonly<Record<string, number>>, seed = 1): object[] {
  const rng = mulberry32(seed);
  const luck = new Map<string, number>();
  return Array.from({ length: n }, (_, at) => {
    const problem = `problem ${Math.floor(at / 3)}`;
    const error = at % 2 === 0 ? null : at % 4;
    const critiques = Object.entries(skills).flatMap(([critic, share]) => {
      const key = `${critic} ${problem}`;
      luck.set(key, luck.get(key) ?? rng());
      if (at % 17 === 3 && critic.endsWith('c')) return [];
      const unreadable = rng() < 0.03;
      const right = luck.get(key)! < share !== rng() < 0.1;
      const first = right ? (error ?? -1) : error === null ? 2 : -1;
      return [
        unreadable
          ? { critic, protocol: 'first_error', status: 'unparsed', first_error: null }
          : { critic, protocol: 'first_error', status: 'ok', first_error: first, first_error_strict: first },
      ];
    });
    return record(`r${at}`, error, { problem, critiques, ...everything });
  });
}

async function byCommand(folder: string, ...files: string[]): Promise<ComparisonObject> {
  const paths = files.map((name) => join(folder, name));
  const { stdout, stderr, code } = await runHere(['compare', ...paths, '--format', 'json', '-q'], {
    cwd: folder,
  });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as ComparisonObject;
}

test('the page shows what `latebench compare` prints, also for several records of a problem', async (t) => {
  const rows = judged(240, { a: 0.8, b: 0.74, c: 0.5, poor: 0.3 });
  const invalid = { ...rows[0], id: 'no steps', steps: [] };
  const { json, folder } = await openApp(t, { 'a.jsonl': jsonl(rows), 'b.jsonl': jsonl([...rows, invalid]) });
  const printed = await byCommand(folder, 'a.jsonl');
  assert.equal(printed.pairs.length, 6);
  assert.ok(printed.pairs.some(({ differs }) => differs) && printed.pairs.some(({ differs }) => !differs));
  assert.ok(
    printed.pairs.some(({ p_adjusted: p, figures }) => p! > figures.f1!.p!),
    'Holm changes something',
  );
  const single = await openApp(t, { 'a.jsonl': jsonl(rows) });
  const page = await single.json<ComparePage>('/api/sources/1/compare');
  assert.deepEqual(page.comparison, printed);
  const parquet = join(folder, 'a.parquet');
  await runHere(['filter', join(folder, 'a.jsonl'), '-q', '-o', parquet], { cwd: folder });
  const workspace = await openWorkspace([parquet], {
    annotations: join(folder, 'annotations'),
    say: () => {},
  });
  t.after(() => workspace.close());
  const comparisons = createComparisons(() => [...workspace.sources.values()]);
  const { comparison } = await comparisons.of(workspace.sources.get('1')!, new AbortController().signal);
  assert.deepEqual(comparison, printed, 'the same from Parquet');
  const both = await json<ComparePage>('/api/sources/2/compare');
  assert.equal(both.comparison.records, 240, 'an invalid record is no record');
});

test('critics of another file are joined and named as the command does', async (t) => {
  const first = judged(90, { same: 0.7, own: 0.4 });
  const second = judged(120, { same: 0.9 }, 7).slice(10);
  const { json, folder } = await openApp(t, {
    'a.jsonl': jsonl(first),
    'b.jsonl': jsonl(second.slice(0, 60)),
  });
  const page = await json<ComparePage>('/api/sources/1/compare?a=0&b=2');
  const other = join(folder, 'b.jsonl');
  assert.deepEqual(
    page.subjects.map(({ name, source }) => [name, source]),
    [
      ['same', '1'],
      ['own', '1'],
      [`same (${other})`, '2'],
    ],
  );
  assert.deepEqual(page.comparison, await byCommand(folder, 'a.jsonl', 'b.jsonl'));
  const found = page.comparison.pairs.find(({ a, b }) => a === 'same' && b === `same (${other})`)!;
  const pair = page.pair!;
  assert.deepEqual([pair.onlyFirst, pair.onlySecond], [found.mcnemar.only_a, found.mcnemar.only_b]);
  assert.equal(pair.both + pair.neither + pair.onlyFirst + pair.onlySecond, found.n);
  const [one] = pair.differing;
  assert.deepEqual(one!.rows, [one!.row, one!.row - 10]);
});

test('a source about other records, and one that holds a record twice, disturb nothing', async (t) => {
  const rows = judged(60, { a: 0.8, b: 0.5 });
  const others = judged(30, { z: 0.5 }).map((row, at) => ({ ...row, id: `other ${at}` }));
  const twice = judged(20, { y: 0.5 });
  const { json, folder } = await openApp(t, {
    'a.jsonl': jsonl(rows),
    'others.jsonl': jsonl(others),
    'twice.jsonl': jsonl([...twice, ...twice]),
  });
  const { comparison } = await json<ComparePage>('/api/sources/1/compare');
  const printed = await byCommand(folder, 'a.jsonl');
  assert.deepEqual(
    comparison.pairs.find(({ a, b }) => a === 'a' && b === 'b')!.figures,
    printed.pairs[0]!.figures,
  );
  assert.deepEqual(comparison.critics.map(({ critic }) => critic).sort(), ['a', 'b', 'y']);
});

test('without a common record nothing is compared, and the page says why', async (t) => {
  const rows = judged(60, { a: 0.8, b: 0.5 });
  const others = judged(30, { z: 0.5 }).map((row, at) => ({ ...row, id: `other ${at}` }));
  const { json, get } = await openApp(t, { 'a.jsonl': jsonl(rows), 'others.jsonl': jsonl(others) });
  const page = await json<ComparePage>('/api/sources/1/compare');
  assert.deepEqual(page.apart, [
    {
      sourceName: 'others.jsonl',
      reason: 'none of its 30 records is among the 60 here (records are matched by id)',
    },
  ]);
  assert.deepEqual(
    page.subjects.map(({ name }) => name),
    ['a', 'b'],
  );
  assert.equal((await get('/api/sources/1/compare?a=0&b=2')).status, 400, 'there is no such critic');
  // Two critics of one file that have judged different halves of it, and one that has judged all of it.
  const halves = judged(60, { first: 0.6, second: 0.6, whole: 0.7 }).map((row, at) => {
    const { critiques } = row as { critiques: { critic: string }[] };
    const other = at < 30 ? 'second' : 'first';
    return { ...row, critiques: critiques.filter(({ critic }) => critic !== other) };
  });
  const opened = await openApp(t, { 'halves.jsonl': jsonl(halves) });
  const { comparison, subjects } = await opened.json<ComparePage>('/api/sources/1/compare');
  assert.deepEqual(
    comparison.pairs.map(({ a, b, n }) => [a, b, n]),
    [
      ['first', 'whole', 30],
      ['second', 'whole', 30],
    ],
  );
  assert.ok(!comparison.tied.some((group) => group.includes('first') && group[0] === 'second'));
  assert.ok(!comparison.tied.some((group) => group.includes('second') && group[0] === 'first'));
  assert.match(
    comparison.warnings.join('; '),
    /not compared, because no record was judged by both: (first and second|second and first)/,
  );
  const at = (name: string): number => subjects.findIndex((subject) => subject.name === name);
  const apart = await opened.json<ComparePage>(`/api/sources/1/compare?a=${at('first')}&b=${at('second')}`);
  assert.equal(apart.pair, null);
  const printed = await byCommand(opened.folder, 'halves.jsonl');
  assert.deepEqual(comparison, printed);
});

test('a source whose critics judged other steps under the same ids is left out, and the page says why', async (t) => {
  const anew = judged(60, { z: 0.5 }).map((row) => ({ ...row, steps: ['injected', 'anew', 'here'] }));
  const { json } = await openApp(t, {
    'a.jsonl': jsonl(judged(60, { a: 0.8, b: 0.5 })),
    'anew.jsonl': jsonl(anew),
    'c.jsonl': jsonl(judged(60, { c: 0.6 })),
  });
  const page = await json<ComparePage>('/api/sources/1/compare');
  assert.deepEqual(
    page.subjects.map(({ name }) => name),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(
    page.apart.map(({ sourceName }) => sourceName),
    ['anew.jsonl'],
  );
  assert.match(page.apart[0]!.reason, /has other steps there than in the records/);
});

test('others are answered while critics are compared; it is done once, and given up when nobody waits', async (t) => {
  const skills = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name, at) => [name, 0.5 + at / 20]));
  const { app, get } = await openApp(t, { 'a.jsonl': jsonl(judged(1500, skills)) });
  const host = 'localhost:8377';
  const controller = new AbortController();
  const path = '/api/sources/1/compare';
  const given = app.request(
    new Request(`http://${host}${path}`, { headers: { host }, signal: controller.signal }),
  );
  controller.abort();
  assert.match(await (await given).text(), /LB_ABORTED/);
  await get('/api/session');
  let turns = 0;
  let done = false;
  const comparing = get(path).finally(() => {
    done = true;
  });
  const session = get('/api/session').then(({ status }) => [status, done]);
  for (; !done; turns += 1) await new Promise(setImmediate);
  const text = await (await comparing).text();
  assert.deepEqual(await session, [200, false]);
  assert.ok(turns > 10, `${turns} turns for ten pairs`);
  const start = performance.now();
  assert.equal(await (await get(path)).text(), text);
  t.diagnostic(`again after ${Math.round(performance.now() - start)} ms`);
});
