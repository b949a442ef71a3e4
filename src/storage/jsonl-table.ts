// Looks single lines of a JSONL file up by their number, with an index of where each line begins (8 bytes a line): for
// pages of a file that is too large to read. Reading a file from end to end is jsonl.ts.
import { open } from 'node:fs/promises';
import { LateBenchError } from '../errors.ts';
import { setLocation } from '../records/location.ts';
import { statInput } from './input-file.ts';
import { keepOriginalText } from './original-text.ts';
import { isRow, nameOfKind, parseRow, type Row, whyNoRow } from './rows.ts';

/** A line that is no JSON object. */
export interface BrokenLine {
  readonly line: number;
  readonly reason: string;
  /** Its beginning. */
  readonly raw: string;
}
export type LineRow = { readonly row: Row } | { readonly broken: BrokenLine };

export interface JsonlTable {
  /** Lines that are not blank. */
  readonly rows: number;
  /** The lines with these 0-based numbers, blank lines not counted. */
  read(rows: readonly number[]): Promise<LineRow[]>;
  /** All lines in order, in groups; `share` of the file read so far, 0 to 1. */
  scan(): AsyncGenerator<{ readonly lines: readonly LineRow[]; readonly firstRow: number }>;
  close(): Promise<void>;
}

/** Where the lines are: a file, or a temporary one without a name. */
export interface LineSource {
  /** Fills the buffer from `offset` on; how many bytes there were. */
  readInto(buffer: Buffer, offset: number): Promise<number>;
  close(): void | Promise<void>;
}

const chunkBytes = 1024 * 1024;
/** A longer line is not parsed, only its beginning is shown. */
const maxLineBytes = 64 * 1024 * 1024;
const shownBytes = 64 * 1024;
const newline = 0x0a;

interface LineIndex {
  readonly starts: Float64Array;
  /** Number of each line in the file, from 1. */
  readonly numbers: Float64Array;
  readonly rows: number;
  readonly end: number;
}

/** A line is blank when it holds nothing but blanks. */
const isBlankByte = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

async function indexLines(source: LineSource, max: number): Promise<LineIndex> {
  let starts = new Float64Array(1024);
  let numbers = new Float64Array(1024);
  let rows = 0;
  let line = 1;
  let lineStart = 0;
  let blank = true;
  const keep = (): void => {
    if (rows === starts.length) {
      const larger = new Float64Array(rows * 2);
      larger.set(starts);
      starts = larger;
      const more = new Float64Array(rows * 2);
      more.set(numbers);
      numbers = more;
    }
    starts[rows] = lineStart;
    numbers[rows] = line;
    rows += 1;
  };
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let offset = 0;
  while (rows < max) {
    const bytesRead = await source.readInto(buffer, offset);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    let from = 0;
    while (from < bytesRead) {
      const at = chunk.indexOf(newline, from);
      const end = at === -1 ? bytesRead : at;
      for (let byte = from; blank && byte < end; byte += 1) blank = isBlankByte(chunk[byte]!);
      if (at === -1) break;
      if (!blank) keep();
      line += 1;
      blank = true;
      from = at + 1;
      lineStart = offset + from;
    }
    offset += bytesRead;
  }
  if (!blank && rows < max) keep();
  return { starts, numbers, rows, end: offset };
}

function parseLine(bytes: Buffer, line: number, path: string): LineRow {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const broken = (reason: string): LineRow => ({ broken: { line, reason, raw: text.slice(0, shownBytes) } });
  let value: unknown;
  try {
    value = parseRow(text, {}).value;
  } catch (error) {
    return broken(whyNoRow(text, error).replace(/^is /, ''));
  }
  if (!isRow(value)) return broken(`${nameOfKind(value)}, not a JSON object`);
  keepOriginalText(value, text, { asLine: false });
  return { row: setLocation(value, { source: path, line }) };
}

/** `max`: lines to look for at least; the index then ends with the block they are in. */
export async function openJsonlTable(path: string, max = Number.POSITIVE_INFINITY): Promise<JsonlTable> {
  await statInput(path);
  const file = await open(path, 'r');
  const readInto = async (buffer: Buffer, offset: number): Promise<number> =>
    (await file.read(buffer, 0, buffer.length, offset)).bytesRead;
  return jsonlTable({ readInto, close: () => file.close() }, path, max);
}

/** @param path What the source is called in messages. */
export async function jsonlTable(
  source: LineSource,
  path: string,
  max = Number.POSITIVE_INFINITY,
): Promise<JsonlTable> {
  const { starts, numbers, rows, end } = await indexLines(source, max);
  const endOf = (row: number): number => (row + 1 < rows ? starts[row + 1]! : end);

  async function readRow(row: number): Promise<LineRow> {
    const length = endOf(row) - starts[row]!;
    const line = numbers[row]!;
    const bytes = Buffer.allocUnsafe(Math.min(length, length > maxLineBytes ? shownBytes : length));
    if ((await source.readInto(bytes, starts[row]!)) < bytes.length) {
      return { broken: { line, reason: 'the file has become shorter since it was opened', raw: '' } };
    }
    if (length > maxLineBytes) {
      return {
        broken: { line, reason: `${length} bytes long, more than can be shown`, raw: bytes.toString('utf8') },
      };
    }
    return parseLine(bytes, line, path);
  }

  return {
    rows,
    read(requested) {
      const missing = requested.find((row) => !(row >= 0 && row < rows));
      if (missing !== undefined) {
        throw new LateBenchError('LB_USAGE', `${path} has no row ${missing}; it has ${rows}, counted from 0`);
      }
      return Promise.all(requested.map(readRow));
    },
    async *scan() {
      for (let row = 0; row < rows; ) {
        let last = row;
        while (last + 1 < rows && endOf(last + 1) - starts[row]! <= chunkBytes) last += 1;
        if (endOf(last) - starts[row]! > maxLineBytes) {
          yield { lines: [await readRow(row)], firstRow: row };
          row += 1;
          continue;
        }
        const from = starts[row]!;
        const bytes = Buffer.allocUnsafe(endOf(last) - from);
        await source.readInto(bytes, from);
        const lines: LineRow[] = [];
        for (let at = row; at <= last; at += 1) {
          lines.push(parseLine(bytes.subarray(starts[at]! - from, endOf(at) - from), numbers[at]!, path));
        }
        yield { lines, firstRow: row };
        row = last + 1;
      }
    },
    close: async () => source.close(),
  };
}
