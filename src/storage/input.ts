// Opens what a user names (a path, or `-` for standard input) and reads its rows, whatever the form:
// JSONL, JSON, CSV, each gzipped or not, Parquet or Arrow. The ending tells the form, and text tells JSONL from JSON.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LateBenchError } from '../errors.ts';
import { wrongArgument } from '../records/wrong-argument.ts';
import { readCsv } from './csv-source.ts';
import { inputName, statInput } from './input-file.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonObjects } from './json-objects.ts';
import { readJsonl } from './jsonl.ts';
import type { Row, RowOptions } from './rows.ts';
import { standardInput } from './standard-input.ts';
import { otherForm, type TextForm, textFormOf } from './text-form.ts';

const readers = { csv: readCsv, array: readJsonArray, objects: readJsonObjects, lines: readJsonl } as const;

export interface InputOptions extends Omit<RowOptions, 'source'> {
  /** Sees every byte of the input, before any decompression: for progress and hashes. */
  readonly onBytes?: (chunk: Uint8Array) => void;
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Where in a JSON document the rows are: names and indices joined by dots, `*` for any. */
  readonly rowsPath?: string | undefined;
}

async function* observed(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  onBytes: InputOptions['onBytes'],
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      onBytes?.(chunk);
      yield chunk;
    }
  } catch (cause) {
    const message =
      (cause as NodeJS.ErrnoException).code === 'EISDIR'
        ? `${name} is a directory; name the files in it, or pipe their content`
        : `${name} cannot be read further: ${(cause as Error).message}`;
    throw new LateBenchError('LB_INPUT_READ', message, { cause });
  }
}

/** Puts the first chunk back in front of the rest. */
async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  options: RowOptions,
  rowsPath: string | undefined,
): AsyncGenerator<Row[]> {
  const iterator = chunks[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let form: TextForm | undefined;
  while (form === undefined) {
    const next = await iterator.next();
    if (next.done === true && beginning.length === 0) return;
    if (next.done !== true) beginning = Buffer.concat([beginning, next.value]);
    const other = otherForm(beginning);
    if (other !== null) throw new LateBenchError('LB_INPUT_READ', `${inputName(name)} is ${other}`);
    form = textFormOf(beginning, name, next.done === true);
  }
  const whole = resumed(beginning, iterator);
  if (rowsPath === undefined) {
    yield* readers[form](whole, options);
    return;
  }
  if (form === 'csv') throw noDocument(name, rowsPath);
  const { readRowsAtPath } = await import('./rows-at-path.ts');
  yield* readRowsAtPath(whole, options, rowsPath);
}

function noDocument(name: string, rowsPath: string): LateBenchError {
  const message = `${name} is not a JSON document: leave out --rows-path ${rowsPath}, or read it separately from the JSON files`;
  return new LateBenchError('LB_USAGE', message);
}

/** What a file of columns is instead, where that is known: its reader would call it damaged. */
async function checkForm(path: string, mark: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const other = otherForm(buffer.subarray(0, bytesRead));
    if (other !== null && buffer.toString('latin1', 0, mark.length) !== mark)
      throw new LateBenchError('LB_INPUT_READ', `${path} is ${other}`);
  } finally {
    await file.close();
  }
}

function isGzip(chunk: Uint8Array): boolean {
  return chunk[0] === 0x1f && chunk[1] === 0x8b;
}

/**
 * Reads rows from a file: JSONL, JSON or CSV, each gzipped or not and recognised by content; Parquet and Arrow by
 * their endings. Rows are read on demand, in bounded memory.
 *
 * @param path The file; `-` is standard input.
 * @param options `onBad` is called with each row that cannot be read, and the row is skipped; `rowsPath` names the
 * rows of a JSON document (`data.rows`, `*` for any).
 * @returns Rows in small groups, in the order of the file.
 * @throws LB_INPUT_MISSING, LB_INPUT_DIRECTORY, LB_INPUT_READ for a file that cannot be read, or not to its end;
 * LB_USAGE for a `rowsPath` in a file that is not a JSON document.
 * @example
 * for await (const rows of readInput('problems.jsonl', { onBad: console.error })) console.log(rows.length);
 */
export async function* readInput(path: string, options: InputOptions): AsyncGenerator<Row[]> {
  if (typeof path !== 'string') throw wrongArgument('readInput', 'the path of a file', path);
  if (typeof options?.onBad !== 'function')
    throw wrongArgument('readInput', 'the option onBad, a function', options?.onBad);
  const { onBytes, stdin = standardInput(), rowsPath, ...rest } = options;
  const source = inputName(path);
  const rowOptions: RowOptions = { ...rest, source };
  if (path !== '-') {
    await statInput(path);
    if (rowsPath !== undefined && /\.(parquet|arrows?)$/i.test(path)) throw noDocument(path, rowsPath);
    if (/\.parquet$/i.test(path)) {
      await checkForm(path, 'PAR1');
      const { startThread } = await import('./columnar/parquet-threads.ts');
      startThread();
      const { readParquet } = await import('./columnar/parquet-source.ts');
      yield* readParquet(path);
      return;
    }
    if (/\.arrows?$/i.test(path)) {
      await checkForm(path, 'ARROW1');
      const { readArrow } = await import('./columnar/arrow-source.ts');
      yield* readArrow(path);
      return;
    }
  }
  const bytes: AsyncIterable<Uint8Array> =
    path === '-' ? stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
  const iterator = observed(bytes, source, onBytes);
  const first = await iterator.next();
  if (first.done) return;
  const whole = resumed(first.value, iterator);
  if (!isGzip(first.value)) {
    yield* readText(whole, path, rowOptions, rowsPath);
    return;
  }
  const unzipped = createGunzip();
  // A failure of either end destroys `unzipped` with it: the reader below sees it.
  pipeline(whole, unzipped, () => {});
  yield* readText(observed(unzipped, source, undefined), path, rowOptions, rowsPath);
}
