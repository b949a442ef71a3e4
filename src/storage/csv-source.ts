// Reads CSV (RFC 4180, with or without BOM and CRLF) as rows: the first record names the columns, a cell is what
// csv-cells.ts says, and `extra` is unfolded. An invalid record is reported with its line, the others are read.
import { isUtf8 } from 'node:buffer';
import { type ErrorCode, LateBenchError } from '../errors.ts';
import { setLocation } from '../records/location.ts';
import type { Columns } from './columnar/column.ts';
import { recordColumns } from './columnar/schema.ts';
import { type CsvCell, fromCsvCell } from './csv-cells.ts';
import { type CsvRecord, readCsvRecords } from './csv-records.ts';
import { loneReturns } from './lines.ts';
import type { Spellings } from './number-spellings.ts';
import { keepSpellings } from './original-text.ts';
import { defaultMaxRowBytes, isRow, type Row, type RowOptions, setField } from './rows.ts';

/** The cells of a record, or what is wrong with it. */
function cellsOf(text: string): CsvCell[] | string {
  const cells: CsvCell[] = [];
  for (let at = 0; ; ) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (text[end + 1] === '"') end = text.indexOf('"', end + 2);
      const after = text[end + 1];
      if (after !== undefined && after !== ',') {
        return `cell ${cells.length + 1} continues after its closing quote; a quote inside a cell is doubled`;
      }
      cells.push({ text: text.slice(at + 1, end).replaceAll('""', '"'), quoted: true });
      if (after === undefined) return cells;
      at = end + 2;
    } else {
      const end = text.indexOf(',', at);
      cells.push({ text: text.slice(at, end === -1 ? undefined : end), quoted: false });
      if (end === -1) return cells;
      at = end + 1;
    }
  }
}

interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A file whose first line is not a header would be one of no rows, and nobody would know. */
function notHeader(text: string): string | undefined {
  if (/^\s*[[{]\s*["{[]/.test(text)) return 'it is JSON; name the file .jsonl or .json';
  return /\r./s.test(text.replace(/"[^"]*"/g, '')) ? loneReturns : undefined;
}

function readRecord(record: CsvRecord, maxRowBytes: number, isHeader: boolean): CsvCell[] | Problem {
  const { bytes, closed, overlong } = record;
  if (overlong !== undefined) {
    const message = `record of ${overlong} bytes is longer than the limit of ${maxRowBytes}`;
    return { code: 'LB_LINE_TOO_LONG', message };
  }
  if (!isUtf8(bytes)) {
    const message = 'record is not valid UTF-8; convert the file, for example with iconv';
    return { code: 'LB_UTF8', message };
  }
  if (!closed) return { code: 'LB_TORN_LINE', message: 'the file ends inside a quoted cell' };
  const text = bytes.toString('utf8');
  const whole = record.byte === 0 ? text.replace(/^\ufeff/, '') : text;
  const other = isHeader ? notHeader(whole) : undefined;
  if (other !== undefined) return { code: 'LB_CSV', message: other };
  const cells = cellsOf(whole);
  return typeof cells === 'string' ? { code: 'LB_CSV', message: cells } : cells;
}

interface Header {
  readonly names: readonly string[];
  readonly meanings: Columns | undefined;
}

function readHeader(cells: readonly CsvCell[], source: string): Header {
  const names = cells.map(({ text }) => text);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new LateBenchError(
      'LB_CSV',
      `${source}: column ${JSON.stringify(twice)} is twice in the header; rename one`,
    );
  }
  const [only = ''] = names;
  const separator = names.length === 1 ? /[;\t]/.exec(only)?.[0] : undefined;
  if (separator !== undefined) {
    const what = separator === ';' ? 'semicolons' : 'tabs';
    throw new LateBenchError(
      'LB_CSV',
      `${source}: header: its columns are separated by ${what}; save it with commas`,
    );
  }
  return { names, meanings: recordColumns(names) };
}

/** As in table files: a null is left out where the record schema does not keep it. */
function rowOf(cells: readonly CsvCell[], { names, meanings }: Header): Row {
  const row: Row = {};
  let spellings: Map<object, ReadonlyMap<string, string>> | undefined;
  const spelt = (more: Spellings): void => {
    spellings = new Map([...(spellings ?? []), ...more]);
  };
  for (const [index, name] of names.entries()) {
    const column = meanings?.[name];
    const value = fromCsvCell(cells[index]!, column, spelt);
    if (name === 'extra' && index === names.length - 1 && (value === null || isRow(value))) {
      if (value !== null) for (const key of Object.keys(value)) setField(row, key, value[key]);
      const own = value === null ? undefined : spellings?.get(value);
      if (own !== undefined) spellings?.set(row, own);
    } else if (value !== null || column === undefined || column.keepsNull === true) {
      setField(row, name, value);
    }
  }
  if (spellings !== undefined) keepSpellings(row, spellings);
  return row;
}

/** Yields the rows that end in each chunk together. Only a header that cannot be read is an error. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { source, onBad, maxRowBytes = defaultMaxRowBytes }: RowOptions,
): AsyncGenerator<Row[]> {
  let header: Header | undefined;
  const read = (record: CsvRecord): Row | undefined => {
    const { line, byte, bytes } = record;
    const where = { source, line, byte };
    const bad = ({ code, message }: Problem): undefined => {
      if (header === undefined) throw new LateBenchError(code, `${source}: header: ${message}`, { where });
      onBad({ code, message, where, raw: bytes.toString(code === 'LB_UTF8' ? 'latin1' : 'utf8') });
    };
    const cells = readRecord(record, maxRowBytes, header === undefined);
    if (!Array.isArray(cells)) return bad(cells);
    if (header === undefined) {
      header = readHeader(cells, source);
      return undefined;
    }
    if (cells.length !== header.names.length) {
      const message = `record has ${cells.length} cells, and the header names ${header.names.length} columns`;
      return bad({ code: 'LB_CSV', message });
    }
    return setLocation(rowOf(cells, header), where);
  };

  for await (const records of readCsvRecords(chunks, maxRowBytes)) {
    const rows: Row[] = [];
    for (const record of records) {
      const row = read(record);
      if (row !== undefined) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}
