// Finds records written in more than one script: a problem in English with a solution in Chinese, half a sentence in
// Russian. Scripts, not languages: English and German are not told apart. Greek letters belong to mathematics.
import { type Check, textsOf } from './check.ts';

/** Kana and Han stand together: Japanese is written in both. */
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

/** Without commands and without mathematics, where Latin letters are names of things. */
function prose(text: string): string {
  return text
    .replace(/\$\$[\s\S]*?\$\$|\$[^$\n]*\$|\\\([\s\S]*?\\\)|\\\[[\s\S]*?\\\]/g, ' ')
    .replace(/\\[a-zA-Z]+\*?/g, ' ');
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
