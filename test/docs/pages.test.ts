// What holds for every page of docs/: it has its place on the site, what looks like a command is marked as one, each
// option that a command names exists, and links lead somewhere. What the commands print is held to the pages by
// `npm run docs:check`, and of some pages here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { firstDifference, notRun, pageBlocks } from './code-blocks.ts';
import { checkLinks } from './links.ts';
import { languages } from './run-page.ts';

const names = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace(/\.md$/, ''));
const pages = ['README.md', ...names.map((name) => join('docs', `${name}.md`))];
const blocks = pages.flatMap(pageBlocks);
const commands = await loadAllCommands();

interface Part {
  readonly title: string;
  readonly groups: readonly { readonly title?: string; readonly pages: readonly string[] }[];
}

test('every page is in one of the four parts of the site, once', () => {
  const parts = JSON.parse(readFileSync('docs/site/parts.json', 'utf8')) as Part[];
  assert.deepEqual(
    parts.map(({ title }) => title),
    ['Tutorials', 'How-to', 'Reference', 'Explanation'],
  );
  const placed = parts.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  assert.deepEqual(placed.toSorted(), names.toSorted());
});

test('double braces, expressions of Vue on the site, are in code only', () => {
  for (const page of pages) {
    const text = readFileSync(page, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`\n]*`/g, '');
    assert.doesNotMatch(text, /\{\{/, page);
  }
});

test('a block with a command is marked as one, and says a reason where it is not run', () => {
  const bare = blocks.filter(
    ({ language, code }) =>
      language === '' && /^\$? ?(?:npx |npm |cat .*\| )?latebench[ -]|^npm /m.test(code),
  );
  assert.deepEqual(
    bare.map(({ page, line }) => `${page}:${line}`),
    [],
  );
  const odd = blocks.filter(
    (block) =>
      block.mark !== '' &&
      !(languages.includes(block.language) && (notRun(block) ?? /^(?:exit \d+|serves)$/.test(block.mark))),
  );
  assert.deepEqual(
    odd.map(({ page, line, mark }) => `${page}:${line}: ${mark}`),
    [],
  );
});

/** The words of each call of latebench in a block: continued lines joined, comments left out. */
function calls(code: string): string[][] {
  return code
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/<<'END'\n[\s\S]*?\nEND$/gm, '')
    .split(/\n|\s\|\s|&&|;\s/)
    .map((line) => line.replace(/\s#.*$/, '').trim())
    .flatMap((line) => {
      const found = /^(?:.*\$\()?(?:npx (?:-p \S+ )?)?latebench(-\w+)?(?: (.*))?$/.exec(line);
      if (found === null) return [];
      const words = (found[2] ?? '').match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
      return [found[1] === undefined ? words : [found[1].slice(1), ...words]];
    });
}

/** Words of a call that its command does not take. */
function unknownWords([name = '', ...words]: readonly string[]): string[] {
  if (name.startsWith('-') || name === 'help') return [];
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return [name];
  const acting = command.actions?.find((one) => one.name.endsWith(` ${words[0]}`) || one.name === words[0]);
  const known = [...command.options, ...(acting?.options ?? [])].flatMap((option) => [
    option.name,
    ...(option.aliases ?? []),
  ]);
  const given = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
  return given.map((word) => word.replaceAll('_', '-')).filter((word) => !known.includes(word));
}

test('each command that a page names exists, with its options', () => {
  const shell = blocks.filter(({ language }) => language === 'sh');
  const called = shell.flatMap((block) => calls(block.code).map((words) => ({ block, words })));
  assert.ok(called.length >= 80, `${called.length} commands`);
  const unknown = called.flatMap(({ block, words }) =>
    unknownWords(words).map((word) => `${block.page}:${block.line}: latebench ${words[0]}: ${word}`),
  );
  assert.deepEqual(unknown, []);
});

test('links from page to page lead to a file and to a heading that is there', () => {
  const { checked, broken } = checkLinks([
    ...pages,
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/site/home.md',
  ]);
  assert.ok(checked > 100, `${checked} links`);
  assert.deepEqual(broken, []);
});

test('what is printed is compared line by line, but for what a page leaves out', () => {
  const printed = 'one\ntwo 2.5 s\nthree\nfour\n';
  assert.equal(firstDifference('one\ntwo … s\n…\nfour\n', printed), undefined);
  assert.equal(firstDifference('one\n…', printed), undefined);
  assert.match(firstDifference('one\nthree\n…', printed) ?? '', /"three" is not there/);
  assert.match(firstDifference('one\n…\nthree', printed) ?? '', /"four" is printed and not shown/);
  assert.match(firstDifference('…\nfive', printed) ?? '', /"five" is not there/);
  assert.match(firstDifference('one (1)', 'one (2)') ?? '', /not there/);
});
