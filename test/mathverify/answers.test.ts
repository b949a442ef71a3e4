// The AIME answer of a trace, and the checker of simple equations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkEquations, extractAnswer } from '../../src/mathverify/index.ts';

test('extracts the golden AIME answers', () => {
  const { cases } = JSON.parse(readFileSync('test/golden/mathverify/aime_answers.json', 'utf8')) as {
    cases: { text: string; expected: number | null }[];
  };
  for (const { text, expected } of cases) assert.equal(extractAnswer(text).answer, expected, text);
});

test('says where an AIME answer comes from and falls back only when allowed', () => {
  assert.deepEqual(extractAnswer('so \\boxed{70} of 100'), { answer: 70, source: 'boxed' });
  assert.deepEqual(extractAnswer('therefore 456'), { answer: 456, source: 'last_integer' });
  assert.deepEqual(extractAnswer('therefore 456', { fallback: false }), { answer: null, source: null });
  for (const box of [
    '\\boxed{1234} (problem 5)',
    '\\boxed{-5} as in step 7',
    '\\boxed{12.5}',
    '\\boxed{1,000}',
  ]) {
    for (const fallback of [true, false]) {
      const expected = { answer: null, source: 'boxed_out_of_range' };
      assert.deepEqual(extractAnswer(box, { fallback }), expected, box);
    }
  }
});

test('reads whole integers near and far from the end of a text', () => {
  const answers: readonly (readonly [string, number | null])[] = [
    ['it is 2024,365', 365],
    ['it is 1~000 or 2\u202f000', null],
    ['= .5', null],
    ['the end.42', 42],
    ['12{,}5', null],
    ['\\boxed{5}, so \\boxed{x}', 5],
    [`so 1,234${', and so on'.repeat(500)}`, null],
    [`so -12${', and so on'.repeat(500)}`, null],
    [`so 12${', and so on'.repeat(500)}`, 12],
    [`${'1,'.repeat(2000)}8`, 8],
  ];
  for (const [text, expected] of answers)
    assert.equal(extractAnswer(text).answer, expected, text.slice(0, 40));
});

test('reads by the rule of LateBench 0.1 where answers were stored by it', () => {
  const rule = 1;
  assert.deepEqual(extractAnswer('\\boxed{1234} (problem 5)', { rule }), {
    answer: 5,
    source: 'last_integer',
  });
  assert.deepEqual(extractAnswer('\\boxed{1,000}', { rule }), { answer: 0, source: 'boxed' });
  assert.deepEqual(extractAnswer('is 3.14', { rule }), { answer: 14, source: 'last_integer' });
  assert.deepEqual(extractAnswer('is 3.14', { rule, fallback: false }), { answer: null, source: null });
});

/** The equations found, as `left=right` with a mark for those that do not hold. */
function checked(text: string): string[] {
  return checkEquations(text).map(({ left, right, holds }) => `${left} = ${right}${holds ? '' : ' !'}`);
}

test('checks chains in LaTeX and in plain text', () => {
  assert.deepEqual(checked('Then $3\\cdot 4 = 12 = 24/2$.'), ['3\\cdot 4 = 12', '12 = 24/2']);
  assert.deepEqual(checked('The sum is 2 + 2 = 4. Then 4 - 1 = 2.'), ['2 + 2 = 4', '4 - 1 = 2 !']);
  assert.deepEqual(checked('$\\sqrt{8} = 2\\sqrt{2}$ and $2^{10} = 1000$'), [
    '\\sqrt{8} = 2\\sqrt{2}',
    '2^{10} = 1000 !',
  ]);
  assert.deepEqual(checked('\\begin{align*} a &= 3+4 \\\\ &= 8\\end{align*}'), ['3+4 = 8 !']);
  assert.deepEqual(checked('\\frac{1}{2} + \\frac{1}{3} = \\frac{5}{6}'), [
    '\\frac{1}{2} + \\frac{1}{3} = \\frac{5}{6}',
  ]);
  assert.deepEqual(checked('1,200 + 1 = 1,201 dollars'), ['1,200 + 1 = 1,201']);
});

test('takes signs of money for what they are', () => {
  assert.deepEqual(
    checked('It costs $5 + $3 = $8 in total.').map((line) => line.replace(/ +/g, ' ')),
    ['5 + $3 = 8'],
  );
});

test('leaves out what is no numeric equation', () => {
  for (const text of [
    '2x + 3 = 7',
    'f(2) = 4',
    '20% of 50 = 10',
    '17 = 3 mod 7',
    '$17 = 3 \\pmod{7}$',
    '$x$ + 4 = 7',
    '$\\pi \\approx 3.14$',
  ]) {
    assert.deepEqual(checked(text), [], text);
  }
});

test('leaves out what is read in more than one way', () => {
  for (const text of [
    '$1/2(4+6) = 5$',
    '$5 \\star 1 = 9$',
    '$41_{(5)} = 131_{(5)}$',
    '01101000 = 01100110',
    '$\\frac{\\pi}{6} = 30^\\circ$',
  ]) {
    assert.deepEqual(checked(text), [], text);
  }
});
