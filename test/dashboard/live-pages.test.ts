// Pages of results follow a file that grows, and leave what a person has opened, chosen and focused as it is.
import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonl, record } from './open.ts';
import { servePages } from './pages-setting.ts';

const critique = (critic: string, named: number) => ({
  critic,
  protocol: 'first_error',
  status: 'ok',
  first_error: named,
  error_steps: null,
  agreement: 1,
  model: critic,
  votes: [],
});

/** `m` is right about all of them, `n` about every other one. */
function judged(from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, at) => {
    const label = (from + at) % 3 === 0 ? null : 1;
    const gold = label ?? -1;
    const critiques = [critique('m', gold), critique('n', at % 2 === 0 ? gold : 0)];
    return record(`r${from + at}`, label, { critiques });
  });
  return jsonl(rows);
}

test('overview, slices and comparison follow a file that grows', async (t) => {
  let path = '';
  const opened = await servePages(t, async (cwd) => {
    path = join(cwd, 'a.jsonl');
    await writeFile(path, judged(0, 20));
    return [path];
  });
  if (opened === undefined) return;
  const { page, url, faults } = opened;
  let rows = 20;
  const grow = async (): Promise<string> => {
    await appendFile(path, judged(rows, rows + 10));
    rows += 10;
    return String(rows);
  };

  await t.test('overview', async () => {
    await page.goto(`${url}/s/1/overview`);
    const records = page.locator('dl.figures dd').first();
    await records.filter({ hasText: /^20$/ }).waitFor();
    const plane = page.locator('.charts .plane').first();
    await plane.focus();
    await page.keyboard.press('ArrowRight');
    await records.filter({ hasText: await grow() }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.className'), 'plane');
    assert.notEqual(await page.locator('.charts .at output').first().textContent(), '');
  });

  await t.test('slices', async () => {
    await page.goto(`${url}/s/1/slices?critic=n`);
    const all = page.locator('.slices tbody tr').first().locator('td').first();
    await all.filter({ hasText: /^30$/ }).waitFor();
    await page.getByRole('combobox', { name: 'Critic' }).focus();
    await all.filter({ hasText: await grow() }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SELECT');
    assert.match(page.url(), /critic=n/);
  });

  await t.test('a critic that the address names and nobody is', async () => {
    for (const place of ['records', 'slices']) {
      await page.goto(`${url}/s/1/${place}?critic=nobody`);
      await page.getByText('No critic is named nobody: this is m.').waitFor();
    }
  });

  await t.test('comparison: the numbers of the tests and of the records are of the same file', async () => {
    await page.goto(`${url}/s/1/compare?a=1:n&b=1:m`);
    const tests = page.locator('.tests');
    const common = (n: string) => tests.filter({ hasText: new RegExp(`\\(n\\)${n}(?!\\d)`) });
    await common('40').waitFor();
    await common(await grow()).waitFor();
    await page.locator('.pair dd').first().waitFor();
    const counts = (await page.locator('.pair dd').allTextContents()).map(Number);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      rows,
    );
    assert.equal(await page.getByRole('combobox', { name: 'First' }).inputValue(), '1:n');
  });

  assert.deepEqual(faults, []);
});
