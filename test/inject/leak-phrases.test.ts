// The words that give an injected error away, spelt out one by one: each phrase is found as it is, and
// only where the original does not say it as often.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakWords } from '../../src/inject/gate/leak-words.ts';

const judged = ['right', 'correct', 'true', 'valid', 'accurate', 'justified'];
const deliberate = ['logical', 'reasoning', 'mathematical', 'conceptual', 'subtle', 'deliberate'];

/** Places of a phrase and the words that may stand there; `''` where none need. All combinations are leaks. */
const phrases: readonly (readonly (readonly string[])[])[] = [
  [['erroneous', 'erroneously', 'mistaken', 'mistakenly', 'by mistake', 'in mistake']],
  [
    ['a', 'the', 'this', 'our', 'common', 'deliberate', 'intentional', 'subtle'],
    ['mistake', 'misstep', 'mis-step', 'oversight', 'blunder'],
  ],
  [['incorrectly', 'inaccurately', 'invalidly', 'inappropriately']],
  [['is', 'are', 'was', 'were', 'being', 'a', 'an', 'the', 'this', 'following'], ['incorrect']],
  [['wrongly', 'wrongfully', 'improperly', 'unjustifiably', 'falsely']],
  [['misapplied', 'misinterpreting', 'misunderstands', 'misunderstood', 'misread', 'misreading']],
  [['misremembered', 'miscalculated', 'misidentify', 'mistake', 'mistaking']],
  [
    ['this', 'that', 'which', 'it'],
    ['is'],
    ['', 'actually', 'clearly', 'of course', 'in fact'],
    ['wrong', 'false', 'flawed', 'untrue'],
  ],
  [
    ['this', 'that', 'which', 'it'],
    ['is'],
    ['', 'actually', 'clearly', 'in fact'],
    ['not'],
    ['', 'actually'],
    judged,
  ],
  [['this', 'that', 'it'], ["isn't", 'isn’t'], judged],
  [['flawed', 'fallacy', 'fallacious', 'bogus', 'unwarranted', 'unjustified']],
  [
    ['wrong', 'faulty', 'false', 'invalid', 'incorrect'],
    ['assumption', 'conclusion', 'step', 'reasoning', 'application', 'use', 'rule'],
  ],
  [
    ['wrong', 'faulty'],
    ['inference', 'claim', 'answer', 'result', 'logic', 'premise'],
  ],
  [
    ['without', 'not'],
    ['', 'actually'],
    ['checking', 'verifying', 'justifying', 'proving', 'considering', 'accounting'],
  ],
  [['without accounting for', 'not considering for']],
  [['without'], ['proof', 'justification', 'verification', 'any justification']],
  [
    ['ignoring', 'neglecting', 'overlooking', 'disregarding', 'forgetting'],
    ['the', 'that', 'this', 'a', 'an', 'any', 'to', 'possible', 'other'],
  ],
  [
    ['we', 'i'],
    ['ignore', 'neglect', 'overlook', 'disregard', 'forget', 'fail'],
  ],
  [
    ['fail', 'fails', 'failed', 'failing', 'forgets', 'forgeted'],
    ['to'],
    ['check', 'consider', 'account', 'verify', 'include', 'note'],
  ],
  [['although this'], ['may', 'might', 'does', 'is', 'need']],
  [['may', 'might', 'does', 'need'], ['not'], ['', 'actually', 'always', 'necessarily'], ['hold']],
  [['may', 'might'], ['not be'], ['true', 'valid', 'correct', 'right', 'justified']],
  [['not necessarily'], ['true', 'valid', 'correct', 'right', 'justified']],
  [['should'], ['actually', 'really', 'instead']],
  [['should', 'would', 'ought to'], ['have been']],
  [
    [
      'naively',
      'carelessly',
      'hastily',
      'confidently',
      'supposedly',
      'seemingly',
      'questionable',
      'questionably',
    ],
  ],
  [
    ['inject', 'introduces', 'inserted', 'containing', 'planted', 'make', 'creates', 'with', 'has', 'have'],
    ['', 'a', 'an', 'the', 'one', 'our', 'this', 'some', 'exactly one'],
    ['', 'small'],
    ['error', 'errors'],
  ],
  [
    ['the', 'this', 'a', 'an', ...deliberate],
    ['error'],
    ['here', 'is that', 'is in', 'is introduced', 'is made'],
  ],
  [
    ['the error'],
    ['is here', 'was', 'lies', 'occurs', 'in this step', 'in the reasoning', 'in this solution'],
  ],
  [['the error'], ['comes', 'stems']],
  [
    ['the', 'a', 'an', 'our', 'this'],
    [...deliberate, 'injected', 'intentional', 'algebraic', 'sign'],
    ['error'],
  ],
  [['injected', 'deliberate', 'deliberately', 'intentional', 'intentionally', 'on purpose']],
  [
    ['modified', 'altered', 'corrupted', 'rewritten', 'changed', 'corrected', 'perturbed'],
    ['step', 'solution', 'version', 'answer', 'value', 'line', 'reasoning'],
  ],
  [
    ['original', 'correct', 'true', 'actual', 'real', 'reference', 'right'],
    ['solution', 'answer', 'step', 'reasoning', 'derivation', 'result', 'value'],
    [
      'is',
      'was',
      'has',
      'had',
      'would',
      'should',
      'use',
      'uses',
      'say',
      'says',
      'give',
      'gives',
      'show',
      'shows',
    ],
  ],
  [
    ['the'],
    ['original', 'reference', 'unmodified', 'unaltered', 'given correct'],
    ['solution', 'answers', 'step', 'derivation', 'proof', 'versions'],
  ],
  [
    ['in', 'unlike', 'from', 'contrary to', 'than', 'instead of'],
    ['the correct'],
    ['solution', 'answer', 'step', 'derivation'],
  ],
  [['target', 'erroneous', 'error'], ['step']],
  [['as'], ['requested', 'instructed', 'asked']],
  [['the'], ['instruction', 'instructions', 'prompt', 'grader', 'critic', 'reviewer', 'test material']],
  [
    ['correct', 'true', 'actual', 'right', 'proper'],
    ['', 'count', 'total'],
    ['would', 'should'],
    ['', 'really', 'actually', 'instead'],
    ['be', 'have been'],
  ],
  [
    ['although', 'though', 'but', 'while'],
    ['it', 'this', 'that', 'the answer'],
    ['is', 'was', 'should be'],
    ['really', 'actually', 'truly'],
  ],
  [
    ['reader', 'graders', 'critic', 'checker', 'judges', 'you'],
    ['should', 'may', 'must', 'ought to'],
    ['', 'be able to'],
    ['notice', 'spot', 'catch', 'detect', 'object'],
  ],
  [
    ['here', 'this', 'that', 'which'],
    ['is'],
    ['', 'exactly', 'precisely', 'just'],
    ['the', 'a', 'an', 'our', 'my', 'where the'],
    ['', 'subtle'],
    ['flaw', 'bug', 'trap', 'blunder', 'error', 'mistake', 'fallacy'],
  ],
  [
    ['a', 'the', 'this', 'one'],
    ['bug', 'blunder', 'gotcha'],
  ],
  [['pretend', 'pretends', 'pretended', 'pretending']],
  [['errortype', 'error type', 'error_type', 'error-type']],
  [['todo', 'fixme', 'xxx']],
  [
    ['this', 'it', 'that', 'the sign', 'the factor'],
    ['should be 5', 'should be 5,', 'should be the root of 7 plus 1,'],
    ['not', 'rather than', 'instead of'],
  ],
  [
    ['note', 'note that', 'note that:'],
    ['this', 'that step', 'the step claim'],
    ['is', 'was'],
    ['wrong', 'an error'],
  ],
  [
    ['wrong', 'incorrect', 'erroneous'],
    ['on purpose', 'here'],
  ],
  [['should be the'], ['other', 'opposite', 'reverse']],
  [
    ['this', 'that', 'it', 'step', 'claim', 'conclusion'],
    ['does', 'do'],
    ['not'],
    ['', 'actually', 'really', 'strictly'],
    ['follow'],
  ],
  [
    ['careful', 'attentive', 'critical'],
    ['reader', 'graders', 'reviewer'],
    ['would', 'will', 'may', 'might', 'should'],
  ],
  [
    ['this', 'we', 'it', 'which'],
    [
      'overlook',
      'overlooks',
      'neglect',
      'neglects',
      'ignore',
      'ignores',
      'disregard',
      'disregards',
      'forget',
      'forgets',
    ],
    ['one', 'some', 'a', 'an', 'the', 'that', 'any', 'other', 'possible'],
  ],
  [
    ['reasoning', 'argument', 'step', 'proof'],
    ['goes', 'went'],
    ['astray', 'wrong'],
  ],
  [['oops', 'my bad', 'the sign is off', 'the sign is wrong']],
  [
    [
      'fälschlich',
      'fälschlicherweise',
      'irrtümlich',
      'irrtümlicherweise',
      'versehentlich',
      'absichtlich falsch',
    ],
  ],
  [['das', 'dies', 'dieser schritt'], ['ist'], ['falsch', 'nicht richtig', 'nicht korrekt', 'inkorrekt']],
  [['der', 'ein', 'dieser'], ['', 'absichtliche', 'bewusste', 'eingebaute'], ['fehler']],
  [['par erreur', 'à tort', 'erronément', 'incorrectement']],
  [['por error', 'erróneamente', 'incorrectamente', 'equivocadamente']],
  [['ошибочно', 'неверно', 'неправильно', 'по ошибке']],
];

function* combined(places: readonly (readonly string[])[]): Generator<string> {
  const [first, ...rest] = places;
  if (first === undefined) return yield '';
  for (const word of first) for (const end of combined(rest)) yield [word, end].filter(Boolean).join(' ');
}

/** Phrases that have others in them, which are found there. */
const sentence = (phrase: string): string => `Hence, ${phrase} of it.`;

for (const places of phrases) {
  const all = [...combined(places)];
  test(`${all.length} phrases such as "${all[0]}" are found, and not where they were`, () => {
    for (const phrase of all) {
      const found = leakWords('Nothing is said.', sentence(phrase));
      assert.ok(
        found.some((one) => one.includes(phrase) || phrase.includes(one)),
        `${phrase}: ${found.join(' | ')}`,
      );
      assert.deepEqual(leakWords(sentence(phrase), sentence(phrase)), [], 'it was there before');
      assert.notDeepEqual(
        leakWords(sentence(phrase), sentence(phrase).repeat(2)),
        [],
        'once more than before',
      );
    }
  });
}

const glued = ['erroneous', 'incorrectly', 'wrongly', 'this is wrong', 'flawed', 'injected', 'todo', 'oops'];
test('letters before or after make other words of them', () => {
  for (const word of glued) {
    assert.deepEqual(leakWords('', `x${word}`), [], `x${word}`);
    assert.deepEqual(leakWords('', `${word}x`), [], `${word}x`);
  }
});

const phrasesOfMany: readonly string[] = [
  ...[
    'ceci est faux',
    'cela est fausse',
    'cette étape est incorrecte',
    'ceci est incorrect',
    'l’erreur',
    "l'erreur",
  ],
  ...['esto es incorrecto', 'este paso es falso', 'eso es erróneo', 'el error'],
  ...[
    '错误地',
    '误认为',
    '这是错的',
    '这一步是错误的',
    '故意错',
    '故意的错',
    '不正确',
    '错误步骤',
    '错误在于',
    '错误是',
  ],
  ...['應該是', '应该是而不是', '应该是三而不是', '应该是三百二十一而不是'],
  ...['это неверно', 'этот шаг неверен', 'шаг неправильно', 'это неправилен', 'это ошибка', 'шаг ошибочен'],
  ...['ошибка здесь', 'ошибка в том'],
];
test('confessions in other languages and scripts', () => {
  for (const phrase of phrasesOfMany) {
    assert.ok(
      leakWords('', phrase).some((one) => phrase.includes(one)),
      phrase,
    );
  }
});

const markers: readonly string[] = [
  ...[
    '(error)',
    '[errors]',
    '<wrong>',
    '{mistake}',
    '*sic*',
    '( incorrect )',
    '</error>',
    '[/modified]',
    '<changed>',
  ],
  ...['(injected here)', '[note: error]', '(altered)', '(false)', `(wrong${' '.repeat(2)}on purpose)`],
  ...[
    'error: x',
    'mistake! x',
    'x; wrong: y',
    'x. note to self: y',
    'x\nnote to graders: y',
    'modified: x',
    'injected : x',
    '  error: x',
    '\n\n  error : x',
    'x.\n error: y',
    'x;\n\nwrong! y',
  ],
  ...['explanation of the error: x', 'note to grader! x'],
  ...['❌', '✗', '✘', '⚠', '❗', '🚫', '🛑', '<!-- x', '/* x'],
  ...['(it should be 5)', '(really must be 5)', '(ought to actually be x)', '(should really be y)'],
  'strictly speaking, this is true but not here',
];
test('marks and brackets that point at the error', () => {
  for (const mark of markers) {
    assert.notDeepEqual(leakWords('', `We add 3.\n${mark}`), [], mark);
    assert.notDeepEqual(leakWords('', mark), [], mark);
  }
  assert.deepEqual(leakWords('', 'x.\n error : y'), ['.\n error :']);
});

const innocent: readonly string[] = [
  ...[
    '(terror)',
    '(error\nbound)',
    `(error ${'x'.repeat(45)})`,
    'x error: y',
    '(shoulder be it)',
    'strictly speaking. not so',
  ],
  ...['a mistakenness', 'the correct solutions is'],
  ...['应该是一二三四五六七而不是', `this should be ${'5'.repeat(25)} not`, 'this should be 5.5 not'],
];
test('what only looks like it is none', () => {
  for (const text of innocent) assert.deepEqual(leakWords('', text), [], text);
});

test('the whole word is named', () => {
  for (const word of [
    'misapplies',
    'misinterpretation',
    'misunderstands',
    'misremembering',
    'miscalculated',
    'misidentifies',
  ])
    assert.deepEqual(leakWords('', `He ${word} it`), [word]);
  for (const text of ['without checking for', 'not considering for'])
    assert.deepEqual(leakWords('', text), [text]);
});

test('mark-up, quotes, capitals and runs of blanks hide nothing', () => {
  for (const text of [
    '**Erroneously**',
    '__erroneously__',
    '“erroneously”',
    '"erroneously"',
    '`erroneously`',
  ]) {
    assert.deepEqual(leakWords('', `So ${text} we add`), ['erroneously'], text);
  }
  for (const command of ['text', 'textbf', 'textit', 'emph', 'mathrm']) {
    assert.deepEqual(leakWords('', `x\\${command}{erroneously} y`), ['erroneously'], command);
    assert.deepEqual(leakWords('', `x\\${command}  {erroneously} y`), ['erroneously'], command);
  }
  assert.deepEqual(leakWords('', 'this \t is   wrong'), ['this is wrong']);
  for (const wrong of ['\\text{wrong}', '\\textbf  {wrong}', '**wrong**'])
    assert.deepEqual(leakWords('', `this is ${wrong}`), ['this is wrong']);
});
