// Says which test files run in one process, in which order, and which are quick. Starting Node, its loader and the modules
// under test costs one to two seconds of processor time, a browser two more, and most tests take milliseconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { secondsOf, slowFiles } from './slow-files.ts';

const browser = /import\('playwright-core'\)/;
const startsProcesses = /from 'node:(?:child_process|worker_threads)'/;
/** What is imported for its types only does not run. */
const localImport = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm;
/** A forced collection goes through all that the files before have left: those that force one share a process. */
const forcesCollections = /from '\.[^']*\/held-memory\.ts'/;
/** Pages over the same runs, which are made once for a process. */
const usesPages = /\bopenPages\b/;
/** Files together at most, and their seconds: no share is so long that all others wait for it at the end. */
const [maxFiles, maxSeconds] = [{ computing: 120, starting: 32 }, 80];

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

function secondsOfAll(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + secondsOf(file), 0);
}

/** The files in their order, in as few parts as the limits allow; a file that is longer than they are is alone. */
function parts(files: readonly string[], max: number): string[][] {
  const all: string[][] = [];
  for (const file of files) {
    const last = all.at(-1);
    if (last !== undefined && last.length < max && secondsOfAll([...last, file]) <= maxSeconds)
      last.push(file);
    else all.push([file]);
  }
  return all;
}

const guard = pathToFileURL(resolve('test/support/no-processes.mjs')).href;

/**
 * What to pass to node:test instead of `files`, those that take longest first: an entry in `scratch` for each share, which
 * imports its files.
 */
export function shareProcesses(files: readonly string[], scratch: string): string[] {
  const computing = files.filter(onlyComputes);
  const withBrowser = files.filter((file) => has(file, browser));
  const starting = files.filter((file) => !computing.includes(file) && !withBrowser.includes(file));
  const separate = (all: readonly string[], what: RegExp): string[][] => [
    all.filter((file) => has(file, what)),
    all.filter((file) => !has(file, what)),
  ];
  const together = [
    ...separate(withBrowser, usesPages).flatMap((own) => parts(own, maxFiles.starting)),
    ...parts(starting, maxFiles.starting),
    ...separate(computing, forcesCollections).flatMap((own) => parts(own, maxFiles.computing)),
  ];
  together.sort((a, b) => secondsOfAll(b) - secondsOfAll(a));
  return together.map((share, at) => {
    const computes = computing.includes(share[0]!);
    const entry = join(scratch, `share-${at + 1}.mjs`);
    const urls = share.map((file) => pathToFileURL(resolve(file)).href);
    const imports = [...(computes ? [guard] : []), ...urls].map((url) => `import '${url}';\n`);
    writeFileSync(entry, imports.join(''));
    return entry;
  });
}
