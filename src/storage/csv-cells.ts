// How a value is written into a CSV cell, and read back. Text is in quotes; numbers, true and false do not; nothing at
// all is null; lists and objects are JSON. A text that would be read as JSON is written as a JSON string.

import { parseJson } from '../records/parse-json.ts';
import { hasUtf8Form } from './columnar/can-hold.ts';
import type { Column } from './columnar/column.ts';
import { isNumberText } from './columnar/text-or-number.ts';
import { hasSpellings, type Spellings, spellingsOf } from './number-spellings.ts';
import { numberText, respeltField } from './original-text.ts';
import type { Row } from './rows.ts';

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

/** JSON of a field, or of fields together, with numbers as they were spelt. */
export function jsonOf(row: Row, name: string, field: object): string {
  return respeltField(row, name, field) ?? JSON.stringify(field);
}

/** What csv-stringify is given: it puts every text in quotes, and only texts. */
export function toCsvCell(
  row: Row,
  name: string,
  column: Column | undefined,
): string | number | boolean | null {
  const value = Object.hasOwn(row, name) ? row[name] : null;
  switch (typeof value) {
    case 'string':
      return !hasUtf8Form(value) || jsonIn(value, marksOf(column)) !== undefined
        ? JSON.stringify(value)
        : value;
    case 'number': {
      // One with more digits than a number holds is a text with all of them.
      const text = numberText(row, name, value);
      if (text !== String(value)) return text;
      // JSON has neither NaN nor infinities nor a negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    }
    case 'boolean':
      return value;
    default:
      return typeof value === 'object' && value !== null ? jsonOf(row, name, value) : null;
  }
}

/**
 * `column`: what the column means, where that is known; its text then counts as text even without quotes. `spelt` is
 * told how the numbers in the JSON of a cell were spelt.
 */
export function fromCsvCell(
  { text, quoted }: CsvCell,
  column: Column | undefined,
  spelt: (spellings: Spellings) => void,
): unknown {
  if (text === '' && !quoted) return null;
  const json = jsonIn(text, marksOf(column));
  if (json !== undefined) {
    if (typeof json === 'object' && json !== null && hasSpellings(text)) spelt(spellingsOf(text, json));
    return json;
  }
  if (quoted || column?.kind === 'utf8') return text;
  if (isNumberText(text)) return Number(text);
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : text;
}
