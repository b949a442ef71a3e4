// What the readers hand out: rows (objects that know where they stood) and, apart from them, bad rows.
import type { ErrorCode, Where } from '../errors.ts';
import { parseJson, whyNotJson, withoutPythonNumbers } from '../records/parse-json.ts';
import { mayRepeatKey, repeatedKey } from '../records/repeated-key.ts';

export type Row = Record<string, unknown>;

/** Something in the input that is not a row. `raw` is what stood there (its beginning, when it was too long). */
export interface BadRow {
  readonly code: ErrorCode;
  readonly message: string;
  readonly where: Where;
  readonly raw: string;
}

export interface RowOptions {
  /** Name of the input, for messages: a path, or `stdin`. */
  readonly source: string;
  /** Told of each bad row; throwing ends the reading. */
  readonly onBad: (bad: BadRow) => void;
  /** Longest line or element, in bytes. */
  readonly maxRowBytes?: number;
  /** Keep each JSONL row's line with it (original-text.ts). */
  readonly keepText?: boolean;
  /** Keep how numbers were written: by default. Not where no row is written again, since looking for them takes time. */
  readonly keepNumbers?: boolean;
  /** Read -Infinity and NaN, as Python writes log-probabilities, as `withoutPythonNumbers` says; not JSON by default. */
  readonly pythonNumbers?: boolean;
}

/** Why a row with a name twice is none: nobody knows which of the values was meant. */
export function repeatedText(key: string): string {
  return `has ${JSON.stringify(key)} twice in one object: keep one of the values`;
}

/** JSON in which an object has a name twice. */
export class RepeatedKeyError extends SyntaxError {}

/**
 * The value of a row's JSON, and the text it was read from. Texts of tokens may be names (`top_logprobs`), and two tokens
 * may have one text: such rows may repeat a name.
 *
 * @throws SyntaxError for text that is not JSON, RepeatedKeyError for an object that has a name twice.
 */
export function parseRow(
  text: string,
  { pythonNumbers = false }: Pick<RowOptions, 'pythonNumbers'>,
): { readonly value: unknown; readonly json: string } {
  const json = pythonNumbers ? withoutPythonNumbers(text) : text;
  const value = parseJson(json);
  if (!pythonNumbers && mayRepeatKey(json, value)) {
    const repeated = repeatedKey(json);
    if (repeated !== null) throw new RepeatedKeyError(repeatedText(repeated.key));
  }
  return { value, json };
}

/** What is wrong with the text of a row, from what `parseRow` threw. */
export function whyNoRow(text: string, error: unknown): string {
  return error instanceof RepeatedKeyError ? error.message : whyNotJson(text, error);
}

/** 64 MiB: far above a trace with its logprobs (about 10 MB), far below what would hurt. */
export const defaultMaxRowBytes = 64 * 1024 * 1024;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nameOfKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** Plain assignment to `__proto__` would set the prototype. */
export function setField(row: Row, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(row, name, { value, enumerable: true, writable: true, configurable: true });
  } else row[name] = value;
}
