// Steps in another script or language than the solution.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageCheck } from '../../src/inject/gate/language.ts';
import { rejectionOfSteps } from './sound-injection.ts';

const english = ['We have the number of ways for this, and that is all.', 'So it is 20.'];
function languageOf(after: readonly string[], before: readonly string[] = english): string | null {
  return rejectionOfSteps(languageCheck, before, after, { problem: 'Count.', prefix: ['Begin.'] });
}

const inScripts: Readonly<Record<string, readonly [letters: string, fewest: number]>> = {
  'Chinese or Japanese': ['于是我们', 2],
  Cyrillic: ['тогда', 3],
  Hangul: ['그러므로', 3],
  Arabic: ['وبالتالي', 3],
  Hebrew: ['ולכןזה', 3],
  Devanagari: ['इसलएक', 3],
  Thai: ['ดงนนจ', 3],
};
for (const [script, [letters, fewest]] of Object.entries(inScripts)) {
  test(`a step has ${script} script where the original has less than ${fewest} letters of it`, () => {
    const first = (count: number): string => [...letters].slice(0, count).join('');
    for (const text of [first(fewest), first(fewest + 1), [...first(fewest)].join(' + ')]) {
      assert.equal(languageOf([text, 'So 19.']), `step 2 has ${script} script, the original has none`);
      assert.equal(languageOf(['So 19.', text]), `step 3 has ${script} script, the original has none`);
      assert.equal(languageOf([text], [text]), null);
      assert.notEqual(languageOf([text], [first(fewest - 1)]), null);
    }
    assert.equal(languageOf([first(fewest - 1), 'So 19.']), null);
    // Formulas may have names in any script.
    assert.equal(languageOf([`So $${letters} = 5$.`, 'So 19.']), null);
  });
}

test('words in Latin script are another script in a solution without them, names and commands are not', () => {
  const chinese = ['于是我们有 $x = 5$。', '所以答案是 20。'];
  const begin = { problem: '求和。', prefix: ['设 $x$。'] };
  const found = (text: string) => rejectionOfSteps(languageCheck, chinese, [text, '所以答案是 19。'], begin);
  assert.equal(found('So the sum is now 5.'), 'step 2 has Latin script, the original has none');
  assert.equal(found('abcdefghijkl'), 'step 2 has Latin script, the original has none');
  assert.equal(found('abcdefghijk'), null);
  assert.equal(found('由 Cauchy 得 $\\operatorname{something} = 5$。'), null);
  assert.equal(found('于是 \\frac\\overline\\triangle\\times 5。'), null);
});

const sentences: Readonly<Record<string, string>> = {
  English: 'Since the sum is odd, we have that this is so.',
  German: 'Somit ist die Summe ungerade und wir sind fertig.',
  French: 'Donc nous avons une somme impaire dans cette partie.',
  Spanish: 'Entonces tenemos los números como el resto, luego así.',
  Italian: 'Quindi abbiamo gli altri numeri della somma, dunque basta.',
  Portuguese: 'Então temos os números pelo resto, portanto não assim.',
};
test('a step in another language than the original is rejected, for each pair of languages', () => {
  for (const [own, text] of Object.entries(sentences)) {
    for (const [other, sentence] of Object.entries(sentences)) {
      const expected = own === other ? null : `step 3 is in ${other}, the original in ${own}`;
      assert.equal(languageOf(['5.', sentence, '6.'], [text, text]), expected);
    }
  }
});

test('every frequent word of a language counts, and three of them are enough', () => {
  const words: Readonly<Record<string, string>> = {
    English: 'the of and is that which this we have with for are from so then hence since thus',
    German: 'der die das und ist nicht wir eine ein mit von für auf dass daher somit also sind',
    French: 'le les des est une nous avons donc pour dans avec que sont cette ainsi alors où',
    Spanish: 'el los las por una con para entonces tenemos como es son esta luego así del',
    Italian: 'il gli della che per una sono quindi abbiamo con questo allora dunque di',
    Portuguese: 'os uma não são então temos com para portanto logo esta assim pelo do da',
  };
  for (const [language, text] of Object.entries(words)) {
    const original = [language === 'English' ? sentences.German! : sentences.English!];
    for (const word of text.split(' ')) {
      const three = `${word} ${word}, ${word}`;
      const expected = new RegExp(`is in ${language},`);
      // A word of two languages alone decides nothing.
      const shared = Object.entries(words).some(
        ([name, all]) => name !== language && all.split(' ').includes(word),
      );
      if (shared) assert.equal(languageOf([three], original), null, word);
      else assert.match(languageOf([three], original) ?? '', expected, word);
      assert.equal(languageOf([`${word} ${word}`], original), null, word);
      assert.equal(languageOf([`x${word} x${word} x${word}`], original), null, word);
      assert.equal(languageOf([`$${word} ${word}$ ${word} ${word}`], original), null, word);
    }
  }
});

test('a language is known where it has twice as many words as any other', () => {
  const of = (...words: string[]) => languageOf([words.join(' x ')]);
  assert.match(of('der', 'die', 'das', 'und', 'the', 'of') ?? '', /is in German/);
  assert.equal(of('der', 'die', 'das', 'the', 'of'), null);
  assert.match(of('il', 'gli', 'della') ?? '', /is in Italian/);
  const unknown = ['Xyz 20.', '20.'];
  assert.equal(languageOf([sentences.German!], unknown), null, 'the language of the original is not known');
  // The problem belongs to the original.
  const inProblem = { problem: sentences.English! };
  assert.match(
    rejectionOfSteps(languageCheck, unknown, [sentences.German!], inProblem) ?? '',
    /is in German, the original in English/,
  );
});

test('a word with letters of two scripts is rejected, Greek names of quantities are not', () => {
  const mixed = (word: string) => `step 2 has letters of two scripts in one word, "${word}"`;
  for (const word of ['dis\u0441ount', '\u0430nd', 'pr\u03bfduct', '\u0440rime'])
    assert.equal(languageOf([`We have the ${word} of it.`, 'So 19.']), mixed(word));
  assert.equal(languageOf(['We have dis\u0441ount.'], ['A dis\u0441ount.']), null);
  for (const text of ['We take Δx and αβ.', 'Here cosθ is sinα.', 'The angle ABΓ.', '$dis\u0441$'])
    assert.equal(languageOf([text, 'So 19.']), null, text);
});

test('a step without a word of the original is in another language or in none', () => {
  const before = [
    'There are five red balls and seven blue balls in the box, so there are twelve balls in all.',
    'Three of them are drawn at once, and the order of drawing does not matter.',
    'Hence it is 20.',
  ];
  for (const text of [
    'Cada una se cuenta dos veces: $20$.',
    'Rirel fhpu qenj jnf pbhagrq gjvpr: $20$.',
    'Kathe klirosi metrithike dio fores.',
  ])
    assert.equal(
      languageOf([before[0]!, text, before[2]!], before),
      'step 3 has no word of the original: another language, or no language',
      text,
    );
  for (const text of ['Each of these counts twice.', 'Cada una veces dos.', '$a + b = c$'])
    assert.equal(languageOf([before[0]!, text, before[2]!], before), null, text);
});
