// Real records as they look: light, dark by the system's choice, on paper and on a phone. A sample; the soak
// `dashboard-visual` measures 200.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { testData } from '../support/test-data.ts';
import { servePages } from './pages-setting.ts';
import { defectsOf, lookAt, measured, paperHeight, realFiles, realRecords } from './visual-check.ts';

const each = 2;
const missing = realFiles.map((name) => `${testData}/data/${name}`).find((path) => !existsSync(path));

test('formulas, width, contrast and print of real records', {
  skip: missing === undefined ? false : `${missing} is not here; the looks are NOT tested`,
}, async (t) => {
  const opened = await servePages(t, async (cwd) => [await realRecords(cwd, each)]);
  if (opened === undefined) return;
  const { page, url, faults } = opened;
  let formulas = 0;
  const defects: string[] = [];
  for (let row = 0; row < each * realFiles.length; row += 1) {
    const looks = await lookAt(page, url, row);
    formulas += looks[0]!.formulas;
    defects.push(...defectsOf(looks));
  }
  assert.ok(formulas > 100, `${formulas} formulas are too few to say anything`);
  assert.deepEqual(defects, []);

  await t.test('the printed pages are as many as the length says', async () => {
    const screen = await page.goto(`${url}/s/1/r/0`).then(async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.locator('.step').first().waitFor();
      return (await page.evaluate('document.documentElement.scrollHeight')) as number;
    });
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    assert.ok(
      pages >= 1 && pages <= Math.ceil((1.3 * screen) / paperHeight),
      `${pages} pages for ${screen} px`,
    );
  });

  await t.test('a rule that reaches into formulas is found', async () => {
    await page.locator('.katex').first().waitFor();
    assert.deepEqual((await measured(page)).tall, []);
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.mord { display: inline-block; padding: 9px 0; }');
      document.adoptedStyleSheets = [sheet];
    })()`);
    assert.ok((await measured(page)).tall.length > 0);
  });
  assert.deepEqual(faults, [], 'the pages run without an error');
});
