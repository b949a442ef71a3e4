// The version is said in package.json; other files that a registry or a citation reads repeat it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toolVersion } from '../../src/version.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

test('the lock file and the citation have the version of the package', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  assert.deepEqual([lock.version, lock.packages['']?.version], [toolVersion, toolVersion]);
  assert.match(read('CITATION.cff'), new RegExp(`^version: ${toolVersion}$`, 'm'));
});

test('the newest release of the changelog is this version, on the date of the citation', () => {
  const [, version, date] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/m.exec(read('CHANGELOG.md')) ?? [];
  assert.equal(version, toolVersion);
  assert.match(read('CITATION.cff'), new RegExp(`^date-released: ${date}$`, 'm'));
});

test('the changelog begins with what is not released yet, and versions descend', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  assert.equal(headings[0], 'Unreleased');
  const versions = headings.slice(1).map((heading) => heading.split(' ')[0]!);
  const descending = [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  assert.deepEqual(versions, descending);
});
