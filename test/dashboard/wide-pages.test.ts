// Pages stay within the window, whatever names the records have, and charts keep the size of their text.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, record } from './open.ts';

test('long names widen no page, and a wide window magnifies no chart', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  const long = { subject: 's'.repeat(200), dataset: 'd'.repeat(200), generator: 'a', subset: null };
  const critiques = ['k', 'l'].map((letter) => ({
    critic: letter.repeat(200),
    protocol: 'all_errors',
    status: 'ok',
    first_error: 1,
    error_steps: [1],
    explanations: { 1: 'e'.repeat(500) },
  }));
  const rows = [
    record('a', 2, { ...long, critiques }),
    record('b', 1, { ...long, subject: 't'.repeat(200), generator: 'b' }),
  ];
  writeFileSync(join(cwd, 'r.jsonl'), jsonl([...rows, { id: 'x'.repeat(300), problem: '', steps: ['y'] }]));
  const team = ['--annotator', 'anna', '--annotators', `anna,${'b'.repeat(60)}`, '-q'];
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', ...team]);
  const page = await browser.newPage();
  await page.goto(server.entry());
  for (const width of [375, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, ready] of [
      ['', '.home-table tbody tr'],
      ['s/1/records', '.records tbody tr'],
      ['s/1/overview', '.charts svg'],
      ['s/1/r/0', '.note-card'],
      ['s/1/r/2', '.broken-record pre'],
      ['s/1/slices', '.slices tbody tr'],
      ['s/1/compare', '.sort select'],
      ['s/1/agreement', '.slices tbody tr'],
    ] as const) {
      await page.goto(`${server.url}/${path}`);
      await page.locator(ready).first().waitFor();
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(wider, 0, `${path} at ${width}`);
    }
  }
  await page.goto(`${server.url}/s/1/overview`);
  await page.locator('.charts svg').first().waitFor();
  let scale = 0;
  for (let tries = 0; tries < 100 && Math.abs(scale - 1) > 0.02; tries += 1) {
    await page.waitForTimeout(100);
    scale = (await page.evaluate(`(() => {
      const svg = document.querySelector('.charts svg');
      return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    })()`)) as number;
  }
  assert.ok(Math.abs(scale - 1) <= 0.02, `a chart is ${scale} times its size`);
});

test('whatever leaves records out is shown, on paper too, and can be taken away', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'r.jsonl'), jsonl([record('a', 2), record('b', 1)]));
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', '--annotator', 'anna', '-q']);
  const page = await browser.newPage();
  await page.goto(server.entry());
  await page.goto(`${server.url}/s/1/records?q=What&where=steps%3E%3D4&min=2&max=9`);
  await page.emulateMedia({ media: 'print' });
  const filters = page.getByRole('list', { name: 'Filters in use' }).getByRole('button');
  await page.locator('.records tbody tr').first().waitFor();
  const shown = ['search: What', 'steps>=4', 'at least 2 steps', 'at most 9 steps'];
  assert.deepEqual(
    (await filters.allTextContents()).map((text) => text.replace(/ ×remove$/, '')),
    shown,
  );
  await filters.nth(2).click();
  await page.waitForURL(/records\?max=9&q=What&where=steps%3E%3D4$/);
  assert.equal(await filters.count(), 3);
});

test('a printed table is cut off nowhere', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  const critiques = ['one', 'two', 'three'].map((name, at) => ({
    ...{ critic: `a-model-with-a-long-name/${name}`, protocol: 'first_error', status: 'ok' },
    ...{ first_error: at, error_steps: [at], explanations: {} },
  }));
  const rows = ['a', 'b', 'c', 'd'].map((id) => record(id, 2, { critiques }));
  writeFileSync(join(cwd, 'r.jsonl'), jsonl(rows));
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', '--annotator', 'anna', '-q']);
  // A4 within the margins of the page.
  const page = await browser.newPage({ viewport: { width: 703, height: 1000 } });
  await page.goto(server.entry());
  await page.emulateMedia({ media: 'print' });
  for (const [path, ready] of [
    ['', '.home-table tbody tr'],
    ['s/1/records', '.records tbody tr'],
    ['s/1/compare', '.slices tbody tr'],
    ['s/1/slices', '.slices tbody tr'],
  ] as const) {
    await page.goto(`${server.url}/${path}`);
    await page.locator(ready).first().waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('main .scroll')]
      .filter((one) => getComputedStyle(one).overflowX !== 'visible').length`);
    assert.equal(cut, 0, path);
  }
});

test('names on the first page are cut at no letter in a narrow window, and long names of critics take several lines', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const cwd = await temporaryFolder(t);
  const critic = 'Qwen/Qwen2.5-Math-72B-Instruct@first_error';
  const critiques = [{ critic, protocol: 'first_error', status: 'ok', first_error: 1, error_steps: [1] }];
  writeFileSync(join(cwd, 'processbench-gsm8k-critic.jsonl'), jsonl([record('a', 1, { critiques })]));
  const server = await startDashboardProcess(t, cwd, ['processbench-gsm8k-critic.jsonl', '-q']);
  const page = await browser.newPage();
  await page.goto(server.entry());
  await page.locator('.home-table .card b').waitFor();
  for (const width of [375, 600, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const [lines, heading] = (await page.evaluate(`(() => {
      const range = document.createRange();
      const name = document.querySelector('.home-table .card b').firstChild;
      range.setStart(name, 0);
      range.setEnd(name, 'processbench-'.length);
      const head = document.querySelector('.home-table thead .number');
      return [range.getClientRects().length, head.getBoundingClientRect().width];
    })()`)) as [number, number];
    assert.equal(lines, 1, `at ${width}`);
    assert.ok(heading < 200, `${heading} at ${width}`);
  }
});
