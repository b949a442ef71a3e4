// Finds records written in more than one script: a problem in English with a solution in Chinese, half a sentence in
// Russian. Scripts, not languages: English and German count as the same. Greek letters belong to mathematics.
import { protectedPositions } from '../protected-text.ts';
import { type Check, textsOf } from './check.ts';

/** Kana and Han may be mixed: Japanese is written in both. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Chinese or Japanese', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Hangul', /\p{Script=Hangul}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Devanagari', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
];

/** Without mathematics and without commands, where Latin letters are names of things. */
function prose(text: string): string {
  const inside = protectedPositions(text);
  let plain = '';
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const ends = at === text.length || inside[at] === 1;
    if (!ends) continue;
    if (at > from) plain += `${text.slice(from, at)} `;
    from = at + 1;
  }
  return plain.replace(/\\[a-zA-Z]+\*?/g, ' ');
}

/** Fewer letters than this are a name or a quotation. */
const fewLetters = 10;
const leastShare = 0.03;

/** The scripts that hold a real part of the texts, the most frequent first. */
export function scriptsOf(texts: readonly string[]): string[] {
  const whole = prose(texts.join('\n'));
  const counts = scripts.map(([name, pattern]) => ({ name, letters: whole.match(pattern)?.length ?? 0 }));
  const total = counts.reduce((sum, { letters }) => sum + letters, 0);
  return counts
    .filter(({ letters }) => letters >= fewLetters && letters >= leastShare * total)
    .sort((a, b) => b.letters - a.letters)
    .map(({ name }) => name);
}

export const oneLanguage: Check = {
  name: 'one-language',
  reason: (record) => (scriptsOf(textsOf(record)).length > 1 ? 'mixed languages' : null),
};
