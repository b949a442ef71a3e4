// What the gate finds of the prompt and of the reply in the text of single steps, and damaged characters. Each table has
// texts that are rejected, by what they are rejected for, and texts that only look like them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapesCheck } from '../../src/inject/gate/escapes.ts';
import { leftoversCheck } from '../../src/inject/gate/leftovers.ts';
import { accepted, rejected } from './gate-steps.ts';
import { rejectionOfSteps } from './sound-injection.ts';

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
  'a tag of HTML': ['p', 'br', 'div', 'Span', 'em', 'mark', 'Del', 'h3']
    .flatMap((name) => [`We add.<${name}>`, `</${name}> We add.`, `We <${name}/> add.`, `<${name}  />`])
    .concat(
      '<span class="x">',
      '<p style = "margin: 0">',
      '<div  id=a />',
      `<p a=${'x'.repeat(40)}>`,
      '<b>So</b>',
      '<i>x</I>',
      '<s>5</s>',
    ),
  'an object of JSON': ['{"content": "We add."}', ' [ "content": 5', '{"n":5}'],
  'a character reference': ['5&nbsp;+ 6', 'so 5 &lt; 6', '5 &#8722; 3', 'x &#x2212; 3', '5 &Minus; 3'],
  'an escape of a character': ['twice\\u002c so', 'so \\u{2212}5', '5\\x2c 6'],
  'percent encoding': ['We%20add', 'x%3D5', '5%2c6'],
  'encoded text': [
    Buffer.from('Every such draw was counted once for each colour.').toString('base64'),
    `So ${'aB3'.repeat(14)} holds.`,
  ],
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

test('a placeholder for a step that was not written is no step', () => {
  for (const text of [
    ...['…', '...', '$$', '(same as before)', '[unchanged]', 'Same.', 'As in the original.', 'N/A', 'null'],
    ...[
      '(the rest is unchanged)',
      '**Unchanged**',
      'Remaining steps are the same as in the original.',
      'Omitted',
      'The other steps remain unchanged.',
      'Others stay the same',
      'The other is unchanged',
      'As in original',
      'Same as step 12',
      'This step is identical to the original one.',
      'The text is the same as above',
      'No change from the original solution',
      'See above',
      'Continued as in step 3',
      'Remaining step unchanged',
    ],
  ]) {
    const found = rejectionOfSteps(leftoversCheck, ['We count.', 'So it is 20.'], ['We add.', text]);
    assert.equal(found, 'step 2 is a placeholder for a step', text);
  }
  assert.equal(rejectionOfSteps(leftoversCheck, ['...', 'So it is 20.'], ['...', 'So it is 19.']), null);
  for (const text of ['So $b$ is the same', 'Here $n$ is unchanged.', 'We write {"a": 5} for it.'])
    accepted(leftoversCheck, text);
  for (const text of ['The same holds for $b$.', 'It is unchanged, so 5.', '5', '$x$', 'As before, $x = 5$.'])
    accepted(leftoversCheck, text);
});

test('encoded text has forty signs of three kinds and more', () => {
  const first = (text: string) => rejectionOfSteps(leftoversCheck, ['We add.'], [text]);
  const code = 'aB3'.repeat(13);
  const found = 'step 1 has encoded text';
  for (const text of [`9${code}`, `${code}x`, `so ${code}x`, `(${code}x)`, `so ${code}/==`])
    assert.equal(first(text), found, text);
  for (const text of [
    code,
    `so ${code}==`,
    `x_${code}x`,
    `\\${code}x`,
    `${'ab3'.repeat(20)}`,
    `${'AB3'.repeat(20)}`,
    `${'aBc'.repeat(20)}`,
  ])
    assert.equal(first(text), null, text);
});

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
    else if (code === 0xad) rejected(escapesCheck, text, 'an invisible character (U+00AD)');
    else accepted(escapesCheck, text);
  }
  rejected(escapesCheck, 'It is \ufffd5.', 'a control character');
  for (const text of ['Überall ist π ≤ 4.', '于是 x = 5。', 'Тогда 😀.']) accepted(escapesCheck, text);
});

test('invisible characters are rejected where the original does not have them', () => {
  for (const code of [0x200b, 0x200d, 0x2028, 0x202e, 0x2060, 0x2066, 0x3164, 0xfe0f, 0xfeff, 0xe0041]) {
    const sign = String.fromCodePoint(code);
    const name = `an invisible character (U+${code.toString(16).toUpperCase()})`;
    rejected(escapesCheck, `So it is ${sign}5.`, name);
  }
});
