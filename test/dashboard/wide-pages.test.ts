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
  const rows = [record('a', 2, long), record('b', 1, { ...long, subject: 't'.repeat(200), generator: 'b' })];
  writeFileSync(join(cwd, 'r.jsonl'), jsonl([...rows, { id: 'x'.repeat(300), problem: '', steps: ['y'] }]));
  const server = await startDashboardProcess(t, cwd, ['r.jsonl', '--annotator', 'anna', '-q']);
  const page = await browser.newPage();
  await page.goto(server.entry());
  for (const width of [375, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, ready] of [
      ['', '.home-table tbody tr'],
      ['s/1/records', '.records tbody tr'],
      ['s/1/overview', '.charts svg'],
      ['s/1/r/2', '.broken-record pre'],
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
  await page.waitForFunction(`(() => {
    const svg = document.querySelector('.charts svg');
    return svg !== null && Math.abs(svg.getBoundingClientRect().width / svg.viewBox.baseVal.width - 1) < 0.02;
  })()`);
});
