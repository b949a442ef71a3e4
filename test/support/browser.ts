// Headless Chromium for tests of the pages: Debian's, driven by playwright-core. Where it is not installed, whoever
// asks skips and says so.
import { after, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

/** One for all tests of a process: starting it takes some two seconds of processor time. */
let launched: Promise<Browser> | undefined;

after(async () => (await launched)?.close());

/**
 * What no page of a test needs: Playwright's own list, which a second one replaces, and the parts of the browser's window
 * that it keeps ready as pages of their own. Each context would load one, for half a second of processor time.
 */
const without = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // A page of a test runs most of its code a few times: to optimise it takes longer than it saves.
      '--js-flags=--always-sparkplug,--no-turbofan,--no-maglev',
      `--disable-features=${without.join(',')}`,
    ],
  });
}

/**
 * The browser of this process, without a context: those that the test opens are closed at its end, and what they kept is
 * gone. Undefined, and the test skipped aloud, where there is no browser.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) {
    t.skip(
      'no Chromium here: apt-get install chromium-headless-shell, or set CHROMIUM_PATH; the pages are NOT tested',
    );
    return undefined;
  }
  launched ??= launch(executablePath);
  const browser = await launched;
  t.after(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
}
