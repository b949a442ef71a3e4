// What the gate finds in the text of single steps: marks of the prompt, damaged characters, other scripts and languages,
// damaged LaTeX. Each table has texts that are rejected, by what they are rejected for, and texts that only look like them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateCheck, GateInput } from '../../src/inject/gate/check.ts';
import { escapesCheck } from '../../src/inject/gate/escapes.ts';
import { gateOf, textChecks } from '../../src/inject/gate/gate.ts';
import { languageCheck } from '../../src/inject/gate/language.ts';
import { leftoversCheck } from '../../src/inject/gate/leftovers.ts';
import { rejectionOfSteps } from './sound-injection.ts';

type Look = (input: GateInput) => GateCheck;

/** Rejections of a step that comes first, and of the same as the third step, behind one that is unchanged. */
function inStep(look: Look, text: string): (string | null)[] {
  return [
    rejectionOfSteps(look, ['We count them.', 'So it is 20.'], [text, 'So it is 19.']),
    rejectionOfSteps(look, ['We count them.', 'So it is 20.'], ['We add them.', text], {
      prefix: ['Let us begin.'],
    }),
  ];
}

function rejected(look: Look, text: string, what: string): void {
  assert.deepEqual(inStep(look, text), [`step 1 has ${what}`, `step 3 has ${what}`], JSON.stringify(text));
  const kept = rejectionOfSteps(look, [text, 'So it is 20.'], [text, 'So it is 19.']);
  assert.equal(kept, null, `${JSON.stringify(text)} was there before`);
}

function accepted(look: Look, text: string): void {
  assert.deepEqual(inStep(look, text), [null, null], JSON.stringify(text));
}

const leftovers: Readonly<Record<string, readonly string[]>> = {
  'a step tag': [
    ...['<step>', '</step>', '<STEP 3>', '<step_3/>', '< step-12 />', '</ step 4 >', '<step12  >'],
    ...['[step 3]', '[/step_12]', '[Step3]', 'So <step>it is 5</step>'],
  ],
  'a tag': [
    'think',
    'thinking',
    'answer',
    'solution',
    'text',
    'version_a',
    'Version_B',
    'reply',
    'problem',
    'output',
  ]
    .flatMap((name) => [`We add.<${name}>`, `</${name}> We add.`, `We <${name}/> add.`])
    .concat('<answer 5>', `<text ${'x'.repeat(39)}>`, '<|im_end|>', '<|eot_id|> So'),
  'a tag of HTML': ['p', 'br', 'div', 'Span']
    .flatMap((name) => [`We add.<${name}>`, `</${name}> We add.`, `We <${name}/> add.`, `<${name}  />`])
    .concat('<span class="x">', '<p style = "margin: 0">', '<div  id=a />', `<p a=${'x'.repeat(40)}>`),
  'a heading of the prompt': [
    ...['[Problem]', '[Correct solution]', '[Steps before]', '[Version A]', 'So [Version B]'],
  ],
  'a field of the reply': [
    ...['target_step', 'error_steps', 'final_answer', 'explanation', 'step', 'text'].flatMap((name) => [
      `"${name}": 5`,
      `"${name}"  : 5`,
      `{"${name}":5}`,
    ]),
  ],
  'a code fence': ['```', '```json', 'So ```x```'],
};
for (const [what, texts] of Object.entries(leftovers)) {
  test(`${what} is left of the prompt or the reply: ${texts.length} forms`, () => {
    for (const text of texts) rejected(leftoversCheck, text, what);
  });
}

test('comparisons, quotes and brackets are not left of the prompt or the reply', () => {
  for (const text of [
    ...[
      'step 3',
      '[step]',
      '[step three]',
      '<stepwise>',
      '<step x>',
      'the step> 3',
      '<step',
      'step>',
      '[step 3',
    ],
    ...[
      '<pre>',
      '<versions>',
      '<texts>',
      `<text ${'x'.repeat(40)}>`,
      '<answer',
      'answer>',
      '<think <x>',
      '<|a b|>',
      '<||>',
    ],
    ...[
      'Here $1 <p$ and $q> 2$.',
      'As $2<p$, hence $p>1$.',
      'So $a <p - 1> b$.',
      `<p a=${'x'.repeat(41)}>`,
      '<p a=>',
      '<pa=b>',
      '<p =>',
      '<p b>',
      '<p',
      'x < div> y',
    ],
    ...[
      '[problem]',
      'Problem',
      '[Version C]',
      '[Correct]',
      'text: 5',
      '"step" 3',
      '"texts": 5',
      '"text", 5',
      '``',
      "''",
    ],
  ])
    accepted(leftoversCheck, text);
});

const labels = [
  ...[
    'Step 7: We add.',
    'step 12. We add.',
    'Step 7) We',
    'Step 7 - We',
    'Step 7 – We',
    'Step 7 — We',
    'STEP7: We',
  ],
  ...[
    '**Step 7:** We',
    '**Step 7**: We',
    '** Step 7. We',
    '[Schritt 7] Wir',
    '[Paso 7]: sea',
    '(Step 7) We',
    '[(Step 7)] We',
  ],
  ...[
    '## Step 7: We',
    '#Step 7: We',
    '> Step 7: We',
    '>Step 7: We',
    '  Step 7 : We',
    '  ## Step 7: We',
    'Step 7 (the sum): We',
    'Step 7(a): We',
  ],
  ...[
    'Schritt 2: Wir',
    'Étape 3 – nous',
    'Paso 4) sea',
    'Passo 5: seja',
    'Шаг 6. Тогда',
    '步骤 7: 我们',
    '步骤7：我们',
  ],
  ...[
    '7. We add.',
    '12) We add.',
    '7.  $x = 3$.',
    '7. **We** add.',
    '7. \\(x\\)',
    '> 7. We',
    '**7. We',
    '  7) We',
  ],
];
test('a label in front of a step of a solution without labels is rejected', () => {
  const plain = ['We count them.', 'We add them.', 'Now there are all.', 'So it is 20.'];
  for (const text of labels) {
    const place = (before: readonly string[]) =>
      rejectionOfSteps(leftoversCheck, before.slice(1), ['We sum.', text, 'So it is 19.'], {
        prefix: before.slice(0, 1),
      });
    const labelled = (...places: number[]) => plain.map((step, at) => (places.includes(at) ? text : step));
    assert.equal(place(plain), 'step 3 has a label, the original has none there', text);
    assert.equal(place(labelled(3)), 'step 3 has a label, the original has none there', text);
    assert.equal(place(labelled(2)), null, `${text}: the step had one`);
    assert.equal(place(labelled(1, 3)), null, `${text}: half of the steps have one`);
  }
});

test('a number or a step in the sentence is no label', () => {
  for (const text of [
    ...[
      'Step 7 gives 5.',
      'By step 7: we add.',
      'Steps 7: we',
      'Step: we',
      'Step seven: we',
      'Step 7 () we',
      'x Step 7: we',
    ],
    ...[`Step 7 (${'x'.repeat(31)}): we`, 'Step 7 (a (b)): we', 'Stepping 7: we'],
    ...['123. We', '7.5 is', '7.We', '7 We', '7. 5 more', 'x 7. We', '7.', '(7. We', '$7. We$'],
  ])
    accepted(leftoversCheck, text);
});

const tails = [
  ...[
    'abla',
    'rac',
    'dfrac{',
    'imes',
    'heta',
    'oxed',
    'inom',
    'egin',
    'ightarrow',
    'ightarrows',
    'orall',
    'extbf',
  ],
  ...[
    'ext{',
    'frac{',
    'herefore',
    'riangle',
    'ilde{',
    'otin',
    'onumber',
    'eg ',
    'eg$',
    'eg\\',
    'eq ',
    'eq$',
    'eq5',
  ],
  ...['eq\\', 'eq{', 'eqslant'],
];
const named = (tail: string): string => tail.replace(/[^a-z]$/, '').replace(/(?<=^eq)5$/, '');
test('what is left of a command whose first letters were lost is rejected, wherever it may occur alone', () => {
  for (const tail of tails) {
    for (const text of [
      `${tail} x`,
      `So ${tail} x`,
      `So $${tail} x$`,
      `(${tail} x)`,
      `{${tail} x}`,
      `a=${tail} x`,
      `a,${tail} x`,
      `So\n${tail} x`,
    ])
      rejected(escapesCheck, text, `"${named(tail)}", the rest of a command`);
    if (!/[^a-z]$/.test(tail)) accepted(escapesCheck, `So ${tail}s x`.replace('ightarrows', 'ightarrowx'));
    for (const text of [`So x${tail} x`, `So \\${tail} x`, `So -${tail} x`]) accepted(escapesCheck, text);
  }
  for (const text of ['dfrac x', 'ext x', 'frac x', 'ilde x', 'So eg. x', 'eq. 5', 'eqx', 'eq', 'eg'])
    accepted(escapesCheck, text);
});

const wordly: readonly (readonly [tail: string, end: string])[] = [
  ...[' ', '^', '_', '=', '+'].map((end) => ['eta', end] as const),
  ...[' ', ')', '\\', ']', '.', ',', '}', '|', '>'].map((end) => ['ight', end] as const),
  ...['$', '=', ' $', '  ='].map((end) => ['angle', end] as const),
  ...[' ', '$'].flatMap((end) => [['floor', end] as const, ['exists', end] as const, ['mid', end] as const]),
  ...['(', '{', '\\', ' (', ' \\'].flatMap((end) => [['an', end] as const, ['anh', end] as const]),
  ...[' ', '$', '^', '_', '='].map((end) => ['ho', end] as const),
  ['u', '_'],
];
test('what is a word too is the rest of a command only at the head of a line inside a formula', () => {
  for (const [tail, end] of wordly) {
    const what = `"${tail}", the rest of a command`;
    for (const text of [
      `So $x\n${tail}${end} 1 $`,
      `So \\(x\n${tail}${end} 1 \\)`,
      `At $a$ $x\n${tail}${end} $`,
      `At \\(a\\) \\(x\n${tail}${end} 1`,
    ])
      rejected(escapesCheck, text, what);
    for (const text of [
      ...[
        `${tail}${end} 1`,
        `So\n${tail}${end} 1`,
        `So $x ${tail}${end} 1$`,
        `So\n$x ${tail}${end} 1$`,
        `So $a$\n${tail}${end} 1`,
      ],
      ...[
        `So \\(a\\)\n${tail}${end} 1`,
        `At 5\\$ it\n${tail}${end} 1`,
        `So $x\n${tail}s${end} 1`,
        `So \\(x ${tail}${end}`,
      ],
      ...[`So $x\n${tail}!`],
    ])
      accepted(escapesCheck, text);
  }
});

test('control characters are rejected, line ends and letters of any script are not', () => {
  for (let code = 0; code < 0x100; code += 1) {
    const isControl = (code < 0x20 && code !== 10) || (code >= 0x7f && code <= 0x9f);
    const text = `So it is ${String.fromCharCode(code)}5.`;
    if (isControl) rejected(escapesCheck, text, 'a control character');
    else accepted(escapesCheck, text);
  }
  rejected(escapesCheck, 'It is \ufffd5.', 'a control character');
  for (const text of ['Überall ist π ≤ 4.', '于是 x = 5。', 'Тогда 😀.']) accepted(escapesCheck, text);
});

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

function damage(before: readonly string[], after: readonly string[]): string | null {
  return textChecks({ problem: 'Count.', original: before }, { before, after }).latex.detail;
}
const commands =
  'frac dfrac tfrac sqrt boxed cdot times left right sum prod int text mathbb mathrm le leq ge geq ne neq infty alpha beta gamma theta lambda pi sin cos tan log ln binom begin end quad equiv pmod implies angle triangle overline ldots cdots pm div approx in cap cup to';
const defects: Readonly<
  Record<string, { readonly has: readonly string[]; readonly hasNot: readonly string[] }>
> = {
  'a doubled backslash': {
    has: [...commands.split(' ').map((name) => `So \\\\${name} 5`), 'So \\\\(5', 'So 5\\\\)', '\\\\sin(x)'],
    hasNot: ['a \\\\ b', '\\\\[2pt]', '\\\\sinx', '\\\\foo', '\\\\\\sum', 'x \\sum y'],
  },
  'an escaped line end as text': {
    has: ['So 5\\n', 'So\\n 5', '\\n\\n', 'So 5.\\nThen', '\\n5'],
    hasNot: ['\\neq', '\\nu', '\\nabla', '\\\\n', '\\\\nThen', 'So n', 'So\nThen'],
  },
  'a control character': {
    has: ['a\tb', 'a\fb', 'a\u0000b', 'a\u001fb', 'a\u007fb', 'a\ufffdb'],
    hasNot: ['a b', 'a\nb', 'a~b', 'a\u0080b', 'a😀b'],
  },
  'a command without its backslash': {
    has: [
      ...[
        'frac',
        'dfrac',
        'tfrac',
        'oxed',
        'boxed',
        'sqrt',
        'binom',
        'rac',
        'ext',
        'mathbb',
        'overline',
      ].flatMap((name) => [`So ${name}{5}`, `So 5${name}  {5}`, `${name}{5}`]),
      ...['cdot', 'leq', 'geq', 'imes', 'ightarrow', 'infty', 'neq'].flatMap((name) => [
        `So ${name} 5`,
        `5${name}5`,
        name,
      ]),
    ],
    hasNot: [
      '\\frac{5}{6}',
      'xfrac{5}',
      'frac',
      'frac 5',
      'Xsqrt{5}',
      '\\cdot',
      'xcdot',
      'cdots',
      'Xleq',
      'leqX',
      'text{5}',
    ],
  },
  'a brace without its partner': {
    has: ['{', '}', '}{', '{{}', '{}}', '\\\\{', 'a{b'],
    hasNot: ['{}', '{{}}', '\\{', '\\}', '{a}{b}', '\\\\{}'],
  },
  'a brace that is open at the end of its formula': {
    has: ['$a{$ and $}b$', '$x^{2$ and }', 'So $}a{$'],
    hasNot: ['$a{b}$', '{$a$}', '$$a{$$ b}', '$a$ { } $b$'],
  },
  'unpaired \\( \\)': { has: ['\\(5', '5\\)', '\\(\\(5\\)'], hasNot: ['\\(5\\)', '\\\\(5', '(5', '5)'] },
  'unpaired \\[ \\]': { has: ['\\[5', '5\\]', '\\[5\\]\\]'], hasNot: ['\\[5\\]', '\\\\[5', '5\\\\]', '[5'] },
  'a bracket that lost its backslash': {
    has: ['So [ \\frac{1}{2} ]', '[ x = \\sqrt{2} ]', '(  [  a\\cdot b ]'],
    hasNot: [
      '[\\frac{1}{2}]',
      '[ 1, 2 ]',
      '\\[ \\frac{1}{2} \\]',
      'x[ \\pi ]',
      ')[ \\pi ]',
      '}[ \\pi ]',
      '$[ \\pi ]$',
      '][ \\pi ]',
      '[ 1 ] \\pi',
      '[ 1\n\\pi ]',
      '[ \\, ]',
    ],
  },
  'an odd number of $': {
    has: ['$', '$5', '$5$ $', '5$'],
    hasNot: ['$5$', '\\$', '\\$5', '$5$ \\$', '$$5$$'],
  },
  '\\left without \\right': {
    has: ['\\left(5)', '(5\\right)', '\\left(\\left(5\\right)'],
    hasNot: ['\\left(5\\right)', '\\leftarrow 5', '5 \\rightarrow', 'left right left'],
  },
  '\\begin without \\end': {
    has: ['\\begin{cases} 5', '5 \\end{cases}', '\\begin  {cases} 5', '5 \\end  {cases}'],
    hasNot: ['\\begin{cases} 5 \\end{cases}', '\\begin 5', '\\end 5', '\\begin{a} \\end {a}'],
  },
};
for (const [what, { has, hasNot }] of Object.entries(defects)) {
  test(`broken LaTeX: ${what}`, () => {
    const names = (text: string, before: readonly string[] = ['We count.']) =>
      (damage(before, [text]) ?? 'broken LaTeX: ').replace('broken LaTeX: ', '').split(', ');
    for (const text of has) {
      assert.ok(names(text).includes(what), JSON.stringify(text));
      assert.ok(!names(text, [text]).includes(what), `${text} was there before`);
      assert.ok(!names(text, ['We count.', text]).includes(what), `${text} was in another step before`);
    }
    for (const text of hasNot) assert.ok(!names(text).includes(what), JSON.stringify(text));
  });
}

test('defects of several kinds are named together, and one more than before is one', () => {
  assert.equal(
    damage(['We count.'], ['So $\\left(5']),
    'broken LaTeX: an odd number of $, \\left without \\right',
  );
  assert.equal(damage(['5}', '6}'], ['5}6}7']), null);
  assert.equal(damage(['5}', '6}'], ['5}', '6}}']), 'broken LaTeX: a brace without its partner');
});

test('a defect that the unchanged steps have is no excuse for a new one', () => {
  const original = ['Take {a.', 'We count.'];
  const proposal = {
    target: 1,
    errorSteps: [1],
    at: 1,
    first: 1,
    steps: ['We {add.'],
    finalAnswer: '5',
    explanation: 'x',
  };
  const input = {
    problem: 'Count.',
    original,
    originalAnswer: null,
    region: { from: 0, to: 1 },
    asked: null,
    proposal,
  };
  assert.equal(gateOf(input, new Set()).latex?.detail, 'broken LaTeX: a brace without its partner');
  const withAnswer = {
    ...input,
    originalAnswer: '{4',
    proposal: { ...proposal, finalAnswer: '{5', steps: ['We add.'] },
  };
  assert.equal(gateOf(withAnswer, new Set()).latex?.ok, true);
  const answer = { ...input, proposal: { ...proposal, finalAnswer: '{5', steps: ['We add.'] } };
  assert.equal(gateOf(answer, new Set()).latex?.ok, false);
});

test('all words that give the error away are named, and only those', () => {
  const original = ['We mistakenly count.'];
  const after = ['We mistakenly count.', 'Incorrectly, this is wrong.'];
  const { no_leak } = textChecks({ problem: 'Count.', original }, { before: original, after });
  assert.deepEqual(no_leak, { ok: false, detail: 'gives itself away: "incorrectly", "this is wrong"' });
  const inProblem = textChecks({ problem: 'This is wrong.', original }, { before: original, after });
  assert.deepEqual(inProblem.no_leak.detail, 'gives itself away: "incorrectly"');
});
