// What a page leaves as it is while it is drawn again, while its file changes, and for whoever comes back to it: the place,
// the record, what was typed, and whose it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Annotation } from '../../src/records/annotation.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { jsonLines } from '../support/cli.ts';
import { jsonl, record } from './open.ts';
import { checkAccess, servePages } from './pages-setting.ts';

const critique = (critic: string, named: number) => ({
  ...{ critic, protocol: 'first_error', status: 'ok', first_error: named, votes: [] },
});
const rows = Array.from({ length: 60 }, (_, at) =>
  record(`r${at}`, at % 3 === 0 ? null : 1, {
    dataset: at % 2 === 0 ? 'even' : 'odd',
    critiques: [critique('m', at % 4 === 0 ? 1 : -1), critique('n', 1)],
  }),
);

test('what a person has found, typed and chosen stays', async (t) => {
  let path = '';
  const opened = await servePages(t, async (cwd) => {
    path = join(cwd, 'a.jsonl');
    await writeFile(path, jsonl(rows));
    return [path];
  });
  if (opened === undefined) return;
  const { page, url, cwd, faults } = opened;
  // As in a page over plain HTTP from another machine.
  await page.addInitScript('delete Crypto.prototype.randomUUID');
  const title = page.locator('#record-title');
  const comment = page.locator('.judge textarea').first();
  const filed = (name: string): Annotation[] =>
    jsonLines(readFileSync(join(cwd, 'annotations', `${name}.jsonl`), 'utf8')) as Annotation[];

  const scrolledTo = async (place: number): Promise<void> => {
    const end = Date.now() + maxWaitMs;
    while ((await page.evaluate('scrollY')) !== place) {
      assert.ok(Date.now() < end, `${await page.evaluate('scrollY')}, not ${place}`);
      await page.waitForTimeout(50);
    }
  };

  await t.test('the place in a list, for whoever comes back from a record', async () => {
    await page.goto(`${url}/s/1/records?sort=steps`);
    const link = page.locator('.records tbody a').nth(40);
    await link.waitFor();
    await link.scrollIntoViewIfNeeded();
    const place = (await page.evaluate('scrollY')) as number;
    assert.ok(place > 200, `${place}`);
    await link.click();
    await title.waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.goBack();
    await scrolledTo(place);
    await page.reload();
    await scrolledTo(place);
    // An address that is typed in is another page, which begins at its top.
    await page.goto(`${url}/s/1/records`);
    await link.waitFor();
    const frames =
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))';
    assert.equal(await page.evaluate(frames), 0);
  });

  await t.test('the whole choice, in a link that another browser opens', async () => {
    const choice = 'f.dataset=even&f.outcome=missed&critic=m&q=r&where=steps%3E%3D2&sort=steps&dir=down';
    await page.goto(`${url}/s/1/records?${choice}`);
    await page.locator('.records tbody tr').first().waitFor();
    await page.locator('.views summary').click();
    await page.getByRole('textbox', { name: 'Name for this view' }).fill('mine');
    await page.getByRole('button', { name: 'Save view' }).click();
    const view = page.locator('.views a', { hasText: 'mine' });
    const kept = await view.evaluate((link) => (link as unknown as { href: string }).href);
    const shown = await page.locator('.records tbody .id a').allTextContents();
    assert.ok(shown.length > 3);
    const other = await page.context().browser()!.newPage();
    await other.goto(kept);
    await other.locator('.records tbody tr').first().waitFor();
    assert.deepEqual(await other.locator('.records tbody .id a').allTextContents(), shown);
    for (const [name, value] of new URLSearchParams(choice))
      assert.ok(new URL(kept).searchParams.getAll(name).includes(value), name);
    await other.close();
  });

  await t.test(
    'judgements over plain HTTP are saved, and those after a login are of who has logged in',
    async () => {
      await page.goto(`${url}/s/1/r/8`);
      await page.locator('.record[data-row="8"] .judge').waitFor();
      await page.keyboard.press('y');
      await page.locator('.decide [aria-pressed=true]').waitFor();
      const name = page.locator('.who input');
      await name.fill('ben');
      await name.press('Enter');
      await page.keyboard.press('y');
      await page.locator('.who', { hasText: 'Logged in as' }).waitFor();
      assert.equal(await name.inputValue(), 'ben');
      await page.keyboard.press('n');
      await page.locator('.decide [aria-pressed=true]', { hasText: 'Reject' }).waitFor();
      await page.locator('.save-state[data-level=saved]').waitFor();
      assert.deepEqual(
        filed('anna').map(({ decision }) => decision),
        ['yes'],
      );
      assert.equal(filed('ben').at(-1)!.decision, 'no');
    },
  );

  await t.test('a wide table in a narrow window can be scrolled by keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/s/1/compare`);
    await page.locator('section.scroll[tabindex]').first().waitFor();
    await checkAccess(page, 'the comparison on a phone');
  });

  await t.test(
    'the record and the words about it, when its file is replaced by one in another order',
    async () => {
      await page.goto(`${url}/s/1/r/4`);
      await comment.fill('half a thought');
      await page.waitForResponse((response) => response.url().endsWith('/api/live'));
      const replace = async (by: readonly object[]): Promise<void> => {
        await writeFile(`${path}.new`, jsonl(by));
        await rename(`${path}.new`, path);
      };
      await replace([...rows].reverse());
      await page.waitForURL(/\/r\/55$/);
      await page.locator('.record[data-row="55"]').waitFor();
      assert.equal(await title.textContent(), 'r4');
      assert.equal(await comment.inputValue(), 'half a thought');
      assert.deepEqual(faults, []);
      // Words about a record that has gone cannot be filed: the page says so, and the console with it.
      await replace(rows.map((row) => (row.id === 'r4' ? { ...row, id: 'other' } : row)));
      await page.locator('.toast', { hasText: 'r4 is not in it any more' }).waitFor();
      await page.waitForURL(/\/records$/);
    },
  );
});
