// Says which test files run in one process. Starting Node, its loader and the modules under test costs a file about a
// second of processor time, and most tests take milliseconds. Files with a browser stay alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What makes a file stay alone: a browser. */
const alone = /import\('playwright-core'\)/;
const startsProcesses = /from 'node:(?:child_process|worker_threads)'/;
const localImport = /from '(\.[^']+)'/g;
/** Files together at most: those that only compute, and those that start processes and so take long. */
const longest = { computing: 12, starting: 3 };

/** True where the text of a test file, or of a helper that it imports, has what is looked for. */
function has(file: string, what: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (what.test(text)) return true;
  const helpers = [...text.matchAll(localImport)].map(([, path]) => join(dirname(file), path!));
  return helpers.some((helper) => helper.startsWith('test/') && has(helper, what, seen));
}

/** Files of one room together, and large rooms in parts of about one size. */
function shares(files: readonly string[], most: number): string[][] {
  const roomOf = (file: string): string | undefined => dirname(file).split('/')[1];
  return [...new Set(files.map(roomOf))].flatMap((room) => {
    const own = files.filter((file) => roomOf(file) === room);
    const size = Math.ceil(own.length / Math.ceil(own.length / most));
    return Array.from({ length: Math.ceil(own.length / size) }, (_, at) =>
      own.slice(at * size, (at + 1) * size),
    );
  });
}

/**
 * What to hand node:test instead of `files`, those that take longest first: an entry in `scratch` for each share, which
 * imports its files, and each file that stays alone.
 */
export function shareProcesses(files: readonly string[], scratch: string): string[] {
  const single = files.filter((file) => has(file, alone));
  const others = files.filter((file) => !single.includes(file));
  const starting = others.filter((file) => has(file, startsProcesses));
  const computing = others.filter((file) => !starting.includes(file));
  const together = [
    ...single.map((file) => [file]),
    ...shares(starting, longest.starting),
    ...shares(computing, longest.computing),
  ];
  return together.map((share, at) => {
    if (share.length === 1) return share[0]!;
    const entry = join(scratch, `share-${at + 1}.mjs`);
    const imports = share.map((file) => `import '${pathToFileURL(resolve(file)).href}';\n`);
    writeFileSync(entry, imports.join(''));
    return entry;
  });
}
