// Headless Chromium for tests of the pages: Debian's, driven by playwright-core. Where it is not installed, whoever
// asks skips and says so.
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));
}

/** A page that hangs fails its test; one that is slow on a loaded machine does not. */
export const maxWaitMs = 120_000;

/** Undefined, and the test skipped aloud, where there is no browser. */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) {
    t.skip('no Chromium here: apt-get install chromium, or set CHROMIUM_PATH; the pages are NOT tested');
    return undefined;
  }
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
