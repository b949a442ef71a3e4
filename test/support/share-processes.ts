// Says which test files run in one process. Starting Node, its loader and the modules under test costs a file about a
// second of processor time, most tests take milliseconds; files that start processes, or look at their own, stay alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What makes a file stay alone: processes, workers and browsers of its own, or the collector and the memory. */
const alone = /from 'node:(?:child_process|worker_threads)'|import\('playwright-core'\)|\bgc\b|memoryUsage/;
const localImport = /from '(\.[^']+)'/g;
const longestShare = 12;

function staysAlone(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (alone.test(text)) return true;
  const helpers = [...text.matchAll(localImport)].map(([, path]) => join(dirname(file), path!));
  return helpers.some((helper) => helper.startsWith('test/') && staysAlone(helper, seen));
}

/** Files of one room together, and large rooms in parts of about one size. */
function shares(files: readonly string[]): string[][] {
  const rooms = [...new Set(files.map(dirname).map((folder) => folder.split('/')[1]))];
  return rooms.flatMap((room) => {
    const own = files.filter((file) => dirname(file).split('/')[1] === room);
    const size = Math.ceil(own.length / Math.ceil(own.length / longestShare));
    return Array.from({ length: Math.ceil(own.length / size) }, (_, at) =>
      own.slice(at * size, (at + 1) * size),
    );
  });
}

/**
 * What to hand node:test instead of `files`: those that stay alone, first, for they take longest; then for each share an
 * entry in `scratch` that imports its files.
 */
export function shareProcesses(files: readonly string[], scratch: string): string[] {
  const single = files.filter((file) => staysAlone(file));
  const entries = shares(files.filter((file) => !single.includes(file))).map((share, at) => {
    if (share.length === 1) return share[0]!;
    const entry = join(scratch, `share-${at + 1}.mjs`);
    const imports = share.map((file) => `import '${pathToFileURL(resolve(file)).href}';\n`);
    writeFileSync(entry, imports.join(''));
    return entry;
  });
  return [...single, ...entries];
}
