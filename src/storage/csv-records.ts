// Cuts CSV bytes into records: the lines between which no quoted cell is open. A quoted cell may hold newlines, so
// only quotes and separators are looked at here; cells are the business of csv-source.ts. csv-parse, the twin in the
// tests, does not serve: after an invalid record it cannot continue without holding the rest of it in memory.
import { asBuffer } from './as-buffer.ts';

/** One record without its line ending. `line` is that of its beginning, from 1; `byte` its offset from 0. */
export interface CsvRecord {
  readonly bytes: Buffer;
  readonly line: number;
  readonly byte: number;
  /** False when the input ended inside a quoted cell. */
  readonly closed: boolean;
  /** Set when the record was longer than the cap: its whole length in bytes; `bytes` is then only a prefix. */
  readonly overlong?: number;
}

const quote = 0x22;
const comma = 0x2c;
const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const prefixBytes = 1024;

/** `closing`: just after a quote in a quoted cell, which ends the cell unless another quote follows. */
type Place = 'cell start' | 'plain' | 'quoted' | 'closing';

function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}

/** Yields the records that end in each chunk together. Empty lines are left out. */
export async function* readCsvRecords(
  chunks: AsyncIterable<Uint8Array>,
  maxRecordBytes: number,
): AsyncGenerator<CsvRecord[]> {
  let place = 'cell start' as Place;
  let parts: Buffer[] = [];
  let length = 0;
  let lines = 0;
  let line = 1;
  let start = 0;
  let offset = 0;

  const keep = (piece: Buffer): void => {
    const before = length;
    length += piece.length;
    lines += count(piece, newline);
    if (length <= maxRecordBytes) parts.push(piece);
    else if (before <= maxRecordBytes) {
      const beginning = Buffer.concat([...parts, piece.subarray(0, prefixBytes)]);
      parts = [Buffer.from(beginning.subarray(0, prefixBytes))];
    }
  };
  const finish = (): CsvRecord | undefined => {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const bytes = whole[whole.length - 1] === carriageReturn ? whole.subarray(0, -1) : whole;
    const overlong = length > maxRecordBytes ? { overlong: length } : {};
    const record = { bytes, line, byte: start, closed: place !== 'quoted', ...overlong };
    line += lines + 1;
    parts = [];
    length = 0;
    lines = 0;
    place = 'cell start';
    return bytes.length === 0 ? undefined : record;
  };

  for await (const piece of chunks) {
    const chunk = asBuffer(piece);
    const records: CsvRecord[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (place === 'quoted') {
        at = chunk.indexOf(quote, at);
        if (at === -1) break;
        place = 'closing';
        continue;
      }
      const byte = chunk[at]!;
      if (byte === byteOrderMark[offset + at]) continue;
      if (byte === newline) {
        keep(chunk.subarray(from, at));
        const record = finish();
        if (record !== undefined) records.push(record);
        from = at + 1;
        start = offset + from;
      } else if (byte === comma) place = 'cell start';
      else place = byte === quote && place !== 'plain' ? 'quoted' : 'plain';
    }
    if (from < chunk.length) keep(chunk.subarray(from));
    offset += chunk.length;
    if (records.length > 0) yield records;
  }
  const last = finish();
  if (last !== undefined) yield [last];
}
