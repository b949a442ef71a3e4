// The pages of docs/ on a terminal: what help points to is printed from what is installed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { pageCommand, pageNames, pageText } from '../../src/cli/pages.ts';
import { markdownText } from '../../src/report/markdown-text.ts';
import { runHere } from '../support/cli.ts';

test('every page fits the terminal but for its code, and loses no word', () => {
  for (const name of pageNames()) {
    const page = readFileSync(`docs/${name}.md`, 'utf8');
    for (const columns of [80, 120]) {
      const text = pageText(name, { colour: false, columns });
      assert.ok(text !== undefined, name);
      const tooLong = text
        .split('\n')
        // Code is indented and stays as it is; a word or an address may be longer than the terminal.
        .filter((line) => line.length > columns && !line.startsWith('    ') && /\s/.test(line.trim()));
      assert.deepEqual(tooLong, [], `${name} at ${columns}`);
      const words = (given: string): Set<string> => new Set(given.toLowerCase().match(/[a-z_]{5,}/g));
      const shown = words(text);
      // Addresses of links within the project are left out, and titles of tables that are set row by row.
      const plain = page
        .replace(/\]\((?!https?:)(?:[^()]|\([^)]*\))*\)/g, ']')
        .replace(/^\s*```.*$/gm, '')
        .replace(/^\|.*\n(?=\| *-)/gm, '');
      const lost = [...words(plain)].filter((word) => !shown.has(word));
      assert.deepEqual(lost, [], `words of ${name} that are not shown`);
    }
  }
});

test('tables that fit are tables, others are set row by row; code, lists and pictures are kept', () => {
  const page = [
    '# A page',
    'One **bold** word, *another*, [a link](x.md#y), [outside](https://example.org/x), `a|b`.',
    '',
    '| name | what |',
    '| --- | --- |',
    '| `x` | short |',
    '',
    '| name | what |',
    '| --- | --- |',
    `| \`a\\|b\` | ${'long words '.repeat(12).trim()} |`,
    '',
    '- first',
    '  goes on',
    '2. second',
    '',
    '```sh',
    'latebench critic   # as it stands',
    '```',
    '![a picture](x.png)',
  ].join('\n');
  assert.equal(
    markdownText(page, { columns: 60 }),
    [
      'A PAGE',
      'One bold word, another, a link, outside',
      '(https://example.org/x), `a|b`.',
      '',
      'name  what',
      '────  ─────',
      '`x`   short',
      '',
      '`a|b`',
      '  what: long words long words long words long words long',
      '  words long words long words long words long words long',
      '  words long words long words',
      '',
      '- first goes on',
      '2. second',
      '',
      '    latebench critic   # as it stands',
      '[picture: a picture]',
      '',
    ].join('\n'),
  );
});

test('what help names under More is printed by the command that it gives', async () => {
  const cwd = process.cwd();
  const commands = (await loadAllCommands()).flatMap((each) => [each, ...(each.actions ?? [])]);
  const given = new Set(commands.flatMap(({ docs }) => (docs === undefined ? [] : [pageCommand(docs)])));
  assert.ok(given.has('latebench help deepconf.md'), 'a page with the name of a command');
  for (const line of given) {
    const { code, stdout } = await runHere(line.split(' ').slice(1), { cwd });
    assert.equal(code, 0, line);
    assert.match(stdout, /^[^a-z\n]+\n/, line);
  }
});

test('a topic that is neither command nor page gets a suggestion and exit 2', async () => {
  const { code, stderr } = await runHere(['help', 'metrcis'], { cwd: process.cwd() });
  assert.equal(code, 2);
  assert.match(stderr, /did you mean .*metrics/);
});
