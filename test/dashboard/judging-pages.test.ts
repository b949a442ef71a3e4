// Judging one record after the other in a real browser: a press is about the record on screen, whatever the server does.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Annotation } from '../../src/records/annotation.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { jsonLines } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, record } from './open.ts';

interface Setting {
  readonly page: Page;
  readonly url: string;
  /** `RECORD: DECISION`, in the order of the file. */
  filed(): string[];
  shown(row: number): Promise<void>;
}

const five = ['r0', 'r1', 'r2', 'r3', 'r4'].map((id) => record(id));

async function setting(
  t: TestContext,
  words: readonly string[] = [],
  rows: readonly object[] = five,
): Promise<Setting | undefined> {
  const browser = await openBrowser(t);
  if (browser === undefined) return undefined;
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'r.jsonl'), jsonl(rows));
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', '--annotator', 'anna', '-q', ...words]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(maxWaitMs);
  const page = await context.newPage();
  await page.goto(server.entry());
  await page.locator('.save-state[data-level=saved]').waitFor();
  const file = join(cwd, 'annotations', 'anna.jsonl');
  return {
    page,
    url: server.url,
    filed: () =>
      existsSync(file)
        ? (jsonLines(readFileSync(file, 'utf8')) as Annotation[]).map(
            ({ record_id, decision }) => `${record_id}: ${decision}`,
          )
        : [],
    shown: (row) => page.locator(`.record[data-row="${row}"][aria-busy=false] .judge`).waitFor(),
  };
}

test('buttons lead on in the queue as keys do, and a double click is about one record', async (t) => {
  const open = await setting(t);
  if (open === undefined) return;
  const { page, url, filed, shown } = open;
  await page.goto(`${url}/s/1/queue/0`);
  await shown(0);
  await page.getByRole('button', { name: /^Accept/ }).click();
  await shown(1);
  await page.getByRole('button', { name: /^Reject/ }).dblclick();
  await shown(2);
  await page.keyboard.press('m');
  await shown(3);
  assert.deepEqual(filed(), ['r0: yes', 'r1: no', 'r2: maybe']);
  // Outside of the queue the record stays, and a second press takes the decision back.
  await page.goto(`${url}/s/1/r/0`);
  await shown(0);
  const accept = page.getByRole('button', { name: /^Accept/ });
  await page.locator('button.yes[aria-pressed=true]').waitFor();
  await accept.click();
  await page.locator('button.yes[aria-pressed=false]').waitFor();
  await page.locator('.save-state[data-level=saved]').waitFor();
  assert.equal(filed().at(-1), 'r0: null');
});

test('a key that is held judges one record', async (t) => {
  const open = await setting(t);
  if (open === undefined) return;
  const { page, url, filed, shown } = open;
  await page.goto(`${url}/s/1/queue/0`);
  await shown(0);
  // Playwright repeats a key that is pressed again before it is let go.
  for (let time = 0; time < 4; time += 1) {
    await page.keyboard.down('y');
    await page.waitForTimeout(150);
  }
  await page.keyboard.up('y');
  await shown(1);
  await page.locator('.save-state[data-level=saved]').waitFor();
  assert.deepEqual(filed(), ['r0: yes']);
});

test('a press while the next record is on its way judges nothing and says so', async (t) => {
  const open = await setting(t);
  if (open === undefined) return;
  const { page, url, filed, shown } = open;
  await page.goto(`${url}/s/1/r/0`);
  await shown(0);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/records/1', async (route) => {
    await held;
    await route.continue();
  });
  const notice = page.getByText('Not judged: the next record is not here yet.');
  await page.keyboard.press('j');
  await page.locator('.record[data-row="0"][aria-busy=true]').waitFor();
  await page.keyboard.press('y');
  await notice.waitFor();
  await page.getByRole('button', { name: /^Reject/ }).click();
  release();
  await shown(1);
  await notice.waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.locator('button.maybe[aria-pressed=true]').waitFor();
  await page.locator('.save-state[data-level=saved]').waitFor();
  assert.deepEqual(filed(), ['r1: maybe']);
});

test('a filter that would show what is hidden is not shown as one in use', async (t) => {
  const open = await setting(t, ['--annotators', 'anna,ben', '--blind']);
  if (open === undefined) return;
  const { page, url } = open;
  await page.goto(`${url}/s/1/records?f.label=correct&f.length=short&q=words&sort=first`);
  const warning = page.getByText(
    /^Everybody judges blind here: label, search, order in this address would show/,
  );
  await warning.waitFor();
  const chips = await page.locator('.chosen li').allTextContents();
  assert.ok(
    chips.every((chip) => !chip.includes('label')),
    chips.join(),
  );
  assert.equal(chips.length, 1);
  assert.equal(await page.getByRole('link', { name: 'Export these as JSONL' }).count(), 0, 'it is refused');
  await page.getByRole('link', { name: 'Show all records' }).first().click();
  await warning.waitFor({ state: 'detached' });
});

test('a queue begins and continues at what can be judged, and counts nothing else', async (t) => {
  const beyond = { ...five[0], id: 'beyond', error_steps: [400] };
  const open = await setting(t, [], [beyond, five[0]!, beyond, five[1]!]);
  if (open === undefined) return;
  const { page, url, filed, shown } = open;
  await page.goto(`${url}/s/1/queue`);
  await shown(1);
  await page.getByText('0 of 2 judged').waitFor();
  await page.keyboard.press('y');
  await shown(3);
  await page.keyboard.press('n');
  await page.getByText('2 of 2 judged').waitFor();
  assert.deepEqual(filed(), ['r0: yes', 'r1: no']);
});
