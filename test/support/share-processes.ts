// Says which test files run in one process, in which order, and which are quick. Starting Node, its loader and the modules
// under test costs about a second of processor time, and most tests take milliseconds. Files with a browser stay alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { secondsOf, slowFiles } from './slow-files.ts';

const browser = /import\('playwright-core'\)/;
const startsProcesses = /from 'node:(?:child_process|worker_threads)'/;
/** What is imported for its types only does not run. */
const localImport = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm;
/** Files together at most: those that only compute, and those that start processes and so take long. */
const longest = { computing: 60, starting: 6 };

/** True where the text of a test file, or of a helper that it imports, has what is looked for. */
function has(file: string, what: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (what.test(text)) return true;
  const helpers = [...text.matchAll(localImport)].map(([, path]) => join(dirname(file), path!));
  return helpers.some((helper) => helper.startsWith('test/') && has(helper, what, seen));
}

/**
 * A file only computes when it starts no process: no command, no browser, no redis-server, no shell. Those files run where
 * starting one is an error (no-processes.mjs), so a file that starts one in a way that is not seen here fails.
 */
function onlyComputes(file: string): boolean {
  return !has(file, browser) && !has(file, startsProcesses);
}

/** The quick tier: files that only compute and are not among the slow ones. */
export function isQuick(file: string): boolean {
  return onlyComputes(file) && !slowFiles.includes(file);
}

/** Parts of about one size, none longer than `most`. */
function parts(files: readonly string[], max: number): string[][] {
  const size = Math.ceil(files.length / Math.ceil(files.length / max));
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) =>
    files.slice(at * size, (at + 1) * size),
  );
}

function byFolder(files: readonly string[]): string[][] {
  const folderOf = (file: string): string | undefined => dirname(file).split('/')[1];
  return [...new Set(files.map(folderOf))].map((folder) => files.filter((file) => folderOf(file) === folder));
}

const guard = pathToFileURL(resolve('test/support/no-processes.mjs')).href;

/**
 * What to pass to node:test instead of `files`, those that take longest first: an entry in `scratch` for each share, which
 * imports its files, and each file that stays alone.
 */
export function shareProcesses(files: readonly string[], scratch: string): string[] {
  const computing = files.filter(onlyComputes);
  const single = files.filter((file) => has(file, browser));
  const starting = files.filter((file) => !computing.includes(file) && !single.includes(file));
  const together = [
    ...single.map((file) => [file]),
    ...byFolder(starting).flatMap((own) => parts(own, longest.starting)),
    ...(computing.length > 0 ? parts(computing, longest.computing) : []),
  ];
  const seconds = (share: readonly string[]): number => share.reduce((sum, file) => sum + secondsOf(file), 0);
  together.sort((a, b) => seconds(b) - seconds(a));
  return together.map((share, at) => {
    const computes = computing.includes(share[0]!);
    if (share.length === 1 && !computes) return share[0]!;
    const entry = join(scratch, `share-${at + 1}.mjs`);
    const urls = share.map((file) => pathToFileURL(resolve(file)).href);
    const imports = [...(computes ? [guard] : []), ...urls].map((url) => `import '${url}';\n`);
    writeFileSync(entry, imports.join(''));
    return entry;
  });
}
