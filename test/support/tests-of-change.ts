// Which tests say most about a change: those of its module that reach the changed files over the fewest imports. Imports of
// types do not run, so they do not count.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Those of the project, not of the packages that the mutation tests install below this folder. */
export function testFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .sort()
    .map((file) => join('test', file));
}

const localImport =
  /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.tsx?)'|\bimport\('(\.[^']+\.tsx?)'\)/gm;

function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(localImport)];
  return found.map(([, fixed, dynamic]) => join(dirname(file), (fixed ?? dynamic)!)).filter(existsSync);
}

/** For each file that tests reach, the files that import it. */
function importers(tests: readonly string[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  const seen = new Set(tests);
  for (const file of seen) {
    for (const imported of importsOf(file)) {
      known.set(imported, [...(known.get(imported) ?? []), file]);
      seen.add(imported);
    }
  }
  return known;
}

/** `inject` for files of src/inject and of test/inject. */
function moduleOf(file: string): string | undefined {
  return file.split('/')[1];
}

/** Those of `tests` that reach one of `changed`, nearest first: of the same module, or where it has none of any. */
export function testsReaching(changed: readonly string[], tests: readonly string[]): string[] {
  const above = importers(tests);
  const reached = new Set(changed);
  for (const file of reached) for (const importer of above.get(file) ?? []) reached.add(importer);
  // A set keeps the order in which the search came by.
  const reaching = [...reached].filter((file) => tests.includes(file));
  const modules = new Set(changed.map(moduleOf));
  const own = reaching.filter((file) => modules.has(moduleOf(file)));
  return own.length > 0 ? own : reaching;
}

/** Files that differ from the last commit, new ones too. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(existsSync);
  return [
    ...git('diff', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}
