// docs/api.md says what the built library exports; links between the pages lead somewhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

test('the API reference is what the doc comments say (npm run api writes it)', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/api-reference.js', '--check'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('links from page to page lead to a file and to a heading that is there', () => {
  const broken: string[] = [];
  const pages = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter((path) =>
    path.endsWith('.md'),
  );
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-');
  for (const page of pages) {
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page : join(page, '..', file);
      if (!existsSync(path)) broken.push(`${page}: ${target}`);
      else if (anchor !== undefined) {
        const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
          slug(text),
        );
        if (!headings.includes(anchor)) broken.push(`${page}: ${target}`);
      }
    }
  }
  assert.deepEqual(broken, []);
});
