// Formulas as MathML, which browsers set with fonts of their own: a page needs no script, style sheet or font from
// elsewhere, and grows by some 200 bytes a formula. formula-styles.ts has what MathML Core leaves to style sheets.
import type { Markup } from '../markup.ts';
import { setFormula } from './set-formula.ts';

/** Where the letters of each alphabet begin in Unicode, and those that were there before. */
const alphabets: Readonly<Record<string, readonly [capital: number, small: number, exceptions: string]>> = {
  'double-struck': [0x1d538, 0x1d552, 'CℂHℍNℕPℙQℚRℝZℤ'],
  script: [0x1d49c, 0x1d4b6, 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ'],
  fraktur: [0x1d504, 0x1d51e, 'CℭHℌIℑRℜZℨ'],
};

function letterOf(alphabet: string, letter: string): string {
  const [capital, small, exceptions] = alphabets[alphabet]!;
  const known = exceptions.indexOf(letter);
  if (known !== -1) return exceptions[known + 1]!;
  const code = letter.charCodeAt(0);
  return String.fromCodePoint(code >= 97 ? small + code - 97 : capital + code - 65);
}

/** Wider formulas scroll where they do not fit, by keyboard too, because MathML breaks no lines. In em; a phone has 16. */
const widest = 14.5;

/** In em, and rather too much: as if all of it were in one line, at the largest size that it has anywhere. */
function widthOf(markup: string): number {
  const text = markup.replace(/<[^>]*>/g, '').replace(/&[a-z]+;/g, '?');
  const wide = text.match(/[A-Z@—\u2190-\u22ff\u27c0-\u{10ffff}]/gu)?.length ?? 0;
  const numbersOf = (pattern: RegExp): number[] =>
    [...markup.matchAll(pattern)].map(([, number]) => Number(number));
  const spaces = numbersOf(/<mspace[^>]* width="([\d.]+)em"/g).reduce((sum, one) => sum + one, 0);
  const columns = (markup.split('<mtd').length - 1) / Math.max(1, markup.split('<mtr').length - 1);
  const size = Math.max(1, ...numbersOf(/ mathsize="([\d.]+)em"/g));
  return (text.length * 0.6 + wide * 0.5 + columns + spaces) * size;
}

/** Null where the formula is to be shown as its source. */
export function mathml(tex: string, display: boolean): Markup | null {
  const set = setFormula(tex, display, 'mathml');
  if (set === null) return null;
  const markup = set
    .replace(/^<span class="katex">(.*)<\/span>$/s, '$1')
    .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', '')
    .replace(/<semantics>(.*)<annotation[^>]*>[^<]*<\/annotation><\/semantics>/s, '$1')
    .replace(
      /<(mi|mrow|mtext) mathvariant="(double-struck|script|fraktur)">([^<]*)</g,
      (_, tag: string, alphabet: string, letters: string) =>
        `<${tag}>${letters.replace(/[A-Za-z]/g, (letter) => letterOf(alphabet, letter))}<`,
    );
  return { markup: widthOf(markup) > widest ? `<span class="long" tabindex="0">${markup}</span>` : markup };
}
