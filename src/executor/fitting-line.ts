// A line of parts that fits a terminal: what matters least goes first.
import { textWidth } from '../report/text-width.ts';

export interface LinePart {
  readonly text: string;
  /** 0 stays longest. */
  readonly rank: number;
}

const separator = '; ';

/** The parts in their order, without those of the highest ranks that do not fit; empty ones are left out. */
export function fittingLine(parts: readonly LinePart[], width: number): string {
  let left = parts.filter(({ text }) => text !== '');
  const joined = (): string => left.map(({ text }) => text).join(separator);
  while (left.length > 1 && textWidth(joined()) > width) {
    const rank = Math.max(...left.map((part) => part.rank));
    const at = left.findLastIndex((part) => part.rank === rank);
    left = left.toSpliced(at, 1);
  }
  const line = joined();
  if (textWidth(line) <= width) return line;
  let cut = '';
  for (const character of line) {
    if (textWidth(cut + character) >= width) break;
    cut += character;
  }
  return `${cut}…`;
}
