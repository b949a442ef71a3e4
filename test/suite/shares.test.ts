// The suite about itself: every test file runs, once, and the quick tier is what it says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFileTimes } from '../support/file-times.ts';
import { plainShares } from '../support/plain-shares.ts';
import { isQuick, shareProcesses } from '../support/share-processes.ts';
import { slowFiles } from '../support/slow-files.ts';
import { sourceOf } from '../support/source-of.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { testFiles } from '../support/tests-of-change.ts';

const files = testFiles();

/** The test files that an entry of node:test runs. */
function filesOf(entry: string): string[] {
  const urls = [...readFileSync(entry, 'utf8').matchAll(/^import '(.+)';$/gm)].map(([, url]) => url!);
  return urls.map((url) => relative('.', fileURLToPath(url))).filter((file) => file.endsWith('.test.ts'));
}

test('every test file runs once, whichever files share a process', async (t) => {
  const entries = shareProcesses(files, await temporaryFolder(t));
  assert.deepEqual(entries.flatMap(filesOf).sort(), [...files].sort());
});

test('files that start processes are not quick, and those that only compute may not start one', async (t) => {
  const processes = ['cli/help', 'dashboard/pages', 'queue/refusals', 'docs/tutorial', 'storage/duckdb'];
  for (const name of processes) assert.equal(isQuick(`test/${name}.test.ts`), false, name);
  assert.equal(isQuick('test/statistics/wilson.test.ts'), true);
  const [entry] = shareProcesses(['test/statistics/wilson.test.ts'], await temporaryFolder(t));
  assert.match(readFileSync(entry!, 'utf8'), /^import '.*\/no-processes\.mjs';\n/);
});

test('most files are quick, and the slow ones that are listed exist', () => {
  assert.deepEqual(
    slowFiles.filter((file) => !files.includes(file)),
    [],
  );
  assert.ok(files.filter(isQuick).length > files.length / 2);
});

test('the times of a run are those of its tests, subtests not counted twice, the longest first', () => {
  const times = createFileTimes();
  for (const [file, nesting, seconds] of [
    ['a', 0, 2],
    ['a', 1, 2],
    ['b', 0, 3],
    ['a', 0, 0.5],
  ] as const) {
    times.add({ file: join(process.cwd(), file), nesting, details: { duration_ms: seconds * 1000 } });
  }
  assert.deepEqual(times.summary(2, 4).slice(-2), ['   3.0  b', '   2.5  a']);
});

test('a test is in the file that it was written in, also where node:test names the script of a share', async (t) => {
  const folder = await temporaryFolder(t);
  const entries = shareProcesses(['test/statistics/wilson.test.ts', 'test/suite/uncaught.test.ts'], folder);
  for (const script of await plainShares(entries, folder)) {
    const lines = readFileSync(script, 'utf8').split('\n');
    const line = lines.findIndex((text) => /^test\d*\(/.test(text)) + 1;
    const source = sourceOf({ file: script, line, column: 1 })!;
    assert.ok(files.includes(relative('.', source)), source);
  }
  assert.equal(sourceOf({ file: '/a/b.test.ts', line: 3, column: 1 }), '/a/b.test.ts');
  assert.equal(sourceOf({}), undefined);
});
