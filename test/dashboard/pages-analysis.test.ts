// The pages on which a person compares and explores, in a real browser: one browser, one server.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { StoppingPage } from '../../src/dashboard/api-pools.ts';
import type { ListPage } from '../../src/dashboard/api-record.ts';
import type { ComparisonObject } from '../../src/records/comparison.ts';
import { formatP } from '../../src/report/comparison-tables.ts';
import { formatPercent } from '../../src/report/format.ts';
import { runHere } from '../support/cli.ts';
import { checkAccess, contrastOnly, openPages } from './pages-setting.ts';

test('the pages of results, as a person uses them', async (t) => {
  const opened = await openPages(t);
  if (opened === undefined) return;
  const { page, url, cwd, faults } = opened;

  await t.test('compare two runs: the pair, the test, and only the records where one is right', async () => {
    await page.goto(`${url}/s/1/compare`);
    await page.locator('.pair dd').first().waitFor();
    const [both, first, second, neither] = (await page.locator('.pair dd').allTextContents()).map(Number);
    assert.equal(both! + first! + second! + neither!, 40);
    assert.equal(await page.locator('.records tbody tr').count(), first! + second!);
    const printed = await runHere(
      ['compare', 'runs/first/records.parquet', 'runs/second/records.parquet', '--format', 'json', '-q'],
      { cwd },
    );
    const { pairs, headline } = JSON.parse(printed.stdout) as ComparisonObject;
    const tests = (await page.locator('.tests').textContent()) ?? '';
    assert.match(tests, new RegExp(`p \\(Holm\\)${formatP(pairs[0]!.p_adjusted!)}`));
    assert.match(tests, new RegExp(`McNemar p${formatP(pairs[0]!.mcnemar.p)}`));
    assert.match(tests, /Verdict(tied|latebench-sim\S+ is better|—)/, headline);
    assert.match(
      (await page.locator('.lead').textContent()) ?? '',
      /paired bootstrap over problems.*McNemar: exact/,
    );
    await checkAccess(page, 'the comparison');
  });

  await t.test('a column says its count to the pointer and to the arrow keys', async () => {
    await page.goto(`${url}/s/1/overview`);
    const chart = page.locator('.charts figure', { hasText: 'Where the first error is' });
    const plane = chart.locator('.plane');
    const value = chart.locator('.at output');
    await plane.locator('rect').first().waitFor();
    const box = (await plane.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
    await chart.locator('.at output', { hasText: /^\d+% to \d+% of the solution: \d+ of \d+$/ }).waitFor();
    await page.mouse.move(0, 0);
    await plane.focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    assert.match((await value.textContent()) ?? '', /^10% to 20% of the solution: /);
  });

  await t.test('slices lead to the records that they count', async () => {
    await page.goto(`${url}/s/1/slices`);
    const row = page.locator('.slices tbody tr').nth(1);
    const number = await row.locator('td').first().textContent();
    await checkAccess(page, 'the slices');
    await row.locator('a').click();
    await page.locator('.matched', { hasText: `${number} of 40` }).waitFor();
  });

  await t.test('the sliders vote as `latebench vote` does', async () => {
    await page.goto(`${url}/p/1?k=16&repeat=8`);
    await page.locator('.methods').waitFor();
    const slider = page.locator('input[name=eta]');
    await slider.focus();
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[data-method="top0.5/avg"]').waitFor();
    const shown = Object.fromEntries(
      await page
        .locator('.methods tr')
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.getAttribute('data-method'),
            Number(row.querySelector('[data-value]')?.getAttribute('data-value')),
          ]),
        ),
    );
    await checkAccess(page, 'the explorer');
    const args = [
      'vote',
      '--pool',
      'pool',
      '--k',
      '16',
      '--repeat',
      '8',
      '--metrics',
      'avg',
      '--etas',
      '0.5',
      '--format',
      'json',
      '-q',
    ];
    const { stdout, stderr, code } = await runHere(args, { cwd });
    assert.equal(code, 0, stderr);
    const { accuracy } = JSON.parse(stdout) as { accuracy: Record<string, number> };
    assert.deepEqual(shown, accuracy);
    await page.locator('.stopping .plane polyline').first().waitFor();
    const stopping = (await (await fetch(`${url}/api/pools/1/stopping`)).json()) as StoppingPage;
    const saved = page.locator('[data-told=saved]');
    const savedAt = (keep: number): string => {
      const { share } = stopping.points.find((point) => point.keep === keep)!;
      return formatPercent(1 - share!);
    };
    assert.equal(await saved.textContent(), savedAt(0.1));
    await page.locator('input[name=keep]').focus();
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[data-told=saved]', { hasText: savedAt(0.6) }).waitFor();
    await checkAccess(page, 'early stopping');
    await page.locator('.records tbody a').first().click();
    await page.locator('.traces tbody a').nth(2).click();
    const plane = page.locator('.trace .plane');
    await plane.locator('polyline').waitFor();
    const title = await plane.locator('svg title').first().textContent();
    const at = page.locator('.trace .at output');
    const box = (await plane.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.trace .at output', { hasText: /^token \d+: / }).waitFor();
    const ticks = async (): Promise<string> => (await plane.locator('svg text').allTextContents()).join(' ');
    const whole = await ticks();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    assert.notEqual(await ticks(), whole);
    await plane.dblclick();
    await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'detached' });
    assert.equal(await ticks(), whole);
    await plane.focus();
    for (const key of ['ArrowRight', 'ArrowRight', '+']) await page.keyboard.press(key);
    assert.match((await at.textContent()) ?? '', /^token \d+: .*each token \d/);
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'detached' });
    assert.match(title ?? '', /^Confidence of [\d,]+ tokens$/);
    await page.locator('.trace summary', { hasText: 'Table' }).click();
    const cells = page.locator('.trace tbody tr').first().locator('td');
    assert.match((await cells.first().textContent()) ?? '', /^[−\d]/);
    // The threshold and where it stops the trace: the third is one of the warm-up.
    await page.locator('.trace .note', { hasText: 'warm-up' }).waitFor();
    await page.locator('.traces tbody a', { hasText: /^30$/ }).click();
    await page.getByRole('article', { name: 'Trace 30' }).locator('.plane polyline').waitFor();
    const stopped = page.getByRole('article', { name: 'Trace 30' });
    assert.match((await stopped.locator('.note').nth(1).textContent()) ?? '', /threshold \d/);
    assert.match((await stopped.locator('.plane svg text').allTextContents()).join(' '), /threshold \d/);
    await checkAccess(page, 'a trace');
  });

  await t.test(
    'two annotators who disagree are shown without a barrier, and pages that were made dark by hand too',
    async () => {
      const folder = join(cwd, 'runs/first/annotations');
      await mkdir(folder, { recursive: true });
      const list = await fetch(`${url}/api/sources/1/records?limit=1`);
      const { records } = (await list.json()) as ListPage;
      for (const [annotator, decision] of [
        ['anna', 'yes'],
        ['ben', 'no'],
      ]) {
        const line = { record_id: records[0]!.id, annotator, kind: 'decision', decision, first_error: 2 };
        await writeFile(join(folder, `${annotator}.jsonl`), `${JSON.stringify(line)}\n`);
      }
      await page.goto(`${url}/s/1/agreement`);
      await page.locator('.disputes li').first().waitFor();
      await checkAccess(page, 'disputes');
      // states.test.ts has every page light, and dark as the system has it; these are dark by the other rule.
      await page.evaluate(`localStorage.setItem('latebench.theme', 'dark')`);
      for (const [path, ready] of [
        ['s/1/overview', '.charts .plane svg'],
        ['s/1/records', '.records tbody tr'],
      ] as const) {
        await page.goto(`${url}/${path}`);
        await page.locator(ready).first().waitFor();
        assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
        await checkAccess(page, `${path} (dark by hand)`, contrastOnly);
      }
    },
  );

  assert.deepEqual(faults, [], 'the pages run without an error, the policy without a breach');
});
