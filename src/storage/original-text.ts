// The line a row was read from, kept with it so that a command that only chooses among rows can write what it read,
// byte for byte, instead of making the same JSON again. Only such commands ask for it: nobody may change a row that
// has it. A copy (`{...row}`) is another row, and its text does not count.
import type { Row } from './rows.ts';

const original = Symbol('latebench.original');

type Kept = { [original]?: { readonly row: Row; readonly text: string } };

/** `text` is JSON of one object, on one line. */
export function keepOriginalText(row: Row, text: string): void {
  (row as Kept)[original] = { row, text };
}

export function originalText(row: Row): string | undefined {
  const kept = (row as Kept)[original];
  return kept?.row === row ? kept.text : undefined;
}

/** The row as a line of JSONL: the one it was read from, where that was kept. */
export function jsonLine(row: Row): string {
  return `${originalText(row) ?? JSON.stringify(row)}\n`;
}
