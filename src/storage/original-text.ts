// What a row was read from, kept with it so that a record is written as it was read: byte for byte by a command that
// only chooses among rows, and with each number as it was spelt by any other. Rides along through `{...row}`.
import { hasSpellings, jsonWithSpellings, type Spellings, spellingsOf } from './number-spellings.ts';
import type { Row } from './rows.ts';

const original = Symbol('latebench.original');

interface Original {
  readonly row: Row;
  /** The line, where the row itself may be written as it. */
  readonly line: string | undefined;
  /** Found when the first record is written: most rows have none. */
  readonly spellings: () => Spellings | undefined;
}

type Kept = { [original]?: Original };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * @param text JSON of the row. Kept only where there is something to keep.
 * @param options `asLine`: nobody changes this row, and the text is one line.
 */
export function keepOriginalText(row: Row, text: string, { asLine }: { readonly asLine: boolean }): void {
  // With the line kept in any case, that is looked for only where another row is made of this one.
  if (!asLine && !hasSpellings(text)) return;
  const spellings = once(() => (hasSpellings(text) ? spellingsOf(text, row) : undefined));
  (row as Kept)[original] = { row, line: asLine ? text : undefined, spellings };
}

/** Keeps what the spellings of a row are, found while it was read. */
export function keepSpellings(row: Row, spellings: Spellings): void {
  (row as Kept)[original] = { row, line: undefined, spellings: () => spellings };
}

/** What is known of `from` is known of a row made of it. */
export function carryOriginal<R extends object>(from: object, to: R): R {
  const kept = (from as Kept)[original];
  if (kept !== undefined && (to as Kept)[original] === undefined) (to as Kept)[original] = kept;
  return to;
}

/** The row as JSON on one line. */
export function rowText(row: object): string {
  const kept = (row as Kept)[original];
  if (kept === undefined) return JSON.stringify(row);
  if (kept.row === row && kept.line !== undefined) return kept.line;
  const spellings = kept.spellings();
  return spellings === undefined ? JSON.stringify(row) : jsonWithSpellings(row, kept.row, spellings);
}

/** The row as a line of JSONL. */
export function jsonLine(row: object): string {
  return `${rowText(row)}\n`;
}
