// Every page and every state of its controls without barriers that axe-core knows, light and dark as the system has
// them; the keyboard keeps its place; charts can be taken home.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkAccess, contrastOnly, openPages } from './pages-setting.ts';
import { measuredTexts } from './visual-check.ts';

const pages = [
  ['', '.cards'],
  ['s/1/overview', '.charts .plane svg'],
  ['s/1/records', '.records tbody tr'],
  ['s/1/records?q=nothing-has-this-word', 'p.empty'],
  ['s/1/r/2', '.split.record'],
  ['s/1/queue/2', '.progress'],
  ['s/1/slices', '.slices'],
  ['s/1/compare', '.pair'],
  ['s/1/agreement', 'h1'],
  ['s/1/quarantine', '.group'],
  ['s/1/monitor', '.figures'],
  ['p/1?k=16&repeat=8', '.methods'],
  ['p/1/2?trace=3', '.trace .plane svg'],
] as const;

const original_steps = ['We combine the exponents in the numerator: \\[ C = 3^{6n+8} \\]', 'So it is $9$.'];
const splitSteps = [
  'We combine the exponents in the numerator to get $3^8$',
  'Simplify the exponents: $3^{6n+5}$',
  'So it is $27$.',
];
const injection = { status: 'accepted', original_steps };
const split = { id: 'i', problem: 'p', steps: splitSteps, error_steps: [1], injection };
const reply = 'I checked the second step: one and one are two.';
const critique = {
  critic: 'c',
  protocol: 'first_error',
  status: 'ok',
  first_error: 1,
  agreement: 1,
  explanations: { 1: 'One and one are not three.' },
  votes: [0, 1].map((sample) => ({ sample, status: 'ok', first_error: 1, reply })),
};
const steps = ['So $x=1$.', 'Then $x+1=3$.', 'Done.'];
const explained = { id: 'e', problem: 'p', steps, error_steps: [1], critiques: [critique] };

test('pages and states', async (t) => {
  const opened = await openPages(t, { 'split.jsonl': split, 'explained.jsonl': explained });
  if (opened === undefined) return;
  const { page, url, cwd, faults } = opened;

  await t.test('every page, light and dark as the system has it', async () => {
    for (const [path, ready] of pages) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${url}/${path}`);
      await page.locator(ready).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { overflow, faint } = await measuredTexts(page);
        assert.deepEqual({ overflow, faint }, { overflow: 0, faint: [] }, `${path} (${colorScheme})`);
      }
      await checkAccess(page, `${path} (dark)`, contrastOnly);
      await page.emulateMedia({ colorScheme: 'light' });
      await checkAccess(page, path);
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await t.test(`pressed, hovered, chosen, in a dialog, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? contrastOnly : undefined;
      await page.goto(`${url}/s/1/records?f.label=erroneous`);
      await page.locator('.records tbody a').first().click();
      await page.locator('.step.error').first().waitFor();
      const readable = async (what: string): Promise<void> => {
        assert.deepEqual((await measuredTexts(page)).faint, [], `${what} (${colorScheme})`);
      };
      for (const key of ['y', 'm', 'n', '2']) {
        await page.keyboard.press(key);
        const pressed =
          key === '2' ? '.step.chosen' : `.decide button[aria-pressed="true"]:has-text("${key}")`;
        await page.locator(pressed).first().waitFor();
        await readable(`pressed ${key}`);
        if (key !== '2') {
          await page.locator(pressed).first().hover();
          await readable(`pressed and hovered ${key}`);
        }
      }
      await checkAccess(page, `pressed (${colorScheme})`, rules);
      for (const hovered of ['.top nav a', '.step .numeral', '.views button[aria-pressed="true"]', '.find']) {
        await page.locator(hovered).first().hover();
        await readable(`hovered ${hovered}`);
      }
      for (const view of ['Inline', 'As it is', 'Original', 'Side by side']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        await readable(view);
      }
      await checkAccess(page, `side by side (${colorScheme})`, rules);
      await page.keyboard.press('?');
      await page.locator('dialog[open]').waitFor();
      await checkAccess(page, `the list of keys (${colorScheme})`, rules);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('subset');
      await page.locator('.palette [role=option]', { hasText: 'Subset:' }).first().waitFor();
      await checkAccess(page, `the palette (${colorScheme})`, rules);
      await page.keyboard.press('Escape');
    });
  }

  await t.test('the system turns dark while the page is open', async () => {
    await page.goto(`${url}/s/1/overview`);
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await ground(), light);
    await page.getByRole('button', { name: 'Auto' }).click();
    assert.equal(await ground(), light, 'light was chosen by hand');
    await page.evaluate('localStorage.removeItem("latebench.theme")');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await t.test('the palette goes to a filter, a record and a page by keyboard', async () => {
    await page.goto(`${url}/s/1/records`);
    await page.locator('.records tbody tr').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('erroneous');
    await page
      .locator('.palette [role=option]', { hasText: /: erroneous/ })
      .first()
      .click();
    await page.waitForURL(/f\.label=erroneous/);
    const id = await page.locator('.records tbody a').nth(1).textContent();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(id!);
    // What was found for the first letters is listed before.
    await page.locator('.palette [role=option][aria-selected=true]', { hasText: id! }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: id! }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('slices');
    await page.keyboard.press('Enter');
    await page.waitForURL(/slices/);
    // The very next key belongs to the palette, however busy the page is.
    const focused = await page.evaluate(
      `dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })), document.activeElement.getAttribute('role')`,
    );
    assert.equal(focused, 'combobox');
    await page.keyboard.press('Escape');
  });

  await t.test('the focus stays in the page after j, k and a filter that is taken away', async () => {
    const focused = (): Promise<string> => page.evaluate('document.activeElement.tagName');
    await page.goto(`${url}/s/1/r/1?q=the`);
    await page.locator('.step .numeral').last().focus();
    for (const key of ['j', 'j', 'k']) {
      const row = await page.locator('.split.record').getAttribute('data-row');
      await page.locator('.steps-nav .matched', { hasText: 'of' }).waitFor();
      await page.keyboard.press(key);
      await page.locator(`.split.record:not([data-row="${row}"])[aria-busy=false]`).waitFor();
      assert.notEqual(await focused(), 'BODY', key);
    }
    await page.locator('[aria-live=polite]', { hasText: /Record .+ of \d+/ }).waitFor({ state: 'attached' });
    await page.goto(`${url}/s/1/records?f.label=erroneous`);
    await page.locator('.chosen button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.chosen button').waitFor({ state: 'detached' });
    await page.waitForFunction('document.activeElement.tagName === "H1"');
  });

  await t.test('a chart is saved as SVG, PNG and CSV', async () => {
    await page.goto(`${url}/s/1/overview`);
    const chart = page.locator('.charts figure', { hasText: 'Where the first error is' });
    for (const [form, begins] of [
      ['SVG', '<svg '],
      ['PNG', '\u0089PNG'],
      ['CSV', 'position of the first error in the solution,count\n'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await chart.getByRole('button', { name: `Download this chart as ${form}` }).click();
      const download = await saved;
      assert.equal(download.suggestedFilename(), `places.${form.toLowerCase()}`);
      const file = join(cwd, download.suggestedFilename());
      await download.saveAs(file);
      const content = await readFile(file, 'latin1');
      assert.ok(content.startsWith(begins), `${form}: ${content.slice(0, 60)}`);
    }
  });

  await t.test(
    'a step that was split off has its original beside it, and the switch holds for all steps',
    async () => {
      await page.goto(`${url}/s/3/r/0`);
      await page.locator('.sides').first().waitFor();
      const sides = await page
        .locator('.sides')
        .evaluateAll((all) => all.map((one) => one.firstElementChild!.textContent));
      for (const text of sides) assert.ok(text!.length > 'Original step 1'.length + 8, text!);
      assert.ok((await page.locator('.sides .katex').count()) >= 4);
      await page.getByRole('button', { name: 'Inline' }).click();
      assert.equal(await page.locator('.sides').count(), 0);
      assert.ok((await page.locator('.diff del .katex').count()) > 0);
      await page.getByRole('button', { name: 'Original' }).click();
      await page.locator('[aria-label="Steps of the original solution"] .step').nth(1).waitFor();
      assert.equal(await page.locator('[aria-label="Steps of the solution"]').isVisible(), false);
      await page.reload();
      await page.locator('[aria-label="Steps of the solution"]').waitFor();
    },
  );

  await t.test('what critics say is beside the step, and each vote has its reply', async () => {
    await page.goto(`${url}/s/4/r/0`);
    await page.locator('.step').nth(1).locator('.notes', { hasText: 'One and one are not three.' }).waitFor();
    assert.equal(await page.locator('.notes').count(), 1);
    const vote = page.locator('.votes li').first();
    await vote.locator('summary').click();
    await vote.getByText(reply).waitFor();
    await checkAccess(page, 'votes with replies');
  });

  assert.deepEqual(faults, [], 'the pages run without an error, the policy without a breach');
});
