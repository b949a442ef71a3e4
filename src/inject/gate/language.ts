// Script and language of each rewritten step: a step in Chinese in an English solution, or one in French, gives itself
// away whatever it says.
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';
import { mathText } from './math-text.ts';

/** Greek belongs to mathematics. */
const scripts: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  'Chinese or Japanese': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Thai: /\p{Script=Thai}/gu,
};
/** Fewer letters are a name or a sign. */
const fewestLetters: Readonly<Record<string, number>> = { Latin: 12, 'Chinese or Japanese': 2 };

/** Words that are frequent in one language and in no other of these. */
const frequent: Readonly<Record<string, ReadonlySet<string>>> = {
  English: new Set(
    'the of and is that which this we have with for are from so then hence since thus'.split(' '),
  ),
  German: new Set(
    'der die das und ist nicht wir eine ein mit von für auf dass daher somit also sind'.split(' '),
  ),
  French: new Set(
    'le les des est une nous avons donc pour dans avec que sont cette ainsi alors où'.split(' '),
  ),
  Spanish: new Set('el los las por una con para entonces tenemos como es son esta luego así del'.split(' ')),
  Italian: new Set('il gli della che per una sono quindi abbiamo con questo allora dunque di'.split(' ')),
  Portuguese: new Set('os uma não são então temos com para portanto logo esta assim pelo do da'.split(' ')),
};
const fewestWords = 3;

function words(text: string): string[] {
  return (
    mathText(text)
      .prose.replaceAll(/\\[a-z]+/g, ' ')
      .match(/\p{Script=Latin}{2,}/gu) ?? []
  );
}

function languageOf(text: string): string | null {
  const all = words(text);
  const counts = Object.entries(frequent)
    .map(([name, known]) => ({ name, count: all.filter((word) => known.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first!.count >= fewestWords && first!.count >= 2 * second!.count ? first!.name : null;
}

const lettersOf = (text: string, script: RegExp): number =>
  mathText(text)
    .prose.replaceAll(/\\[a-z]+/g, ' ')
    .match(script)?.length ?? 0;

/** A Latin word in which a letter of another script looks like a Latin one. Greek letters that do not are mathematics. */
const latinLetter = /\p{Script=Latin}/u;
const lookAlike = /[\p{Script=Cyrillic}ο]/u;

function mixedWords(text: string): string[] {
  const words = mathText(text).prose.match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => latinLetter.test(word) && lookAlike.test(word));
}

/** A step of so many words has some of the original, or the most frequent ones of its language. */
const fewestForeign = 5;
/** Shorter originals have too few words to compare with. */
const fewestKnown = 20;

function sharesAWord(step: string, known: ReadonlySet<string>): boolean {
  const own = words(step);
  return own.length < fewestForeign || own.some((word) => known.has(word));
}

/** Another script or language than that of the original, by its letters and most frequent words. */
export function foreignCheck(input: GateInput): GateCheck {
  const whole = [input.problem, ...input.original].join('\n');
  const language = languageOf(whole);
  const known = new Set(mixedWords(whole));
  for (const [at, step] of rewritten(input).entries()) {
    const name = `step ${toStepNumber(input.proposal.at + at)}`;
    for (const [script, pattern] of Object.entries(scripts)) {
      const fewest = fewestLetters[script] ?? 3;
      if (lettersOf(step, pattern) >= fewest && lettersOf(whole, pattern) < fewest)
        return check(false, `${name} has ${script} script, the original has none`);
    }
    const mixed = mixedWords(step).find((word) => !known.has(word));
    if (mixed !== undefined)
      return check(false, `${name} has letters of two scripts in one word, "${mixed}"`);
    const own = languageOf(step);
    if (language !== null && own !== null && own !== language)
      return check(false, `${name} is in ${own}, the original in ${language}`);
  }
  return passed;
}

export function languageCheck(input: GateInput): GateCheck {
  const foreign = foreignCheck(input);
  const whole = [input.problem, ...input.original].join('\n');
  const known = words(whole);
  if (!foreign.ok || known.length < fewestKnown) return foreign;
  const language = languageOf(whole);
  const shared = new Set([...known, ...(language === null ? [] : frequent[language]!)]);
  const strange = rewritten(input).findIndex((step) => !sharesAWord(step, shared));
  if (strange === -1) return foreign;
  const name = `step ${toStepNumber(input.proposal.at + strange)}`;
  return check(false, `${name} has no word of the original: another language, or no language`);
}
