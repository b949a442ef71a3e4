// The first page: what is open, what runs hold besides records, and how critics did in them.
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { shareOf } from '../../src/dashboard/analysis/share.ts';
import type { Session } from '../../src/dashboard/api.ts';
import type { ComparePage } from '../../src/dashboard/api-analysis.ts';
import type { HomePage } from '../../src/dashboard/api-home.ts';
import { homePage } from '../../src/dashboard/home/home-page.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { repository, runHere, runPiped } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';
import { checkAccess, servePages } from './pages-setting.ts';

const judgedBy = (first: number) => ({
  critiques: [{ critic: 'm/v1', protocol: 'first_error', status: 'ok', first_error: first, votes: [] }],
});

test('the first page says how each critic did, with unreadable replies as wrong answers', async (t) => {
  const unreadable = {
    critiques: [{ critic: 'm/v1', protocol: 'first_error', status: 'unparsed', votes: [] }],
  };
  const rows = [
    record('a', 1, judgedBy(1)),
    record('b', 2, unreadable),
    record('c', null, judgedBy(-1)),
    record('d', null, judgedBy(0)),
    { ...record('e', null, judgedBy(1)), error_steps: null },
  ];
  const { json } = await openApp(t, {
    'a.jsonl': jsonl(rows),
    'b.jsonl': jsonl([record('x', 1, judgedBy(1))]),
  });
  const { sources } = await json<HomePage>('/api/home');
  const of = (name: string) => sources.find((one) => one.name === name)!;
  // One of two errors exactly, one of two correct solutions passed.
  assert.deepEqual(of('a.jsonl').critics, [
    { critic: 'm/v1', simulated: false, n: 4, f1: 0.5, exact: shareOf(1, 2), passed: shareOf(1, 2) },
  ]);
  assert.equal(of('b.jsonl').critics![0]!.f1, null, 'undefined without a correct solution');
  assert.equal(of('a.jsonl').kind, 'file');
});

test('a critic with a name of its own is marked as simulated where its model was, in every kind of file', async (t) => {
  const named = (critic: string, model: string | null) => {
    const [critique] = judgedBy(1).critiques;
    return { ...critique, critic, ...(model === null ? {} : { model }) };
  };
  const critiques = [named('careful', 'latebench-sim/critic'), named('quick', 'm'), named('old', null)];
  const rows = [record('a', 1, { critiques }), record('b', null, { critiques })];
  const { folder, json } = await openApp(t, { 'a.jsonl': jsonl(rows) });
  const expected = [
    ['careful', true],
    ['old', false],
    ['quick', false],
  ];
  const marked = (all: readonly { critic: string; simulated: boolean }[]) =>
    all.map(({ critic, simulated }) => [critic, simulated]).sort();
  const [source] = (await json<HomePage>('/api/home')).sources;
  assert.deepEqual(marked(source!.critics!), expected);
  assert.equal(source!.simulated, true);
  assert.deepEqual(marked((await json<ComparePage>('/api/sources/1/compare')).subjects), expected);

  const exported = join(folder, 'a.parquet');
  const { code, stderr } = await runHere(['ingest', 'a.jsonl', '-o', exported, '-q'], { cwd: folder });
  assert.equal(code, 0, stderr);
  const workspace = await openWorkspace([exported], { annotations: join(folder, 'n'), say: () => {} });
  t.after(() => workspace.close());
  assert.deepEqual(marked((await homePage(workspace)).sources[0]!.critics!), expected);
});

test('a run of a grid is listed as one, with its page before the other reports', async (t) => {
  const cwd = await temporaryFolder(t);
  const declared = {
    ...{ name: 'settings', about: 'two settings', seed: 1, stages: [{ use: 'critic', with: {} }] },
    source: { files: [join(repository, 'data', 'samples', 'late-errors-test.jsonl')], limit: 4 },
    grid: { vary: { temperature: [0.5, 1] } },
    endpoint: { critic: { baseUrl: 'sim', model: 'latebench-sim/critic' } },
  };
  await writeFile(join(cwd, 'g.json'), JSON.stringify(declared));
  const ran = await runHere(['run', 'g.json', '--run', 'r'], { cwd });
  assert.equal(ran.code, 0, ran.stderr);
  const workspace = await openWorkspace([join(cwd, 'r')], { annotations: join(cwd, 'n'), say: () => {} });
  t.after(() => workspace.close());
  const { made, cells, reports } = (await homePage(workspace)).sources[0]!;
  assert.deepEqual([made, cells], ['settings', 2]);
  assert.deepEqual(reports, [
    { name: 'grid.html', href: '/report/1/0' },
    { name: 'report.html', href: '/report/1/1' },
  ]);
});

async function makeRuns(t: TestContext): Promise<{ cwd: string; poolRun: string }> {
  const cwd = await temporaryFolder(t);
  const small = '--set pool.n=8 --set vote.k=[4] --set vote.repeat=4 --set pool.problems=2';
  const pool = await runPiped([`run vote-sweep ${small} -q`], { cwd });
  assert.equal(pool.code, 0, pool.stderr);
  const [name] = (await readdir(join(cwd, 'runs'))).filter((one) => !one.startsWith('.'));
  const judged = await runPiped(
    [
      'ingest --adapter synthetic --count 12 --seed 3 -q',
      'critic --endpoint sim -q -o runs/judged/records.jsonl --run runs/judged',
    ],
    { cwd },
  );
  assert.equal(judged.code, 0, judged.stderr);
  return { cwd, poolRun: `runs/${name}` };
}

test('runs, their pools and their reports are on the first page; the run of a pool can be viewed', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const { cwd, poolRun } = await makeRuns(t);
  const one = await startDashboardProcess(t, cwd, [poolRun, '--no-token']);
  const session = (await (await fetch(`${one.url}/api/session`)).json()) as Session;
  assert.deepEqual(
    session.pools.map(({ name }) => name),
    ['vote-sweep'],
  );
  await one.kill();

  const server = await startDashboardProcess(t, cwd, ['--no-token']);
  const home = (await (await fetch(`${server.url}/api/home`)).json()) as HomePage;
  assert.deepEqual(home.sources.map(({ made, state }) => [made, state]).sort(), [
    ['critic', 'finished'],
    ['vote-sweep', 'finished'],
  ]);
  const page = await browser.newPage();
  page.setDefaultTimeout(maxWaitMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(server.url);
  await page.locator('.home-table').waitFor();
  await checkAccess(page, 'the first page');
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '2-vote/report.html' }).click(),
  ]);
  await report.locator('h1').first().waitFor();
  await page.getByRole('link', { name: /pool of traces/ }).click();
  await page.waitForURL(/\/p\/1/);
  await page.goto(server.url);
  await page.getByRole('link', { name: /judged/ }).click();
  await page.locator('.records tbody tr').first().waitFor();
  assert.equal((await fetch(`${server.url}/report/1/99`)).status, 404);
  assert.deepEqual(faults, []);
});

test('critics are drawn from run to run, and chosen runs are side by side with what differs between them', async (t) => {
  const opened = await servePages(t, async (cwd) => {
    const paths: string[] = [];
    for (const [at, name] of ['first', 'second', 'third'].entries()) {
      const folder = join(cwd, name);
      await mkdir(folder);
      const rows = [0, 1, 2, 3].map((row) => record(`r${row}`, 1, judgedBy(row < at ? 1 : 0)));
      await writeFile(join(folder, 'records.jsonl'), jsonl([...rows, record('c', null, judgedBy(-1))]));
      const stages = [{ name: 'critic', version: '2', config: { votes: at + 1, preset: 'plain' } }];
      const created_at = `2026-11-0${at + 1}T10:00:00.000Z`;
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ created_at, stages, complete: true }));
      paths.push(folder);
    }
    return paths;
  });
  if (opened === undefined) return;
  const { page, url, faults } = opened;
  await page.goto(url);
  await page.locator('.trends .plane').focus();
  const value = page.locator('.trends .at output');
  for (const says of [
    /^run first, 2026-11-01 10:00, 5 records: .* 0%$/,
    /^run second, .* 40%$/,
    /^run third/,
  ]) {
    await page.keyboard.press('ArrowRight');
    assert.match((await value.textContent()) ?? '', says);
  }
  for (const name of ['first', 'third'])
    await page.getByRole('checkbox', { name: `${name} side by side with others` }).check();
  const beside = page.locator('.beside');
  await beside.waitFor();
  const settings = await beside
    .locator('.setting')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
  assert.deepEqual(settings, [['critic.votes', '3', '1']], 'what is the same is left out');
  assert.match((await beside.textContent()) ?? '', /Exact step.*50\.0%/);
  await checkAccess(page, 'runs side by side');
  // The choice is a link.
  await page.goto(page.url());
  await beside.waitFor();
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 2);
  assert.deepEqual(faults, []);
});
