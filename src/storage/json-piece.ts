// Gathers the bytes of one JSON value from the chunks it is spread over, up to a cap, and reads it as a row.
import { isUtf8 } from 'node:buffer';
import { setLocation } from '../records/location.ts';
import { keepOriginalText } from './original-text.ts';
import { isRow, nameOfKind, parseRow, type Row, type RowOptions, whyNoRow } from './rows.ts';

const prefixBytes = 1024;

export class JsonPiece {
  readonly #options: RowOptions & { readonly maxRowBytes: number };
  #parts: Buffer[] = [];
  #length = 0;

  constructor(options: RowOptions & { readonly maxRowBytes: number }) {
    this.#options = options;
  }

  keep(piece: Buffer): void {
    const { maxRowBytes } = this.#options;
    const before = this.#length;
    this.#length += piece.length;
    if (this.#length <= maxRowBytes) this.#parts.push(piece);
    else if (before <= maxRowBytes) {
      const beginning = Buffer.concat([...this.#parts, piece.subarray(0, prefixBytes)]);
      this.#parts = [Buffer.from(beginning.subarray(0, prefixBytes))];
    }
  }

  /** What has been kept, from its beginning; then nothing is. */
  take(): Buffer {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }

  /** Ends the value. `what` it is and where it began; one that is not a row is reported. */
  finish(what: 'element' | 'object', line: number, byte: number): Row | undefined {
    const { source, onBad, maxRowBytes, keepNumbers = true } = this.#options;
    const length = this.#length;
    const bytes = this.take();
    const where = { source, line, byte };
    if (length > maxRowBytes) {
      const message = `${what} of ${length} bytes is longer than the limit of ${maxRowBytes}`;
      onBad({ code: 'LB_LINE_TOO_LONG', message, where, raw: bytes.toString() });
      return undefined;
    }
    if (!isUtf8(bytes)) {
      const message = `${what} is not valid UTF-8; convert the file, for example with iconv`;
      onBad({ code: 'LB_UTF8', message, where, raw: bytes.toString('latin1') });
      return undefined;
    }
    const text = bytes.toString('utf8');
    let message: string;
    try {
      const { value, json } = parseRow(text, this.#options);
      if (isRow(value)) {
        if (keepNumbers) keepOriginalText(value, json, { asLine: false });
        return setLocation(value, where);
      }
      message = `${what} is ${nameOfKind(value)}, not a JSON object`;
    } catch (error) {
      message = `${what} ${whyNoRow(text, error)}`;
    }
    onBad({ code: 'LB_JSON', message, where, raw: text });
    return undefined;
  }
}
