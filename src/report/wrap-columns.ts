// Makes a text table fit a terminal: columns that may wrap become narrower, their texts continue on further lines.
import { textWidth } from './text-width.ts';

/** The width of a terminal that nobody has made larger; the same everywhere, so that output does not depend on it. */
const terminalWidth = 80;
const leastWidth = 8;

/** Widths with which a table of these columns, two spaces apart, fits as far as wrapping can make it. */
export function fittingWidths(widths: readonly number[], wraps: readonly boolean[]): number[] {
  const fitting = [...widths];
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - terminalWidth;
  for (; excess > 0; excess -= 1) {
    const widest = fitting.reduce(
      (best, width, at) => (wraps[at] && width > (fitting[best] ?? 0) ? at : best),
      -1,
    );
    if (widest === -1 || fitting[widest]! <= leastWidth) break;
    fitting[widest]! -= 1;
  }
  return fitting;
}

/** The lines of a text in a column, broken behind a slash or a space where there is one. */
export function wrapped(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[^/ ]*[/ ]|[^/ ]+$/g) ?? [text]) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const character of piece) {
      if (line !== '' && textWidth((line + character).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line.trimEnd()].filter((one) => one !== '');
}
