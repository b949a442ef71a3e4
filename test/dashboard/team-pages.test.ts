// Judging together in a real browser: guidelines, conflicts in both windows, settling, filters, keys, and the cost of a press.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Annotation } from '../../src/records/annotation.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { jsonLines } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, record } from './open.ts';
import { checkAccess } from './pages-setting.ts';

test('people judge together', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'r.jsonl'), jsonl(['r0', 'r1', 'r2', 'r3'].map((id) => record(id))));
  writeFileSync(
    join(cwd, 'g.md'),
    '# Guide\n\n## Accept\nThe error is *real*: $1+1=3$.\n\n## Reject\n- no error\n',
  );
  const words = ['r.jsonl', '--annotator', 'anna', '--guidelines', 'g.md', '--endpoint', 'sim', '-q'];
  const server = await startDashboardProcess(t, cwd, words);
  const faults: string[] = [];
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(maxWaitMs);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.entry());
    await page.locator('.save-state[data-level=saved]').waitFor();
    assert.ok(!page.url().includes('token'), 'the token does not stay in the address');
    return page;
  };
  const filed = (name: string): Annotation[] =>
    jsonLines(readFileSync(join(cwd, 'annotations', `${name}.jsonl`), 'utf8')) as Annotation[];
  const saved = (page: Page): Promise<void> => page.locator('.save-state[data-level=saved]').waitFor();
  const show = async (page: Page, row: number): Promise<void> => {
    await page.goto(`${server.url}/s/1/r/${row}`);
    await page.locator(`.record[data-row="${row}"] .judge`).waitFor();
  };
  const one = await open();
  const two = await open();

  await t.test('the guidelines are beside the record, and say what the decisions mean', async () => {
    await show(one, 0);
    const meanings = one.locator('.guidelines .meanings');
    await meanings.locator('dt', { hasText: 'Accept' }).waitFor();
    assert.match((await meanings.textContent()) ?? '', /The error is real: /);
    assert.ok((await meanings.locator('.katex').count()) > 0);
    await one.locator('.guidelines summary').click();
    await checkAccess(one, 'the guidelines');
  });

  await t.test(
    'a conflict is shown in both windows with both versions, and one of them decides',
    async () => {
      // Both have the record without a judgement on screen; the second window asks again only after seconds.
      await show(two, 0);
      await show(one, 0);
      await two.route('**/judgements', (route) => route.abort());
      await one.keyboard.press('y');
      await saved(one);
      await two.keyboard.press('n');
      const panel = two.locator('.unsaved li');
      await panel.waitFor();
      assert.match((await panel.textContent()) ?? '', /anna: reject\. Meanwhile anna filed: accept\./);
      await two.locator('.save-state[data-level=unsaved]').waitFor();
      await checkAccess(two, 'a conflict');
      const told = one.locator('.others-said .conflict');
      await told.waitFor();
      assert.match((await told.textContent()) ?? '', /tried to save: reject\. Saved before: accept\./);
      await two.unroute('**/judgements');
      // What waits for a person is still there after a reload, also on another page.
      await two.goto(`${server.url}/s/1/records`);
      await panel.waitFor();
      await two.getByRole('button', { name: 'Keep mine' }).click();
      await saved(two);
      await told.waitFor({ state: 'detached' });
      await one.locator('.decide button.no[aria-pressed=true]').waitFor();
      assert.deepEqual(
        filed('anna').map(({ decision }) => decision),
        ['yes', 'no'],
      );
    },
  );

  await t.test('undo goes back to the record that it undoes', async () => {
    await show(one, 1);
    await one.keyboard.press('m');
    await saved(one);
    await show(one, 3);
    await one.keyboard.press('u');
    await one.locator('.record[data-row="1"]').waitFor();
    await saved(one);
    assert.deepEqual(
      filed('anna')
        .slice(-2)
        .map(({ record_id: id, decision }) => [id, decision]),
      [
        ['r1', 'maybe'],
        ['r1', null],
      ],
    );
  });

  await t.test('who logs in judges under that name in this browser, and nobody else does', async () => {
    await two.locator('.who input').fill('ben');
    await two.locator('.who input').blur();
    await two.locator('.who', { hasText: 'Logged in as' }).waitFor();
    await show(two, 0);
    await two.keyboard.press('y');
    await saved(two);
    assert.deepEqual(
      filed('ben').map(({ record_id: id, decision }) => [id, decision]),
      [['r0', 'yes']],
    );
    assert.equal(await one.locator('.who input').inputValue(), 'anna');
  });

  await t.test('a dispute is settled under the name of whoever settled it', async () => {
    await one.goto(`${server.url}/s/1/agreement`);
    await one.locator('.disputes > li').waitFor();
    await checkAccess(one, 'the disputes');
    await one.locator('.disputes summary').click();
    await one.getByLabel('Decision').selectOption('maybe');
    await one.getByLabel(/First error/).fill('2');
    await one.getByRole('button', { name: 'Settle', exact: true }).click();
    await one.locator('.disputes', { hasText: 'settled: maybe, first error in step 2 (by anna)' }).waitFor();
    assert.deepEqual(
      filed('adjudicated').map(({ by, decision, first_error: step }) => [by, decision, step]),
      [['anna', 'maybe', 1]],
    );
  });

  await t.test('a filter of words, a view with a name, and the cost before a press', async () => {
    await one.goto(`${server.url}/s/1/records`);
    await one.getByLabel('Filter with AND, OR and NOT').fill('steps=4 AND NOT mine:pending');
    await one.keyboard.press('Enter');
    await one.locator('.matched', { hasText: '1 of 4' }).waitFor();
    await one.locator('.views summary').click();
    await one.getByLabel('Name for this view').fill('judged');
    await one.getByRole('button', { name: 'Save view' }).click();
    await one.goto(`${server.url}/s/1/records`);
    await one.locator('.matched', { hasText: '4 of 4' }).waitFor();
    await one.locator('.views summary').click();
    await one.getByRole('link', { name: 'judged' }).click();
    await one.locator('.matched', { hasText: '1 of 4' }).waitFor();
    await one.locator('.bulk summary', { hasText: 'Ask a critic' }).click();
    await one.locator('.bulk[open]').getByRole('button', { name: 'Estimate' }).click();
    await one.locator('.bulk[open] .note', { hasText: /^1 record: 1 call to latebench-sim/ }).waitFor();
    await checkAccess(one, 'the actions over a filter');
    await one.locator('.bulk[open] .primary').click();
    await one.locator('.bulk-progress', { hasText: 'finished: 1 of 1 done' }).waitFor();
    await show(one, 1);
    await one
      .locator('.call-button .note', { hasText: /calls? to latebench-sim/ })
      .first()
      .waitFor();
  });

  await t.test('what is typed into a filter stays while the page loads what it shows', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await one.route('**/api/sources/1/records?*', async (route) => {
      await held;
      await route.continue();
    });
    await one.goto(`${server.url}/s/1/records`);
    const fields = ['Filter with AND, OR and NOT', 'Search in problems, steps and explanations'];
    for (const label of fields) await one.getByLabel(label).fill('steps=4');
    release();
    await one.locator('.matched', { hasText: '4 of 4' }).waitFor();
    for (const label of fields) assert.equal(await one.getByLabel(label).inputValue(), 'steps=4', label);
    await one.unrouteAll({ behavior: 'wait' });
  });

  await t.test('a key can be another one', async () => {
    await show(one, 2);
    await one.keyboard.press('?');
    await one.locator('.key-settings summary').click();
    const accept = one.locator('.key-settings label', { hasText: 'accept' }).locator('input');
    await accept.fill('a');
    await accept.blur();
    await checkAccess(one, 'the keys');
    await one.keyboard.press('Escape');
    await one.keyboard.press('y');
    await one.keyboard.press('a');
    await one.locator('.decide button.yes[aria-pressed=true]').waitFor();
    await saved(one);
    assert.equal(filed('anna').filter(({ record_id: id }) => id === 'r2').length, 1);
  });

  assert.deepEqual(faults, []);
});
