// The pages in a real browser: one browser, one server, every step as a person would do it.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Annotation } from '../../src/records/annotation.ts';
import type { ComparisonObject } from '../../src/records/comparison.ts';
import { formatP } from '../../src/report/comparison-tables.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { checkAccess, openPages } from './pages-setting.ts';

const annotationsOf = async (cwd: string, name: string): Promise<Annotation[]> =>
  jsonLines(
    await readFile(join(cwd, 'runs', 'first', 'annotations', `${name}.jsonl`), 'utf8'),
  ) as Annotation[];

test('the pages, as a person uses them', async (t) => {
  const opened = await openPages(t);
  if (opened === undefined) return;
  const { page, url, cwd, faults } = opened;

  await t.test('open a run, filter it, and find the filter in the address', async () => {
    await page.goto(url);
    await page.getByRole('link', { name: /first/ }).click();
    await page.getByRole('checkbox', { name: /^erroneous/ }).check();
    await page.waitForURL(/f\.label=erroneous/);
    await page.locator('.records tbody tr .label.error').first().waitFor();
    await page.locator('.records .label.clean').first().waitFor({ state: 'detached' });
    const matched = async (): Promise<string | undefined> =>
      (await page.locator('.matched').textContent())?.split(' · ')[0];
    const before = await matched();
    await page.reload();
    await page.locator('.records tbody tr').first().waitFor();
    assert.equal(await matched(), before);
    await checkAccess(page, 'the list');
  });

  await t.test('a record shows formulas, the injected step, its difference and the critic', async () => {
    await page.locator('.records tbody a').first().click();
    await page.locator('.step.error').waitFor();
    assert.ok((await page.locator('.katex').count()) > 3);
    assert.ok((await page.locator('.diff del, .diff ins').count()) > 0);
    await page.getByRole('button', { name: 'original' }).first().click();
    await page.locator('.critique h3', { hasText: 'latebench-sim/critic' }).first().waitFor();
    await checkAccess(page, 'a record');
  });

  await t.test(
    'judge twenty records by keyboard only, take one back, reload and find them, export',
    async () => {
      await page.goto(`${url}/s/1/queue`);
      await page.locator('.judge').waitFor();
      for (let n = 0; n < 20; n += 1) {
        if (n === 0) {
          await page.keyboard.press('2');
          await page.locator('.step.chosen .numeral', { hasText: '2' }).waitFor();
          await page.keyboard.press('c');
          await page.keyboard.type('a comment, with ynm and 123 in it');
          await page.keyboard.press('Escape');
        }
        await page.keyboard.press('ymn'[n % 3]!);
        await page.locator('.progress .note', { hasText: new RegExp(`^${n + 1} of`) }).waitFor();
        await page.locator('.split.record[aria-busy=false]').waitFor();
      }
      const reported = await annotationsOf(cwd, 'anna');
      assert.equal(
        new Set(reported.filter(({ decision }) => decision != null).map((one) => one.record_id)).size,
        20,
      );
      const first = reported.filter((one) => one.record_id === reported[0]!.record_id).at(-1)!;
      assert.equal(first.first_error, 1);
      assert.equal(first.comment, 'a comment, with ynm and 123 in it');
      assert.equal(first.decision, 'yes');
      assert.ok(
        reported.every(({ record_hash, at, seconds }) => record_hash && at && typeof seconds === 'number'),
      );

      await page.keyboard.press('u');
      await page.locator('.toast', { hasText: 'Taken back' }).waitFor();
      await page.reload();
      await page.locator('.progress .note', { hasText: '19 of' }).waitFor();
      await page.goto(`${url}/s/1/records?f.mine=accepted`);
      await page.locator('.mine.accepted').first().waitFor();
      assert.equal(await page.locator('.records tbody tr').count(), 7);
      const exported = await (await fetch(`${url}/api/sources/1/annotations.jsonl?annotator=anna`)).text();
      assert.equal(jsonLines(exported).length, 19);
    },
  );

  await t.test('blind, the label and the critics are out of sight until it is judged', async () => {
    await page.goto(`${url}/s/1/queue?f.label=erroneous`);
    await page.locator('.judge').waitFor();
    await page.keyboard.press('b');
    await page.locator('.label', { hasText: 'hidden until judged' }).waitFor();
    assert.equal(await page.locator('.critique, .step.error, .diff').count(), 0);
    await checkAccess(page, 'the queue');
    await page.keyboard.press('y');
    await page.locator('.step.error').waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await checkAccess(page, 'the cheat-sheet');
    await page.keyboard.press('Escape');
  });

  await t.test('inject by hand through the simulated endpoint, edit, accept, ask the critic', async () => {
    await page.goto(`${url}/s/1/records?f.label=correct`);
    await page.locator('.records tbody a').first().click();
    await page.getByPlaceholder('Count one end point twice').fill('Forget one of the cases.');
    await page.getByRole('button', { name: /Inject now/ }).click();
    const proposal = page.locator('.proposal').first();
    await proposal.waitFor();
    assert.match((await proposal.textContent()) ?? '', /tokens, \$0\.00(?!\d)/);
    await page.locator('.proposal .step.error').waitFor();
    await page.getByRole('button', { name: 'Edit steps' }).click();
    const last = page.locator('.editing textarea').last();
    await last.fill(`${await last.inputValue()} So it is.`);
    await page.getByRole('button', { name: 'Accept as edited' }).click();
    await page.locator('.proposal.accepted', { hasText: 'edited' }).waitFor();
    const more = page.locator('.bench > .ask summary');
    await more.focus();
    await page.keyboard.press('Enter');
    const votes = page.locator('.bench > .ask').getByRole('spinbutton', { name: 'Votes' });
    assert.equal(await votes.getAttribute('placeholder'), '1');
    const about = await votes.getAttribute('aria-describedby');
    assert.equal(
      await page.locator(`[id="${about}"]`).textContent(),
      'samples a solution; the majority decides',
    );
    await votes.focus();
    await page.keyboard.type('2');
    await page.locator('.bench > .ask button').click();
    await page.locator('.toast', { hasText: 'The critic has answered: 2 calls' }).waitFor();
    await checkAccess(page, 'the workbench');
    const kept = jsonLines(await readFile(join(cwd, 'runs/first/annotations/workbench/anna.jsonl'), 'utf8'));
    assert.deepEqual(
      kept.map(({ kind, state }) => [kind, state ?? null]),
      [
        ['injection', 'proposed'],
        ['injection', 'accepted'],
        ['critique', null],
      ],
    );
    const wish = (await annotationsOf(cwd, 'anna')).at(-1)!;
    assert.deepEqual([wish.kind, wish.comment], ['comment', 'Forget one of the cases.']);
  });

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
    await checkAccess(page, 'a trace');
  });

  await t.test(
    'overview, quarantine, monitor, agreement and home have no barriers, in the dark too',
    async () => {
      const annotation = {
        record_id: 'x',
        annotator: 'ben',
        kind: 'decision',
        decision: 'no',
        first_error: 2,
      };
      const [one] = await annotationsOf(cwd, 'anna');
      await writeFile(
        join(cwd, 'runs/first/annotations/ben.jsonl'),
        `${JSON.stringify({ ...annotation, record_id: one!.record_id })}\n`,
      );
      for (const theme of ['light', 'dark']) {
        for (const [path, ready] of [
          ['s/1/overview', '.charts .plane svg'],
          ['s/1/quarantine', '.group'],
          ['s/1/monitor', '.figures'],
          ['s/1/agreement', '.disputes li'],
          ['s/1/records', '.records tbody tr'],
          ['', '.cards'],
        ] as const) {
          if (theme === 'dark' && !/overview|records/.test(path)) continue;
          await page.goto(`${url}/${path}`);
          await page.evaluate(
            `localStorage.setItem('latebench.theme', '${theme}'); document.documentElement.dataset.theme = '${theme}'`,
          );
          await page.locator(ready).first().waitFor();
          await checkAccess(page, `${path} (${theme})`);
        }
      }
    },
  );

  assert.deepEqual(faults, [], 'the pages run without an error, the policy without a breach');
});
