// Looks through an exported site from file:// as a reader would: list, facets, search, formulas, comparison. The suite does
// so with a small site, bench/soak with 10,000 records.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { maxWaitMs } from '../support/chromium.ts';

export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, about) => sum + (about.isFile() ? about.size : 0), 0);
}

export interface SiteTimes {
  /** Milliseconds until the first rows, the facets, and the result of a search are there. */
  readonly firstRows: number;
  readonly facets: number;
  readonly search: number;
}

async function matchedOf(page: Page, pattern: RegExp): Promise<string> {
  const place = page.locator('.matched[role=status]', { hasText: pattern });
  await place.waitFor();
  return (await place.textContent()) ?? '';
}

/** A search for words that one record has, and the number of records, as it is written. */
export interface SiteExpectation {
  readonly records: string;
  readonly words: string;
  readonly found: string;
}

export async function lookThroughSite(
  browser: Browser,
  site: string,
  { records, words, found }: SiteExpectation,
): Promise<SiteTimes> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(maxWaitMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const address = pathToFileURL(join(site, 'index.html')).href;
  const begun = Date.now();
  await page.goto(`${address}#/s/1/records`);
  await page.locator('.records tbody tr').first().waitFor();
  const firstRows = Date.now() - begun;
  assert.match(await matchedOf(page, /of/), new RegExp(`^${records} of ${records}`));
  await page.getByRole('checkbox', { name: /^erroneous/ }).waitFor();
  const facets = Date.now() - begun;
  await page.getByRole('checkbox', { name: /^erroneous/ }).check();
  await page.locator('.chosen', { hasText: 'erroneous' }).waitFor();
  await page.locator('.records .label.clean').first().waitFor({ state: 'detached' });
  assert.equal(await page.locator('.records .label.clean').count(), 0);

  await page.goto(`${address}#/s/1/records`);
  const asked = Date.now();
  await page.getByRole('searchbox').fill(words);
  await page.keyboard.press('Enter');
  await matchedOf(page, new RegExp(`^${found} of ${records}$`));
  const search = Date.now() - asked;
  await page.locator('.records tbody a').first().click();
  await page.locator('.step .katex').first().waitFor();
  const fonts = await page.evaluate(
    'document.fonts.ready.then((all) => [...all].map(({ status }) => status).filter((one) => one !== "unloaded"))',
  );
  assert.ok((fonts as string[]).includes('loaded'), 'the fonts of the formulas have to load');
  assert.ok(!(fonts as string[]).includes('error'));

  await page.goto(`${address}#/s/1/compare`);
  await page.locator('main table').first().waitFor();
  await page.goto(`${address}#/s/1/compare?a=0&b=1`);
  await page.getByRole('heading', { name: /Where only one is right/ }).waitFor();
  await page.locator('dl.pair').waitFor();
  await page.goto(`${address}#/s/1/slices`);
  await page.locator('.share').first().waitFor();
  await page.goto(`${address}#/s/1/overview`);
  await page.getByText('Errors in the last third').waitFor();
  assert.deepEqual(faults, []);
  await page.close();
  return { firstRows, facets, search };
}
