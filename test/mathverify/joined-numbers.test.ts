// A bare number of a short answer that a sign, a command or words join with other mathematics is not the answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

const commands = [
  '\\oplus',
  '\\otimes',
  '\\parallel',
  '\\perp',
  '\\propto',
  '\\prec',
  '\\ll',
  '\\ni',
  '\\bullet',
  '\\land',
  '\\mapsto',
  '\\rightarrow',
  '\\Rightarrow',
  '\\colon',
  '\\mathbin{:}',
  '\\text{ to }',
  '\\text{ by }',
  '\\text{ versus }',
  '\\text{ over }',
  '\\text{ times }',
  '\\text{ remainder }',
  '\\xrightarrow{a}',
  '\\stackrel{?}{>}',
  '\\foo',
  '\\&',
];
const signs = '∗⋆∘⊕⊗⊙∧¬∥⊥∝≪≫⊃∖∶⁚→⇒↦←∣⋯—‐@#~|"';
const words = [
  'by',
  'versus',
  'until',
  'nCr',
  'div',
  'xor',
  'upon',
  'raised to',
  'before',
  'squared',
  'hundred',
];

test('no sign, command or word between two values gives one of them', () => {
  for (const [left, right] of [
    ['3', '5'],
    ['a+1', '7'],
  ] as const)
    for (const between of [...commands, ...signs, ...words]) {
      const text = `${left} ${between} ${right}`;
      areUnequal([
        [left, text],
        [right, text],
      ]);
    }
});

test('nor does one without blanks', () => {
  for (const sign of signs) areUnequal([['3', `3${sign}5`]]);
  areUnequal([
    ['3', '3\\text{ by }5'],
    ['5', "5'"],
    ['30', "30''"],
    ["30'", "30''"],
  ]);
});

test('real formulas that cannot be read give none of their numbers', () => {
  for (const text of [
    'xyz(x+y+z) \\geqq 0',
    '2^{d_{max} + 1}',
    'x \\mapsto 2-x',
    '4 + f(2) \\mid 2f(2) + 2',
    '(5 \\nabla 2) \\nabla 2',
    '9 \\& 2',
    '1 \\rightarrow 2',
  ])
    assert.equal(parse(text).value, null, text);
});

test('a result behind an arrow or words, a tick and marks of lists are as before', () => {
  areEqual([
    ['5', '5 ✓'],
    ['5', '2x=10 ⇒ x=5'],
    ['5', 'so ⇒ 5'],
    ['5', 'Answer → 5'],
    ['5', '3 + 2 = 5 → 5'],
    ['12', 'It took 3 tries to get 12'],
    ['12', '3 dozens make 12'],
    ['12', 'What is 5+7? 12'],
    ['12', '7 + 5 = 12 #### 12'],
    ['5', '"5"'],
    ['5', "'5'"],
    ['5', '2. The number is 5'],
    ['5', '\\therefore 5'],
    ['5', '5 \\text{ cm}'],
    ['5', 'Step 2 - 5'],
    ['5', '5 \\quad'],
    ['1', '$\na=1 \\text {. }\n$'],
    ['k=6', '\\[ k = 6 \\]\\n25.'],
  ]);
  const long = 'So we have 3 \\oplus 5, and the number that was to be found in this problem comes out as 5';
  assert.equal(verify('5', long).verdict, 'equal');
});
