// Learning mode played through by keyboard only: served, and in an exported site from file://.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { runPiped } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { exercises, secrets } from './exercises.ts';
import { jsonl } from './open.ts';
import { checkAccess } from './pages-setting.ts';

async function openPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(maxWaitMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return { page, faults };
}

async function secretsShown(page: Page): Promise<string[]> {
  const shown = (await page.content()).toLowerCase();
  return secrets.filter((secret) => shown.includes(secret) || shown.includes(secret.replaceAll('_', ' ')));
}

/** axe reads the style sheets again, which a page from file:// may not. */
async function checkServed(page: Page, what: string): Promise<void> {
  if (page.url().startsWith('http')) await checkAccess(page, what);
}

/** From the first page to the results, without a pointer. */
async function learn(page: Page): Promise<void> {
  const { keyboard } = page;
  const outcome = page.locator('.learn-outcome');
  const at = (place: number) => page.locator(`.exercise[data-place="${place}"]`);
  // To the one file that is opened.
  await page.locator('a.card').focus();
  await keyboard.press('Enter');
  await at(0).waitFor();
  await page.locator('.exercise .katex').first().waitFor();
  assert.deepEqual(await secretsShown(page), []);
  await checkServed(page, 'an exercise');
  await keyboard.press('h');
  await page.locator('.learn-hint', { hasText: 'Hint 1 of 1' }).waitFor();
  assert.deepEqual(await secretsShown(page), []);
  await keyboard.press('3');
  await page.locator('.step.chosen .numeral', { hasText: '3' }).waitFor();
  await keyboard.press('Enter');
  await outcome.waitFor();
  assert.match((await outcome.textContent()) ?? '', /^Right \(with 1 hint\): the first error is in step 3\./);
  assert.deepEqual(await secretsShown(page), [...secrets]);
  await checkServed(page, 'an answered exercise');

  await keyboard.press('Enter');
  await at(1).waitFor();
  assert.ok(!(await page.content()).includes(secrets[1]));
  await keyboard.press('0');
  await page.locator('.learn-answer [role=status]', { hasText: 'no error' }).waitFor();
  await keyboard.press('Enter');
  await outcome.waitFor();
  assert.match((await outcome.textContent()) ?? '', /^Right: the solution has no error\./);

  await keyboard.press('Enter');
  await at(2).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await page.locator('.step.chosen .numeral', { hasText: '2' }).waitFor();
  await keyboard.press('Enter');
  await outcome.waitFor();
  assert.match((await outcome.textContent()) ?? '', /you said step 2, but the first error is in step 4/);
  await keyboard.press('r');
}

async function checkResults(page: Page): Promise<void> {
  await page.locator('.learn-results').waitFor();
  const rows = await page.locator('.learn-results tbody tr').evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll('th, td')];
      return cells.map((cell) => cell.querySelector('.share')?.getAttribute('title') ?? cell.textContent);
    }),
  );
  assert.deepEqual(rows, [
    ['calculation error', '1', '1 of 1', '0'],
    ['no error', '1', '1 of 1', '1'],
    ['type not known', '1', '0 of 1', '0'],
    ['all', '3', '2 of 3', '1'],
  ]);
  await checkServed(page, 'the results');
}

async function setting(t: TestContext): Promise<{ browser: Browser; folder: string } | undefined> {
  const browser = await openBrowser(t);
  if (browser === undefined) return undefined;
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'a.jsonl'), jsonl(exercises));
  return { browser, folder };
}

test('three exercises by keyboard, served; progress outlives the server', async (t) => {
  const opened = await setting(t);
  if (opened === undefined) return;
  const { browser, folder } = opened;
  const server = await startDashboardProcess(t, folder, ['a.jsonl', '--teach', '--annotator', 'anna']);
  const { page, faults } = await openPage(await browser.newContext());
  await page.goto(server.entry());
  await learn(page);
  await checkResults(page);
  await server.kill();
  await server.start();
  await page.goto(server.entry());
  await page.goto(`${server.url}/s/1/results`);
  await checkResults(page);
  assert.deepEqual(faults, []);
});

test('three exercises by keyboard in an exported site, from file://; progress outlives the page', async (t) => {
  const opened = await setting(t);
  if (opened === undefined) return;
  const { browser, folder } = opened;
  const { code, stderr } = await runPiped(['view a.jsonl --teach --export site'], { cwd: folder });
  assert.equal(code, 0, stderr);
  const context = await browser.newContext();
  const { page, faults } = await openPage(context);
  const address = pathToFileURL(join(folder, 'site', 'index.html')).href;
  await page.goto(address);
  await learn(page);
  await checkResults(page);
  await page.close();
  const again = await openPage(context);
  await again.page.goto(`${address}#/s/1/results`);
  await checkResults(again.page);
  assert.deepEqual([...faults, ...again.faults], []);
});
