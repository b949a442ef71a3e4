// How a value is written into a CSV cell, and read back. Text is in quotes; numbers, true and false do not; nothing at
// all is null; lists and objects are JSON. A text that would be read as JSON is written as a JSON string.

import { parseJson } from '../records/parse-json.ts';
import { hasUtf8Form } from './columnar/can-hold.ts';
import type { Column } from './columnar/column.ts';
import { isNumberText } from './columnar/text-or-number.ts';

export interface CsvCell {
  readonly text: string;
  readonly quoted: boolean;
}

/** The JSON value a text is, of those kinds that are written as JSON; undefined for all other text. */
function jsonIn(text: string, marks: string): unknown {
  // The last sign is looked at too: JSON.parse passes over space behind it, which is part of a text.
  if (text === '' || !marks.includes(text[0]!) || !'"]}'.includes(text.at(-1)!)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A column of text holds no lists and objects: only a JSON string is JSON there. */
function marksOf(column: Column | undefined): string {
  return column?.kind === 'utf8' ? '"' : '"[{';
}

/** What csv-stringify is given: it puts every text in quotes, and only texts. */
export function toCsvCell(value: unknown, column: Column | undefined): string | number | boolean | null {
  switch (typeof value) {
    case 'string':
      return !hasUtf8Form(value) || jsonIn(value, marksOf(column)) !== undefined
        ? JSON.stringify(value)
        : value;
    case 'number':
      // JSON has neither NaN nor infinities nor a negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    case 'boolean':
      return value;
    default:
      return value === null ? null : (JSON.stringify(value) ?? null);
  }
}

/** `column`: what the column means, where that is known; its text then counts as text even without quotes. */
export function fromCsvCell({ text, quoted }: CsvCell, column: Column | undefined): unknown {
  if (text === '' && !quoted) return null;
  const json = jsonIn(text, marksOf(column));
  if (json !== undefined) return json;
  if (quoted || column?.kind === 'utf8') return text;
  if (isNumberText(text)) return Number(text);
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : text;
}
