// Numbers as they are written in a text: found, compared, replaced and printed.
import type { Rational } from '../../mathverify/index.ts';

const numeral = /\\[dt]?frac\{\d+\}\{\d+\}|\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?/g;
const loneNumeral = new RegExp(`^(?:${numeral.source})$`);

/** One number without a sign, as `24`, `1,234`, `0.5` or `\frac{3}{4}`. */
function isNumeral(text: string): boolean {
  return loneNumeral.test(text);
}

/** A number that may have a minus, as its sign and its numeral; null for anything else. */
export function signedNumeral(text: string): { readonly sign: '' | '-'; readonly numeral: string } | null {
  const bare = text.replace(/^[-−]\s*/, '');
  return isNumeral(bare) ? { sign: bare === text ? '' : '-', numeral: bare } : null;
}

/** Every complete number of the text, with its position. */
export function numeralPlaces(text: string): { readonly numeral: string; readonly start: number }[] {
  return [...text.matchAll(numeral)].map((found) => ({ numeral: found[0], start: found.index }));
}

/** Every number of the text as it is written; the parts of a fraction too. */
export function numeralsIn(text: string): string[] {
  return (text.match(numeral) ?? []).flatMap((found) =>
    found.startsWith('\\') ? [found, ...(found.match(/\d+/g) ?? [])] : [found],
  );
}

/** The replacement of a number at a place, or undefined to leave it. */
export type Replacement = (found: string, before: string) => string | undefined;

/** Replaces whole numbers only; of a fraction the whole first, else its parts. */
export function replaceNumerals(text: string, replacement: Replacement): string {
  return text.replaceAll(numeral, (found: string, offset: number) => {
    const before = text.slice(Math.max(0, offset - 16), offset);
    const value = replacement(found, before);
    if (value !== undefined) return inContext(value, before);
    if (!found.startsWith('\\')) return found;
    return found.replaceAll(/\d+/g, (part: string) => replacement(part, '{') ?? part);
  });
}

/** A negative number after an operator goes into brackets; one after a letter or a power is left to the reader. */
function inContext(value: string, before: string): string {
  const followsOperator = /(?:[-+*/^]|\\cdot|\\times|\d)\s*$/.test(before);
  return value.startsWith('-') && followsOperator ? `(${value})` : value;
}

/** Prints a value in the style of the text around it. */
export function printValue({ n, d }: Rational, like: string): string {
  if (d === 1n) return `${n}`;
  const sign = n < 0n ? '-' : '';
  const size = n < 0n ? -n : n;
  return like.includes('\\') || like.includes('$') ? `${sign}\\frac{${size}}{${d}}` : `${sign}${size}/${d}`;
}

/** Plain signs where the text around has no LaTeX. */
export function inStyleOf(text: string, formula: string): string {
  if (text.includes('\\') || text.includes('$')) return formula;
  return formula.replaceAll('\\cdot', '*').replaceAll(/\\frac\{(\d+)\}\{(\d+)\}/g, '$1/$2');
}
