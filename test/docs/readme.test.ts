// Every command and program of the README, as typed on a fresh clone, prints what the README shows. The tutorial of the
// first run is here too: these are the pages that a new user runs first. `npm run docs:check` runs all pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temporary.ts';
import { openPageFolder } from './page-folder.ts';
import { runPage } from './run-page.ts';

for (const [page, blocks, outputs] of [
  ['README.md', 3, 2],
  ['docs/tutorial.md', 7, 5],
] as const) {
  test(`${page}: the commands do what it says`, async (t) => {
    const folder = await openPageFolder(t, await temporaryFolder(t));
    const { ran, compared, wrong } = await runPage(page, folder);
    assert.deepEqual(wrong, []);
    assert.ok(ran >= blocks, `${ran} blocks ran`);
    assert.ok(compared >= outputs, `${compared} outputs were compared`);
  });
}

test('the README fits little more than a screen and leads to all four parts', () => {
  const text = readFileSync('README.md', 'utf8');
  assert.ok(text.split('\n').length <= 125, `${text.split('\n').length} lines`);
  for (const part of ['Tutorials', 'How-to', 'Reference', 'Explanation'])
    assert.match(text, new RegExp(`^\\| ${part} \\|`, 'm'));
  // The rows of what it reproduces are those of the page that a command makes.
  const measured = readFileSync('docs/reproduce.md', 'utf8').replaceAll(/[^\d.|\n]/g, '');
  for (const number of ['1824.26', '3166.77', '0.4005', '162', '0.4700', '0.1028', '0.1688'])
    assert.ok(measured.includes(number), number);
});
