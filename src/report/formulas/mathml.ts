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

/** Longer formulas scroll where they do not fit, by keyboard too, because MathML breaks no lines. In characters. */
const longText = 24;

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
  const text = markup.replace(/<[^>]*>/g, '').replace(/&[a-z]+;/g, '?');
  return { markup: text.length > longText ? `<span class="long" tabindex="0">${markup}</span>` : markup };
}
