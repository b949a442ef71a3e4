// Annotation files: `<folder>/<annotator>.jsonl`, one file a person, lines only ever added, each on the disk before its
// writer goes on. What counts is the last line about a thing; reading keeps only those.

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { type Annotation, annotationKey, annotationSchema, saysNothing } from '../records/annotation.ts';
import { isEarlierTime } from '../records/earlier-time.ts';
import { firstIssue } from '../records/issue-text.ts';
import { parseJson } from '../records/parse-json.ts';
import { checkText, wrongArgument } from '../records/wrong-argument.ts';
import { createFolderSync } from './make-folder.ts';
import { outputError } from './output-error.ts';
import { flushesFolders } from './platform.ts';
import { readTextIfPresent } from './read-text.ts';

const annotatorName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@-]{0,63}$/u;

/** The file of an annotator; a name that is no file name is rejected. */
export function annotationFile(folder: string, annotator: string): string {
  if (!annotatorName.test(annotator)) {
    throw new LateBenchError(
      'LB_USAGE',
      `annotator ${JSON.stringify(annotator)}: use letters, digits, blanks, . _ @ - (64 at most)`,
    );
  }
  return join(folder, `${annotator}.jsonl`);
}

function endsInNewline(file: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/**
 * A full disk may take a part of what is written without an error. What could not be written whole is taken back, unless
 * another process has added lines behind it meanwhile: those are kept, and the part stays behind as a torn line.
 */
function writeWhole(file: number, bytes: Buffer, { size, flush }: { size: number; flush: () => void }): void {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
    flush();
  } catch (cause) {
    if (fstatSync(file).size === size + written) ftruncateSync(file, size);
    throw cause;
  }
}

/** Waits until what the file and its folder hold is on the disk. */
function flushFile(file: number, folder: string): void {
  fsyncSync(file);
  if (!flushesFolders) return;
  const entries = openSync(folder, 'r');
  try {
    fsyncSync(entries);
  } finally {
    closeSync(entries);
  }
}

/**
 * Adds one line and waits for the disk. A line that a crash left torn stays behind as a separate line; what could not
 * be written whole is taken back, so that a line that was refused is not in the file.
 */
export function appendLine(path: string, folder: string, value: object): void {
  appendLines(path, folder, `${JSON.stringify(value)}\n`);
}

/** Of a file that is replaced each time, something else is wrong. */
const maxReplaced = 100;

/** The same for lines as they are, each with its end. */
export function appendLines(path: string, folder: string, lines: string): void {
  // Where the file was replaced meanwhile (forget-name.ts), they may be in the old one alone: they are added again.
  for (let tries = 0; tries < maxReplaced; tries += 1) if (appendedTo(path, folder, lines)) return;
  throw new LateBenchError('LB_BUSY', `${path} is replaced again and again: try again later`);
}

/** False where the path names another file by the time the lines are on the disk. */
function appendedTo(path: string, folder: string, lines: string): boolean {
  try {
    createFolderSync(folder);
    const file = openSync(path, 'a+');
    try {
      const { size } = fstatSync(file);
      writeWhole(file, Buffer.from(`${endsInNewline(file, size) ? '' : '\n'}${lines}`), {
        size,
        flush: () => (size === 0 ? flushFile(file, folder) : fsyncSync(file)),
      });
      return statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino;
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw outputError(path, cause);
  }
}

/** Waits until the lines that the annotator's file has are on the disk. */
export function flushAnnotations(folder: string, annotator: string): void {
  const path = annotationFile(folder, annotator);
  try {
    const file = openSync(path, 'r+');
    try {
      flushFile(file, folder);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw outputError(path, cause);
  }
}

/**
 * Adds a line to the annotator's file and returns once it is on the disk.
 *
 * @param folder The folder of annotations; made where it is missing.
 * @throws LB_USAGE for an annotator whose name cannot be a file name.
 */
export function appendAnnotation(folder: string, annotation: Annotation): void {
  appendLine(annotationFile(folder, annotation.annotator), folder, annotation);
}

export interface ReadAnnotations {
  /** The latest annotation of each thing, in the order in which the things were first judged. */
  readonly annotations: readonly Annotation[];
  /** The last line about each thing by its key, withdrawals included. */
  readonly last: ReadonlyMap<string, Annotation>;
  /** Every line that an operation wrote, by the operation. */
  readonly operations: ReadonlyMap<string, Annotation>;
  /** Lines read, replaced ones included. */
  readonly lines: number;
  /** Lines that are no annotation, as `file:line: reason`. */
  readonly bad: readonly string[];
}

export interface JsonLine {
  readonly line: number;
  /** The text itself where it is not JSON. */
  readonly value: unknown;
  readonly bad: boolean;
}

/** @throws LB_INPUT_MISSING, LB_INPUT_READ */
export async function jsonLinesOf(path: string): Promise<JsonLine[]> {
  const text = await readTextIfPresent(path);
  if (text === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such file`);
  return jsonLinesIn(text);
}

export function jsonLinesIn(text: string): JsonLine[] {
  return text.split('\n').flatMap((line, at): JsonLine[] => {
    // Editors and shells of Windows put a byte order mark before the first line.
    const raw = line.replace(/^\ufeff/, '');
    if (raw.trim() === '') return [];
    try {
      return [{ line: at + 1, value: parseJson(raw) as unknown, bad: false }];
    } catch {
      return [{ line: at + 1, value: raw, bad: true }];
    }
  });
}

/** What `latebench annotations export` writes too, with the way to what can be read; null for anything else. */
function otherExport(path: string, value: unknown): string | null {
  if (/\.(?:parquet|arrow|csv|gz)$/i.test(path)) {
    return 'annotations are read from JSONL: export them with -o FILE.jsonl';
  }
  return typeof value === 'object' && value !== null && 'annotators' in value && 'settled' in value
    ? 'one label of several annotators, as `annotations export --labels` writes them: export without --labels'
    : null;
}

/** Follows what is wrong with a line. */
export const annotationForm = 'an annotation names its record_id, annotator and kind';

/**
 * Reads people's judgements from annotation files (JSONL). Of lines about the same thing the last one counts, or the
 * one with the later time where they have times; withdrawn judgements are left out.
 *
 * @param paths The files, one for each annotator.
 * @param linesOf Reads a path in another way than as a file.
 * @returns Judgements in the order in which things were first judged; lines that are not judgements are in `bad`.
 * @throws LB_INPUT_MISSING for a file that does not exist, LB_INPUT_READ for one that cannot be read.
 */
export async function readAnnotations(
  paths: readonly string[],
  linesOf: (path: string) => Promise<readonly JsonLine[]> = jsonLinesOf,
): Promise<ReadAnnotations> {
  if (!Array.isArray(paths)) throw wrongArgument('readAnnotations', 'a list of paths', paths);
  for (const path of paths) checkText('readAnnotations', 'the path of a file', path);
  if (typeof linesOf !== 'function') throw wrongArgument('readAnnotations', 'a function of a path', linesOf);
  const last = new Map<string, Annotation>();
  const operations = new Map<string, Annotation>();
  const bad: string[] = [];
  let lines = 0;
  for (const path of paths) {
    for (const { line, value, bad: broken } of await linesOf(path)) {
      lines += 1;
      const parsed = annotationSchema.safeParse(value);
      if (!parsed.success) {
        const reason = broken ? 'not JSON' : firstIssue(parsed.error, value, 'line');
        bad.push(`${path}:${line}: ${otherExport(path, value) ?? reason}`);
        continue;
      }
      if (parsed.data.operation != null) operations.set(parsed.data.operation, parsed.data);
      const key = annotationKey(parsed.data);
      const known = last.get(key);
      if (known?.at != null && parsed.data.at != null && isEarlierTime(parsed.data.at, known.at)) continue;
      last.set(key, parsed.data);
    }
  }
  const annotations = [...last.values()].filter((one) => !saysNothing(one));
  return { annotations, last, operations, lines, bad };
}

/**
 * The annotation files of a folder; none when it is not there. Names are not checked: a tool that syncs folders gives a
 * copy a name of its own (`anna (conflicted copy).jsonl`), and its lines say whose they are. Hidden and temporary files,
 * folders, and links that lead nowhere are left out.
 */
export async function annotationFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.jsonl') && !/^[.~]/.test(name))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
