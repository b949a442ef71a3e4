// JSON in a column of text: written with numbers as they were spelt in the row, and remembered as they are spelt when it
// is read, so that a number with more digits than JavaScript holds passes through a file of columns unchanged.
import { parseJson } from '../../records/parse-json.ts';
import { hasSpellings, type Spellings, spellingsOf } from '../number-spellings.ts';

/** A value that is JSON text already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a column of JSON text holds for a value. */
export function jsonTextOf(value: unknown): string {
  return value instanceof JsonText ? value.text : (JSON.stringify(value) ?? 'null');
}

const spelt = new WeakMap<object, Spellings>();

/** The value of a cell, or its text where that is not JSON: another tool's text in a column of ours is worth more than an error. */
export function parsedText(text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return text;
  }
  if (typeof value === 'object' && value !== null && hasSpellings(text))
    spelt.set(value, spellingsOf(text, value));
  return value;
}

/** How the numbers in a value of `parsedText` were spelt, where that differs from what JavaScript writes. */
export function spellingsIn(value: object): Spellings | undefined {
  return spelt.get(value);
}
