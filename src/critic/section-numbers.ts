// Reads the value of "Error Section Number": one number, a list, or a range. Numbers are 1-based, as the reply
// states them.
import { plainText } from './index-text.ts';

/** Both ends belong to it; one number is a range of one. */
interface SectionRange {
  readonly first: number;
  readonly last: number;
}

export interface SectionNumbers {
  /** Sections that the solution has, in the order stated. Not expanded: a long reply may repeat "1-1000". */
  readonly valid: readonly SectionRange[];
  /** Stated numbers that are no section of it. */
  readonly invalid: readonly number[];
}

/** Longer values are prose; the bound also keeps the reading cheap. */
const longest = 2000;
const known = new Set(['', 'section', 'sections', 'step', 'steps', 'number', 'numbers', 'no.']);
const rangeText = /^(?:sections? )?(\d{1,9}) ?(?:-|to|through) ?(?:section )?(\d{1,9})[.:]?$/;

/**
 * On the first line, the numbers up to the first foreign word, so that a number in a remark is no section; then
 * lines as long as they hold numbers only.
 */
export function readSectionNumbers(text: string, sectionCount: number): SectionNumbers {
  const ranges: SectionRange[] = [];
  for (const [at, line] of text.slice(0, longest).trim().split('\n').entries()) {
    const { stated, pure } = readLine(line);
    if (pure || at === 0) ranges.push(...stated);
    if (!pure) break;
  }
  const ends = ranges.flatMap(({ first, last }) => (first === last ? [first] : [first, last]));
  return {
    valid: ranges
      .map(({ first, last }) => ({ first: Math.max(first, 1), last: Math.min(last, sectionCount) }))
      .filter(({ first, last }) => first <= last),
    invalid: ends.filter((end) => end < 1 || end > sectionCount),
  };
}

function readLine(line: string): { stated: SectionRange[]; pure: boolean } {
  const stated: SectionRange[] = [];
  for (const part of plainText(line.replace(/^\s*[-•+]\s/, '')).split(/[,;&]|\band\b/)) {
    const range = rangeText.exec(part.trim());
    if (range !== null && Number(range[1]) < Number(range[2])) {
      stated.push({ first: Number(range[1]), last: Number(range[2]) });
      continue;
    }
    for (const word of part.split(/[ _]/)) {
      if (known.has(word)) continue;
      // "3 or 5", "3 / 5": one of the two, and nothing says which.
      if (/^(?:or|\/)$/.test(word) && /(?:\bor|\/) (?:section )?\d/.test(part))
        return { stated: [], pure: false };
      const number = /^(-?\d{1,9})[.:]?$/.exec(word)?.[1];
      if (number === undefined) return { stated, pure: false };
      stated.push({ first: Number(number), last: Number(number) });
    }
  }
  return { stated, pure: true };
}
