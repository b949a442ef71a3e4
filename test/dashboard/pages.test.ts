// The pages on which a person judges and injects, in a real browser: one browser, one server, every step as a person
// would do it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Annotation } from '../../src/records/annotation.ts';
import { jsonLines } from '../support/cli.ts';
import { checkAccess, openPages } from './pages-setting.ts';

const annotationsOf = async (cwd: string, name: string): Promise<Annotation[]> =>
  jsonLines(
    await readFile(join(cwd, 'runs', 'first', 'annotations', `${name}.jsonl`), 'utf8'),
  ) as Annotation[];

test('the pages of records, as a person uses them', async (t) => {
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
    'judge eight records by keyboard only, take one back, reload and find them, export',
    async () => {
      await page.goto(`${url}/s/1/queue`);
      await page.locator('.judge').waitFor();
      for (let n = 0; n < 8; n += 1) {
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
        8,
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
      await page.locator('.progress .note', { hasText: '7 of' }).waitFor();
      await page.goto(`${url}/s/1/records?f.mine=accepted`);
      await page.locator('.mine.accepted').first().waitFor();
      assert.equal(await page.locator('.records tbody tr').count(), 3);
      const exported = await (await fetch(`${url}/api/sources/1/annotations.jsonl?annotator=anna`)).text();
      assert.equal(jsonLines(exported).length, 7);
    },
  );

  await t.test('blind, the label and the critics are out of sight until it is judged', async () => {
    await page.goto(`${url}/s/1/queue?f.label=erroneous`);
    await page.locator('.judge').waitFor();
    await page.keyboard.press('b');
    await page.locator('.label', { hasText: 'hidden until judged' }).waitFor();
    assert.equal(await page.locator('.critique, .step.error, .diff').count(), 0);
    await checkAccess(page, 'the queue');
    const progress = page.locator('.progress .note');
    const before = Number.parseInt((await progress.textContent()) ?? '', 10);
    await page.keyboard.press('y');
    await page.locator('.step.error').waitFor();
    await page.locator('.progress .note', { hasText: new RegExp(`^${before + 1} of`) }).waitFor();
    await page.goto(`${url}/s/1/records?f.label=erroneous&f.mine=pending`);
    await page.locator('.records .label').first().waitFor();
    assert.deepEqual(new Set(await page.locator('.records .label').allInnerTexts()), new Set(['hidden']));
    assert.equal(await page.locator('.records .verdict, .records .status, .records .place').count(), 0);
    await page.goto(`${url}/s/1/queue?f.label=erroneous`);
    await page.locator('.judge').waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await checkAccess(page, 'the cheat-sheet');
    await page.keyboard.press('Escape');
  });

  await t.test('inject by hand through the simulated endpoint, edit, accept, ask the critic', async () => {
    await page.goto(`${url}/s/1/records?f.label=correct`);
    // The simulation's error in the first one argues with the old answer, which the gate rejects.
    await page.locator('.records tbody tr').nth(1).locator('a').first().click();
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
      'samples per solution; the majority decides',
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

  assert.deepEqual(faults, [], 'the pages run without an error, the policy without a breach');
});
