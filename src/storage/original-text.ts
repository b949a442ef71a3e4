// What a row was read from, kept with it so that a record is written as it was read: byte for byte by a command that
// only chooses among rows, and with each number as it was spelt by any other. Rides along through `{...row}`.
import { LateBenchError } from '../errors.ts';
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

/**
 * What is known of a row is known of an object within it while its fields are read. A copy of the object's fields does
 * not have it: they may become part of a record, whose own objects have the keys of JSON alone.
 */
export function lendOriginal<R extends object>(row: object, within: R): R {
  const value = (row as Kept)[original];
  if (value !== undefined && (within as Kept)[original] === undefined)
    Object.defineProperty(within, original, { value, enumerable: false });
  return within;
}

/** The first spelling under a key that is this number: in the row itself, or in an object within it. */
function spellingOf(row: object, key: string, value: number): string | undefined {
  const kept = (row as Kept)[original];
  const spellings = kept?.spellings();
  if (kept === undefined || spellings === undefined) return undefined;
  const holders = [spellings.get(row), spellings.get(kept.row), ...spellings.values()];
  return holders.map((texts) => texts?.get(key)).find((text) => Object.is(Number(text), value));
}

/**
 * A number of a row as text: as it was written, where it is too large for a number to hold every digit.
 * Other numbers are printed as JavaScript does, so that 1.0 and 1 are the same text.
 *
 * @param key the field, in the row itself or in an object within it.
 */
export function numberText(row: object, key: string, value: number): string {
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return (isExact ? undefined : spellingOf(row, key, value)) ?? String(value);
}

/** Records of a program may hold what no file can: a BigInt, or an object within itself. */
function jsonText(row: object): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    const { id } = row as { readonly id?: unknown };
    const why = (error as Error).message.split('\n', 1)[0];
    throw new LateBenchError('LB_OUTPUT', `record ${String(id)} cannot be written as JSON (${why})`, {
      cause: error,
    });
  }
}

/**
 * The row as JSON on one line.
 *
 * @throws LB_OUTPUT for a value that JSON has no form for
 */
export function rowText(row: object): string {
  const kept = (row as Kept)[original];
  if (kept === undefined) return jsonText(row);
  if (kept.row === row && kept.line !== undefined) return kept.line;
  const spellings = kept.spellings();
  return spellings === undefined ? jsonText(row) : jsonWithSpellings(row, kept.row, spellings);
}

/** A number that was taken out of `from`, where its key was `name`, and is now the `value` of `to`. */
export interface MovedNumber {
  readonly to: object;
  readonly from: object;
  readonly name: string;
}

/**
 * JSON of the row's field `name`, or of what took its place, with numbers as they were spelt. Undefined where
 * JSON.stringify writes all of them so.
 */
export function respeltField(
  row: object,
  name: string,
  field: object,
  moved: readonly MovedNumber[] = [],
): string | undefined {
  const kept = (row as Kept)[original];
  const known = kept?.spellings();
  if (kept === undefined || known === undefined) return undefined;
  const spellings = new Map(known);
  for (const { to, from, name: key } of moved) {
    const text = (known.get(from) ?? known.get(kept.row))?.get(key);
    if (text !== undefined) spellings.set(to, new Map([['value', text]]));
  }
  return jsonWithSpellings(field, kept.row, spellings, (kept.row as Row)[name]);
}

/** The row as a line of JSONL. */
export function jsonLine(row: object): string {
  return `${rowText(row)}\n`;
}
