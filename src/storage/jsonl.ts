// Reads JSONL: one JSON object a line, with or without BOM, CRLF and a last newline. A bad line is reported with
// file, line and byte, and the lines around it are read all the same.
import { isAscii, isUtf8 } from 'node:buffer';
import type { ErrorCode } from '../errors.ts';
import { setLocation } from '../records/location.ts';
import { type Line, loneReturns, readLines } from './lines.ts';
import { keepOriginalText } from './original-text.ts';
import {
  defaultMaxRowBytes,
  isRow,
  nameOfKind,
  parseRow,
  RepeatedKeyError,
  type Row,
  type RowOptions,
  whyNoRow,
} from './rows.ts';

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}

function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Yields the rows of each chunk together. */
export async function* readJsonl(
  chunks: AsyncIterable<Uint8Array>,
  options: RowOptions,
): AsyncGenerator<Row[]> {
  const { source, onBad, maxRowBytes = defaultMaxRowBytes, keepText = false, keepNumbers = true } = options;
  const parse = (line: Line): Row | undefined => {
    const where = { source, line: line.line, byte: line.byte };
    const bad = (code: ErrorCode, message: string, raw: string): undefined => {
      onBad({ code, message, where, raw });
    };
    if (line.overlong !== undefined) {
      const message = `line of ${line.overlong} bytes is longer than the limit of ${maxRowBytes}`;
      return bad('LB_LINE_TOO_LONG', message, line.bytes.toString('utf8'));
    }
    const bytes = line.line === 1 && hasBom(line.bytes) ? line.bytes.subarray(3) : line.bytes;
    if (isBlank(bytes)) return undefined;
    // Most lines are ASCII, and those decode several times as fast as a single byte each.
    const ascii = isAscii(bytes);
    if (!ascii && !isUtf8(bytes)) {
      return bad(
        'LB_UTF8',
        'line is not valid UTF-8; convert the file, for example with iconv',
        bytes.toString('latin1'),
      );
    }
    const text = bytes.toString(ascii ? 'latin1' : 'utf8');
    let parsed: ReturnType<typeof parseRow>;
    try {
      parsed = parseRow(text, options);
    } catch (error) {
      const isCut = !line.ended && !(error instanceof RepeatedKeyError);
      if (isCut && /^\s*\{/.test(text) && !/\}\r\s*\{/.test(text))
        return bad('LB_TORN_LINE', 'last line is cut off: it has no newline and is not complete JSON', text);
      const why = /\}\r\s*\{/.test(text) ? `is not JSON: ${loneReturns}` : whyNoRow(text, error);
      return bad('LB_JSON', `line ${why}`, text);
    }
    const { value, json } = parsed;
    if (!isRow(value)) return bad('LB_JSON', `line is ${nameOfKind(value)}, not a JSON object`, text);
    // A carriage return between tokens is JSON, but some readers would see two lines.
    const asLine = keepText && json === text && !text.includes('\r');
    if (asLine || keepNumbers) keepOriginalText(value, json, { asLine });
    return setLocation(value, where);
  };

  for await (const lines of readLines(chunks, { maxLineBytes: maxRowBytes })) {
    const rows: Row[] = [];
    for (const line of lines) {
      const row = parse(line);
      if (row !== undefined) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}
