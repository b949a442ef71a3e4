// Reads every import of src/ and fails when an arrow between the rooms runs upwards, when a room imports a sibling
// of its tier, when a file is too long, or when a file does not say what it is for.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';

/** From the ground up; rooms of one tier do not know each other, except where `within` says so. */
const tiers: readonly (readonly string[])[] = [
  ['errors', 'package-root'],
  ['version', 'records', 'statistics', 'mathverify'],
  ['storage', 'config'],
  ['stream', 'report'],
  ['endpoints', 'simulator', 'datasets', 'queue'],
  ['inject', 'critic', 'metrics', 'deepconf'],
  ['publish'],
  ['stages'],
  ['executor'],
  ['pipeline'],
  ['dashboard'],
  ['cli', 'library'],
  ['index'],
];
/** Pipelines of the package are loaded by name, lazily. */
const exceptions = new Set(['pipeline -> pipelines']);

const root = 'src';
const longestFile = 300;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
  .map((file) => join(root, file));

function roomOf(path: string): string {
  const [top, first] = relative('.', path).split('/');
  if (top !== root) return top ?? '';
  return (first ?? '').replace(/\.tsx?$/, '');
}

function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  const specifiers = named.map((entry) => entry.moduleRequest?.value);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  return [...specifiers, ...dynamic].filter((value) => value !== undefined && value !== null);
}

function tierOf(room: string): number {
  return tiers.findIndex((tier) => tier.includes(room));
}

const sources = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('every room has a place in the drawing', () => {
  const unknown = [...new Set(files.map(roomOf))].filter((room) => tierOf(room) === -1);
  assert.deepEqual(unknown, []);
});

test('imports between rooms point downwards only', () => {
  const wrong: string[] = [];
  for (const { path, text } of sources) {
    const room = roomOf(path);
    for (const specifier of importsOf(path, text)) {
      if (!specifier.startsWith('.')) continue;
      const target = roomOf(join(dirname(path), specifier));
      if (target === room || exceptions.has(`${room} -> ${target}`)) continue;
      if (tierOf(target) === -1 || tierOf(target) >= tierOf(room)) wrong.push(`${path} imports ${specifier}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('mathverify imports nothing outside itself', () => {
  const outside = sources
    .filter(({ path }) => roomOf(path) === 'mathverify')
    .flatMap(({ path, text }) => importsOf(path, text).filter((specifier) => !specifier.startsWith('./')));
  assert.deepEqual(outside, []);
});

test('pipelines hold declarations that import only how to declare', () => {
  for (const name of readdirSync('pipelines').filter((file) => file.endsWith('.ts'))) {
    const path = join('pipelines', name);
    assert.deepEqual(importsOf(path, readFileSync(path, 'utf8')), ['../src/pipeline/define.ts'], path);
  }
});

test('every file says at its top what it is for, and is short enough to read', () => {
  const silent = sources.filter(({ text }) => !text.startsWith('// ')).map(({ path }) => path);
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > longestFile);
  assert.deepEqual({ silent, long }, { silent: [], long: [] });
});

test('no room is called utils', () => {
  assert.deepEqual(
    files.filter((path) => /\b(utils?|helpers?|misc)\b/.test(path)),
    [],
  );
});
