// Sources as they change on the disk: records appear while a critic writes them, a killed run is shown as dead, a file that
// is replaced is loaded anew and says so.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { LivePage, LiveSource } from '../../src/dashboard/api-live.ts';
import type { ListPage } from '../../src/dashboard/api-record.ts';
import { runStateOf } from '../../src/dashboard/live/run-state.ts';
import { thisProcess } from '../../src/storage/process-identity.ts';
import { ownerText } from '../../src/storage/process-lock.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { repository } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, type Opened, openApp, record } from './open.ts';

async function until<T>(what: string, find: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const found = await find();
    if (found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${maxWaitMs} ms`);
    await pause(50);
  }
}

const liveOf = async ({ json }: Opened): Promise<LiveSource> =>
  (await json<LivePage>('/api/live')).sources[0]!;
const idsOf = async ({ json }: Opened): Promise<string[]> =>
  (await json<ListPage>('/api/sources/1/records')).records.map(({ id }) => id);

test('records that are added to a file are there, with their facets, and its judgements stay', async (t) => {
  const opened = await openApp(t, { 'a.jsonl': jsonl([record('one', 1)]) });
  const path = join(opened.folder, 'a.jsonl');
  await opened.post('/api/annotations', { source: '1', row: 0, kind: 'decision', decision: 'yes' });
  assert.deepEqual(await idsOf(opened), ['one']);
  await appendFile(path, jsonl([record('two'), record('three', 0)]));
  const { rows, replaced } = await until('growth', async () => {
    const live = await liveOf(opened);
    return live.version > 1 && live;
  });
  assert.deepEqual([rows, replaced], [3, 0]);
  assert.deepEqual(await idsOf(opened), ['one', 'two', 'three']);
  const page = await until('facets', async () => {
    const list = await opened.json<ListPage>('/api/sources/1/records?f.label=erroneous&annotator=anna');
    return list.working === null && list;
  });
  assert.deepEqual(
    page.records.map(({ id }) => id),
    ['one', 'three'],
  );
});

for (const how of ['renamed over it', 'written anew in its place'] as const) {
  test(`a file that is replaced (${how}) is loaded anew and counted as replaced`, async (t) => {
    const opened = await openApp(t, { 'a.jsonl': jsonl([record('one'), record('two')]) });
    const path = join(opened.folder, 'a.jsonl');
    assert.deepEqual(await idsOf(opened), ['one', 'two']);
    const other = jsonl([record('three'), record('four'), record('five')]);
    if (how === 'renamed over it') {
      await writeFile(`${path}.new`, other);
      await rename(`${path}.new`, path);
    } else await writeFile(path, other);
    const live = await until('the new file', async () => {
      const found = await liveOf(opened);
      return found.version > 1 && found;
    });
    assert.equal(live.replaced, 1);
    assert.deepEqual(await idsOf(opened), ['three', 'four', 'five']);
  });
}

test('running, stalled, dead, finished and stopped runs are told apart', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  await mkdir(join(folder, 'journal', 'critic'), { recursive: true });
  await writeFile(join(folder, 'events.jsonl'), '');
  const state = (now = Date.now()): Promise<string> => runStateOf(folder, now);
  assert.equal(await state(), 'unknown');
  const lock = join(folder, 'journal', 'critic', 'w.lock');
  await writeFile(lock, ownerText());
  assert.equal(await state(), 'running');
  const old = new Date(Date.now() - 120_000);
  await utimes(join(folder, 'events.jsonl'), old, old);
  await utimes(lock, old, old);
  assert.equal(await state(), 'stalled');
  assert.equal(await state(old.getTime() + 1000), 'running');
  // A process of another start of the machine is gone.
  await writeFile(lock, `${JSON.stringify({ ...thisProcess(), boot: 'another', id: 'x' })}\n`);
  assert.equal(await state(), 'dead');
  await writeFile(join(folder, 'manifest.json'), '{"complete":false}');
  assert.equal(await state(), 'stopped');
  await writeFile(join(folder, 'manifest.json'), '{"complete":true}');
  assert.equal(await state(), 'finished');
});

/** A model that takes its time and finds nothing. */
async function slowModel(t: TestContext, ms: number): Promise<string> {
  const message = { role: 'assistant', content: 'All is well. \\boxed{-1}' };
  const reply = {
    id: 'x',
    object: 'chat.completion',
    model: 'slow',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply));
      }, ms);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function startCritic(t: TestContext, cwd: string): Promise<ChildProcess> {
  const url = await slowModel(t, 700);
  const args = [
    ...['critic', '--endpoint', url, '--model', 'slow', '--concurrency', '1', '--cache', 'off', '-q'],
    ...['in.jsonl', '-o', 'runs/live/records.jsonl', '--run', 'runs/live'],
  ];
  const env = { ...process.env, LATEBENCH_HOME: join(cwd, '.latebench'), OPENAI_API_KEY: 'none' };
  const started = spawn(process.execPath, [join(repository, 'bin', 'latebench.js'), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.after(() => started.kill('SIGKILL'));
  return started;
}

/** The records that the run has written so far, under the temporary name of its output. */
async function written(run: string): Promise<string[]> {
  const [name] = (await readdir(run).catch(() => [])).filter((one) => one.startsWith('.records.jsonl.tmp-'));
  if (name === undefined) return [];
  const lines = (await readFile(join(run, name), 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

/** Goal: 2 s and 10 s; the limits here are for machines that do much else at the same time. */
const limits = { record: 20_000, dead: 40_000 };
const watched = 6;

test('a critic is watched live: each record can be opened soon after its line, and a killed run is dead', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  const run = join(cwd, 'runs', 'live');
  await writeFile(
    join(cwd, 'in.jsonl'),
    jsonl(Array.from({ length: 400 }, (_, at) => record(`r${at}`, at % 4, { problem: `Number $${at}$?` }))),
  );
  const critic = await startCritic(t, cwd);
  await until('the run folder', async () => existsSync(join(run, 'events.jsonl')));
  const server = await startDashboardProcess(t, cwd, ['runs/live', '--no-token']);
  const page = await browser.newPage();
  page.setDefaultTimeout(maxWaitMs);
  // The last ones first: a page of the list has 50.
  await page.goto(`${server.url}/s/1/records?dir=down`);
  await page.locator('.run-state.running').waitFor();
  await page.locator('.records td.id a').first().waitFor();
  const shown = new Map<string, number>();
  const lines = new Map<string, number>();
  let before: Set<string> | undefined;
  await until('records on the page', async () => {
    for (const id of await written(run)) if (!lines.has(id)) lines.set(id, Date.now());
    for (const id of await page.locator('.records td.id a').allTextContents()) {
      if (!shown.has(id.trim())) shown.set(id.trim(), Date.now());
    }
    before ??= new Set(shown.keys());
    return shown.size >= before.size + watched;
  });
  // Those that were there before the page was are no measure.
  const delays = [...shown].flatMap(([id, at]) => {
    const line = lines.get(id);
    return before!.has(id) || line === undefined ? [] : [at - line];
  });
  assert.ok(delays.length >= watched);
  t.diagnostic(`records were on the page ${delays.join(', ')} ms after their lines`);
  assert.ok(Math.max(...delays) <= limits.record, delays.join(', '));
  await page.locator('.records td.id a').last().click();
  await page.locator('.critique').first().waitFor();

  await page.goto(`${server.url}/s/1/records`);
  await page.locator('.run-state.running').waitFor();
  const ended = once(critic, 'exit');
  critic.kill('SIGKILL');
  await ended;
  const killed = Date.now();
  await page.locator('.run-state.dead').waitFor();
  t.diagnostic(`dead ${Date.now() - killed} ms after the kill`);
  assert.ok(Date.now() - killed <= limits.dead);
  // What it had written can still be read.
  assert.ok((await page.locator('.records tbody tr').count()) >= watched);
});

test('a page says that its file was replaced, and shows the new one', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'a.jsonl'), jsonl([record('one')]));
  const server = await startDashboardProcess(t, cwd, ['a.jsonl', '--no-token']);
  const page = await browser.newPage();
  page.setDefaultTimeout(maxWaitMs);
  await page.goto(`${server.url}/s/1/records`);
  await page.getByRole('link', { name: 'one' }).waitFor();
  // The page has to have asked once before.
  await page.waitForResponse((response) => response.url().endsWith('/api/live'));
  await writeFile(join(cwd, 'a.new'), jsonl([record('another'), record('more')]));
  await rename(join(cwd, 'a.new'), join(cwd, 'a.jsonl'));
  await page.locator('.toast', { hasText: 'a.jsonl was replaced' }).waitFor();
  await page.getByRole('link', { name: 'another' }).waitFor();
});
