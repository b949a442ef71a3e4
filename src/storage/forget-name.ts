// Puts a pseudonym in place of an annotator's name in files of judgements, while a dashboard may add to them. Each file is
// replaced as a whole; what was added to the old one before that is carried over, and who adds to it after that notices
// and adds to the new one (annotations.ts). Counts never change on the way: a file is rewritten before it is renamed.
import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { appendLines } from './annotations.ts';
import { syncFolder, writeFileAtomic } from './atomic-write.ts';
import { namedFacts } from './named-text.ts';
import { takeExclusive } from './process-lock.ts';
import { isRow } from './rows.ts';

export interface Forgotten {
  /** Files that are changed or renamed. */
  files: string[];
  /** Lines (or documents) with the name as their author's. */
  lines: number;
  /** `file:line` where the name is left, in a text that somebody wrote or a form that is not rewritten. */
  left: string[];
}

interface Names {
  readonly name: string;
  readonly pseudonym: string;
  readonly dry: boolean;
}

const authorKeys = new Set(['annotator', 'by']);

/** The value with the pseudonym wherever the name is that of an author: lines of judgements, and tables of agreement. */
function renamed(value: unknown, { name, pseudonym }: Names, key = '', inside = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, { name, pseudonym, dry: true }, '', key));
  if (isRow(value)) {
    const isPair = 'kappa' in value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => [
        inner,
        renamed(one, { name, pseudonym, dry: true }, inner, isPair ? 'pair' : inside),
      ]),
    );
  }
  if (value !== name) return value;
  const isAuthor =
    authorKeys.has(key) ||
    (inside === 'annotators' && (key === 'name' || key === '')) ||
    (inside === 'pair' && (key === 'first' || key === 'second'));
  return isAuthor ? pseudonym : value;
}

interface Rewritten {
  readonly text: string;
  readonly lines: number;
  /** Numbers of lines in which the name is left. */
  readonly left: readonly number[];
}

function rewrittenPiece(text: string, names: Names): string {
  try {
    const value = parseJson(text);
    const changed = renamed(value, names);
    return JSON.stringify(changed) === JSON.stringify(value) ? text : JSON.stringify(changed);
  } catch {
    return text;
  }
}

/** Whether a text has the name as a word: `ann` is not in `anna`. */
function mentions(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'u').test(text);
}

/** Lines that do not have the name as an author's stay to the byte. */
function rewritten(text: string, names: Names): Rewritten {
  const left: number[] = [];
  let lines = 0;
  const out = text.split('\n').map((line, at) => {
    // Others than us may have written letters as escapes.
    if (!line.includes(names.name) && !line.includes('\\u')) return line;
    const now = rewrittenPiece(line, names);
    if (now !== line) lines += 1;
    if (mentions(now, names.name)) left.push(at + 1);
    return now;
  });
  return { text: out.join('\n'), lines, left };
}

function rewrittenDocument(text: string, names: Names): Rewritten {
  const now = rewrittenPiece(text, names);
  const indented = now === text ? text : `${JSON.stringify(JSON.parse(now), null, 2)}\n`;
  return { text: indented, lines: now === text ? 0 : 1, left: mentions(indented, names.name) ? [1] : [] };
}

const formOf = (path: string) => (extname(path) === '.json' ? rewrittenDocument : rewritten);

async function restOf(file: FileHandle, from: number): Promise<string> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.max(0, size - from));
  await file.read(bytes, 0, bytes.length, from);
  return bytes.toString('utf8');
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

/**
 * What the replaced file has beyond what was `written` goes to the file at `to`. Its last line may have no end yet: then
 * whoever is writing it adds it to the new file itself, unless it was `seen` to be torn before.
 */
async function carryOver(
  replaced: FileHandle,
  { seen, written }: { readonly seen: string; readonly written: string },
  to: string,
  names: Names,
): Promise<void> {
  const from = Buffer.byteLength(written);
  const late = await restOf(replaced, from);
  const lines = written + late === seen ? late : wholeLines(late);
  if (lines === '') return;
  appendLines(to, dirname(to), `${rewritten(lines, names).text.replace(/\n$/, '')}\n`);
}

/** Replaces the file where the name is in it; what is added to the old one meanwhile is in the new one. */
async function rewrite(path: string, names: Names): Promise<Rewritten> {
  const file = await open(path, 'r');
  try {
    const text = await restOf(file, 0);
    const done = formOf(path)(text, names);
    if (done.text === text || names.dry) return done;
    if (extname(path) === '.json') {
      await writeFileAtomic(path, done.text);
      return done;
    }
    const whole = wholeLines(text);
    await writeFileAtomic(path, rewritten(whole, names).text);
    await carryOver(file, { seen: text, written: whole }, path, names);
    return done;
  } finally {
    await file.close();
  }
}

/** The file of the person gets the pseudonym's name; one that is there already is added to. */
async function renameFile(path: string, names: Names): Promise<void> {
  const to = join(dirname(path), `${names.pseudonym}.jsonl`);
  if (!existsSync(to)) await rename(path, to);
  else {
    const file = await open(path, 'r');
    try {
      const seen = await restOf(file, 0);
      const written = wholeLines(seen);
      if (written !== '') appendLines(to, dirname(to), rewritten(written, names).text);
      await rm(path);
      await carryOver(file, { seen, written }, to, names);
    } finally {
      await file.close();
    }
  }
  await syncFolder(dirname(path));
}

/** Forms whose rows cannot be rewritten in place. */
const otherForms = /\.(parquet|arrow|gz|csv|md|html|txt)$/;

async function filesAt(path: string): Promise<string[]> {
  const about = namedFacts(path);
  if (about === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such file or folder`);
  if (!about.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function forgetOnce(path: string, names: Names): Promise<Forgotten> {
  const found: Forgotten = { files: [], lines: 0, left: [] };
  for (const file of await filesAt(path)) {
    if (otherForms.test(file)) {
      if (mentions(await readFile(file, 'latin1'), Buffer.from(names.name).toString('latin1')))
        found.left.push(`${file} (export it again)`);
      continue;
    }
    const { lines, left } = await rewrite(file, names);
    const isOwn = basename(file) === `${names.name}.jsonl`;
    found.lines += lines;
    found.left.push(...left.map((line) => `${file}:${line} (a text)`));
    if (lines > 0 || isOwn) found.files.push(file);
    if (isOwn && !names.dry) await renameFile(file, names);
  }
  return found;
}

/** Somebody who goes on judging under the name would be followed for ever. */
const maxRounds = 5;

/** Two at once would each replace files that the other has read, and lines could be lost or doubled. */
async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  // Hidden: it is no file of judgements.
  const lock = await takeExclusive(join(folder, '.forget.lock'));
  if (!('release' in lock)) {
    throw new LateBenchError(
      'LB_BUSY',
      `${folder}: ${lock.who} is replacing a name there; run the command again then`,
    );
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/**
 * @param path A folder of judgements with what is below it, or a file.
 * @throws LB_BUSY while another process replaces a name there
 */
export async function forgetIn(path: string, names: Names): Promise<Forgotten> {
  if (names.dry || !existsSync(path)) return forgetOnce(path, names);
  return alone(path, () => forgetInTurn(path, names));
}

async function forgetInTurn(path: string, names: Names): Promise<Forgotten> {
  const first = await forgetOnce(path, names);
  if (!existsSync(path)) return first;
  let last = first;
  for (let round = 1; round < maxRounds && last.files.length > 0; round += 1) {
    last = await forgetOnce(path, names);
    first.lines += last.lines;
  }
  first.left = last.left;
  if (last.files.length > 0)
    first.left.push(...last.files.map((file) => `${file} (somebody judges under it)`));
  return first;
}
