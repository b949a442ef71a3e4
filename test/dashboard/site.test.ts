// An exported site: what it holds, what it weighs, and that it does from file:// what the server does.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { hash } from '../../src/dashboard/site/sha256.ts';
import { anyText } from '../support/any-text.ts';
import { openBrowser } from '../support/browser.ts';
import { runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl } from './open.ts';
import { folderBytes, lookThroughSite } from './site-pages.ts';
import { siteRecords } from './site-records.ts';

test('the hash of a site is SHA-256', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), anyText({ maxLength: 200 })), (data) => {
      assert.equal(hash('sha256', data, 'hex'), createHash('sha256').update(data).digest('hex'));
    }),
  );
});

test('a site opens from file:// with search, facets, comparison and formulas, within 2 kB a record', async (t) => {
  const folder = await temporaryFolder(t);
  const records = 600;
  await writeFile(join(folder, 'a.jsonl'), jsonl([...siteRecords(records)]));
  const { code, stderr } = await runPiped(['view a.jsonl --export site'], { cwd: folder });
  assert.equal(code, 0, stderr);
  const site = join(folder, 'site');
  // What every site has (scripts, styles, fonts) is about 1.2 MB.
  const data = folderBytes(join(site, 'data'));
  assert.ok(data < records * 2000, `${data} bytes of data`);
  assert.ok(folderBytes(site) - data < 2_000_000);
  for (const name of ['index.html', ...(await readdir(join(site, 'data'))).map((one) => join('data', one))]) {
    assert.ok(
      !(await readFile(join(site, name), 'utf8')).includes(folder),
      `${name} tells where it was made`,
    );
  }
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  await lookThroughSite(browser, site, { records: '600', words: 'only-in-number-411', found: '1' });
});
