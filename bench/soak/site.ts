// A site of 10,000 records: its size, and that it works from file:// in Chromium.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { jsonl } from '../../test/dashboard/open.ts';
import { folderBytes, lookThroughSite } from '../../test/dashboard/site-pages.ts';
import { siteRecords } from '../../test/dashboard/site-records.ts';
import { chromiumPath } from '../../test/support/chromium.ts';
import { latebench, runShell } from '../../test/support/cli.ts';
import { atMost, equal, type Soak } from './soak.ts';

const records = 10_000;

export const soakSite: Soak = {
  title: `An exported site of ${records} records`,
  minutes: 15,
  async run(folder) {
    await writeFile(join(folder, 'site.jsonl'), jsonl([...siteRecords(records)]));
    const { code } = await runShell(`${latebench} view site.jsonl --export site`, { cwd: folder });
    const site = join(folder, 'site');
    const results = [
      equal('exit code of view --export', code, 0),
      atMost('size of the folder', folderBytes(site) / 1e6, 20, 'MB'),
    ];
    const executablePath = chromiumPath();
    if (executablePath === undefined) return [...results, equal('Chromium', 'not installed', 'installed')];
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const asked = { records: '10,000', words: 'only-in-number-9411', found: '1' };
      const { firstRows, facets, search } = await lookThroughSite(browser, site, asked);
      return [
        ...results,
        atMost('first rows after', firstRows / 1000, 10, 's'),
        atMost('facets after', facets / 1000, 30, 's'),
        atMost('a search takes', search / 1000, 30, 's'),
      ];
    } finally {
      await browser.close();
    }
  },
};
