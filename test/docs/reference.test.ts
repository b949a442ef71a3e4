// The pages of the reference are what the source says, and nothing of it is left out.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorTexts } from '../../scripts/error-codes.ts';
import { madePages } from '../../scripts/reference-pages.ts';
import { commandNames, loadAllCommands } from '../../src/cli/catalogue.ts';
import { stageNames } from '../../src/stages/catalogue.ts';

/** Texts of the source files, or of one. */
function sources(only?: string): string[] {
  const paths =
    only === undefined
      ? readdirSync('src', { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => join('src', name))
      : [only];
  return paths.map((path) => readFileSync(path, 'utf8'));
}

test('pages that are made from the source are what it says (npm run reference writes them)', async () => {
  for (const [name, page] of Object.entries(madePages)) {
    assert.equal(readFileSync(`docs/${name}.md`, 'utf8'), await page(), name);
  }
});

test('every stage, command, error code, event and metric has its place in the reference', async () => {
  const headings = (name: string): string[] =>
    [...readFileSync(`docs/${name}.md`, 'utf8').matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) => heading!);
  const missing = (page: string, names: readonly string[]): string[] =>
    names.filter((name) => !headings(page).includes(name));
  assert.deepEqual(missing('reference', stageNames), []);
  assert.deepEqual(missing('commands', commandNames), []);
  // Every code that the source names, wherever it is thrown.
  const named = sources().flatMap((text) => text.match(/(?<=')LB_[A-Z0-9_]+[A-Z0-9](?=')/g) ?? []);
  const codes = [...new Set(named)];
  assert.ok(codes.length >= 45, `${codes.length} codes`);
  assert.deepEqual(missing('errors', codes), []);
  const types = new Set(
    sources('src/endpoints/events.ts')
      .join()
      .match(/(?<=type: ')\w+/g),
  );
  assert.deepEqual(missing('events', [...types]), []);
});

test('each error code has a cause and a way out that name no option which is not there', async () => {
  const commands = (await loadAllCommands()).flatMap((one) => [one, ...(one.actions ?? [])]);
  const options = new Set(commands.flatMap((one) => one.options.map(({ name }) => `--${name}`)));
  for (const [code, { cause, wayOut }] of Object.entries(errorTexts)) {
    for (const text of [cause, wayOut]) assert.match(text, /^.{20,}\.$/, code);
    for (const [option] of `${cause} ${wayOut}`.matchAll(/--[a-z][\w-]*/g))
      assert.ok(options.has(option), `${code}: ${option}`);
  }
});

test('flags, bounds, choices and defaults are in its tables', () => {
  const page = readFileSync('docs/reference.md', 'utf8');
  for (const line of [
    '| `votes` | `--votes N` | whole number from 1 to 4096 | `1` |',
    '| `earlyStop` | `--early-stop-votes` | true or false |  |',
    '| `cleanFraction` | `--clean-fraction F` | number from 0 to 1 | `0` |',
    '| `threshold` | `--prm-threshold T` | number from -1000000 to 1000000 |  |',
    '| `strict` | `--no-strict` | true or false | `true` | `false`: allow other names of unknowns |',
    '| `output` | `-o, --output FILE` | text | `"report.html"` |',
    '| `constants` | `--constants K,…` | list of whole numbers of at least 0 | `[0]` |',
    '| `votes` |  | whole number from 1 to 4096 | required |',
    '| `others` |  | list of texts | `[]` |',
  ]) {
    assert.ok(page.includes(`\n${line}`), line);
  }
});
