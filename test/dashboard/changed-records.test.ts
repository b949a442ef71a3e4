// Judging where the records are not what they were, or not what one expects: fewer steps than before, two with one id, rows
// that are no records, a server that is gone for a while.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Neighbours } from '../../src/dashboard/api.ts';
import type { RecordPage } from '../../src/dashboard/api-record.ts';
import { type Mine, statementOf } from '../../src/dashboard/client/judging-state.ts';
import type { Annotation } from '../../src/records/annotation.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { jsonLines } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';

test('what is added to a judgement does not repeat steps that the solution does not have any more', () => {
  const said = {
    record_id: 'a',
    annotator: 'anna',
    version: 'v',
    kind: 'natural_error',
    first_error: 3,
    target_step: 2,
    propagated_steps: [1, 2, 4],
    comment: 'kept',
  } as Mine;
  const { first_error, target_step, propagated_steps, comment } = statementOf(said, 3);
  assert.deepEqual([first_error, target_step, propagated_steps, comment], [null, 2, [1, 2], 'kept']);
  assert.equal(statementOf({ ...said, first_error: -1 }, 3).first_error, -1);
  assert.deepEqual(statementOf(said, 5).propagated_steps, [1, 2, 4]);
});

test('a record says how many others have its id, and the queue passes over rows that are no records', async (t) => {
  const rows = [record('a'), record('b'), { id: 'no record' }, record('c', 99), record('b', 1), record('d')];
  const { json, get } = await openApp(t, { 'r.jsonl': jsonl(rows) });
  const twins = async (row: number): Promise<number> =>
    (await json<RecordPage>(`/api/sources/1/records/${row}`)).twins;
  const neighbours = (row: number): Promise<Neighbours> =>
    json<Neighbours>(`/api/sources/1/records/${row}/neighbours?annotator=anna`);
  assert.equal((await get('/api/sources/1/records?sort=steps')).status, 200);
  assert.deepEqual([await twins(0), await twins(1), await twins(4)], [0, 1, 1]);
  assert.deepEqual([(await neighbours(1)).next, (await neighbours(1)).pending], [2, 4]);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + maxWaitMs; Date.now() < end && !(await isSo()); ) await sleep(50);
  assert.ok(await isSo());
}

test('a page whose server was gone says so, and continues when it is back', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'r.jsonl'), jsonl([record('a'), record('b')]));
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', '--no-token', '--annotator', 'anna', '-q']);
  const page = await browser.newPage();
  page.setDefaultTimeout(maxWaitMs);
  await page.goto(`${server.url}/s/1/queue/0`);
  await page.locator('.steps-nav', { hasText: '1 of 2' }).waitFor();
  await until(async () => (await page.title()) === 'a · r.jsonl · LateBench');
  await server.kill();
  await page.keyboard.press('j');
  await page.locator('.failure', { hasText: 'The server does not answer' }).waitFor();
  await server.start();
  await page.locator('h1', { hasText: 'b' }).waitFor();
  const state = (level: string) => page.locator(`.save-state[data-level=${level}]`);
  const comment = page.locator('.judge').getByRole('textbox', { name: 'Comment' });
  await comment.fill('z'.repeat(20_001));
  await comment.blur();
  await state('unsaved').waitFor();
  await page.keyboard.press('y');
  await page.locator('.unsaved li', { hasText: 'accept, “zzz' }).waitFor();
  await comment.fill('short enough');
  await comment.blur();
  await state('saved').waitFor();
  const [filed, ...others] = jsonLines(await readFile(join(cwd, 'annotations', 'anna.jsonl'), 'utf8'));
  const { decision, comment: words } = filed as Annotation;
  assert.deepEqual(
    [decision, words, others.length],
    ['yes', 'short enough', 0],
    'nothing is lost with what was rejected',
  );
  await page.goto(`${server.url}/s/1/r/0`);
  await page.locator('.judge').waitFor();
  const chosen = page.locator('.judge').getByLabel('First error');
  const shows = (value: string): Promise<void> =>
    until(async () => (await chosen.inputValue()) === value && (await state('saved').count()) === 1);
  for (const step of [1, 3]) {
    await chosen.selectOption(String(step));
    await shows(String(step));
  }
  await page.locator('h1').click();
  await page.keyboard.press('y');
  await page.locator('.decide [aria-pressed=true]').waitFor();
  for (const value of ['3', '1', '']) {
    await page.keyboard.press('u');
    await shows(value);
  }
  assert.equal(await page.locator('.unsaved li').count(), 0, 'taking back several in a row is no conflict');
  await page.goto(`${server.url}/s/1/records?offset=100&f.constructor=x`);
  await page.locator('.empty', { hasText: 'No record passes all of these filters' }).waitFor();
  await page.goto(`${server.url}/s/1/records?offset=100`);
  await page.locator('.records tbody tr').first().waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.goto(`${server.url}/s/1/queue?f.label=erroneous`);
  await page.locator('.empty', { hasText: 'No record passes the filters of this queue' }).waitFor();
  assert.equal(await page.locator('.judge').count(), 0);
});
