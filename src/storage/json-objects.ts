// Reads JSON objects over several lines, one after another. One that holds its rows in a list under a known name
// (`{"rows": [{…}, …]}`) is not a row but a file of rows: they are read one by one, whatever the size of the list.
import { asBuffer } from './as-buffer.ts';
import { readJsonArray } from './json-array.ts';
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './json-marks.ts';
import { JsonPiece } from './json-piece.ts';
import { isBomByte, isSpace, StringScan } from './json-scan.ts';
import { defaultMaxRowBytes, type Row, type RowOptions } from './rows.ts';

/** Under these names, at the top of an object, a list of objects (or an empty list) holds the rows. */
export const rowListNames = ['rows', 'data', 'examples', 'records', 'items', 'samples', 'problems'] as const;

/** `list`: in a list under a known name, before its first item. `value`: anywhere else in a value. */
type Place = 'outside' | 'key' | 'colon' | 'before value' | 'list' | 'value';

/** The list from its first item on, with the bracket that may have stood in an earlier chunk. */
async function* listFrom(chunk: Buffer, at: number, rest: AsyncIterator<Uint8Array>) {
  yield Buffer.from('[');
  yield chunk.subarray(at);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Where in the input a scan over an object is. */
class ObjectScan {
  place: Place = 'outside';
  inString = false;
  hasEmptyList = false;
  #key = '';
  #depth = 0;

  begin(): void {
    this.place = 'key';
    this.hasEmptyList = false;
    this.#depth = 1;
  }

  /** Part of the string that has just been passed over. */
  passed(chunk: Buffer, from: number, to: number | undefined): void {
    if (this.place === 'key') this.#key += chunk.toString('latin1', from, to);
  }

  endString(): void {
    this.inString = false;
    if (this.place === 'key') this.place = 'colon';
  }

  /** Takes a byte that is neither space nor in a string; says when it ends the object, or begins the rows. */
  take(byte: number): 'end' | 'rows' | undefined {
    if (this.place === 'colon') {
      if (byte === colon) this.place = 'before value';
      return undefined;
    }
    if (this.place === 'list') {
      if (byte === openBrace) return 'rows';
      this.hasEmptyList ||= byte === closeBracket;
    }
    const opens = byte === openBrace || byte === openBracket;
    const isList = byte === openBracket && this.place === 'before value';
    if (isList && rowListNames.some((name) => name === this.#key)) this.place = 'list';
    else if (this.place !== 'key') this.place = 'value';
    if (byte === quote) {
      this.inString = true;
      this.#key = '';
    } else if (opens) this.#depth += 1;
    else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
    else if (byte === comma && this.#depth === 1) this.place = 'key';
    return this.#depth === 0 ? 'end' : undefined;
  }
}

/** Yields the objects that end in each chunk together, or the rows of the list. `line` counts them from 1. */
export async function* readJsonObjects(
  chunks: AsyncIterable<Uint8Array>,
  options: RowOptions,
): AsyncGenerator<Row[]> {
  const { source, onBad, maxRowBytes = defaultMaxRowBytes } = options;
  const piece = new JsonPiece({ ...options, maxRowBytes });
  const iterator = chunks[Symbol.asyncIterator]();
  const string = new StringScan();
  const scan = new ObjectScan();
  let objects = 0;
  let start = 0;
  let offset = 0;

  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const { value } = next;
    const chunk = asBuffer(value);
    const rows: Row[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (scan.inString) {
        const end = string.end(chunk, at);
        scan.passed(chunk, at, end === -1 ? undefined : end);
        if (end === -1) break;
        at = end;
        scan.endString();
        continue;
      }
      const byte = chunk[at]!;
      if (isSpace(byte)) continue;
      if (scan.place !== 'outside') {
        const found = scan.take(byte);
        if (found === 'rows') {
          if (rows.length > 0) yield rows;
          const place = { inObject: true, offset: offset + at - 1 };
          yield* readJsonArray(listFrom(chunk, at, iterator), options, place);
          return;
        }
        if (found === undefined) continue;
        scan.place = 'outside';
        piece.keep(chunk.subarray(from, at + 1));
        if (scan.hasEmptyList) piece.take();
        else {
          const row = piece.finish('object', objects, start);
          if (row !== undefined) rows.push(row);
        }
      } else if (byte === openBrace) {
        objects += 1;
        start = offset + at;
        from = at;
        scan.begin();
      } else if (!isBomByte(byte)) {
        if (rows.length > 0) yield rows;
        const where = { source, line: objects, byte: offset + at };
        onBad({ code: 'LB_JSON', message: 'a JSON object begins with "{"', where, raw: '' });
        return;
      }
    }
    if (scan.place !== 'outside') piece.keep(chunk.subarray(from));
    offset += chunk.length;
    if (rows.length > 0) yield rows;
  }
  if (scan.place !== 'outside') {
    const raw = piece.take().subarray(0, 4096).toString('utf8');
    const message = `the JSON object ${objects} is cut off`;
    onBad({ code: 'LB_TORN_LINE', message, where: { source, line: objects, byte: offset }, raw });
  }
}
