// Equations checked as a reader of solutions does: tolerant of rounding, and silent in doubt.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CheckedEquation, checkEquations, exactNumber } from '../../src/mathverify/index.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';
import { testData } from '../support/test-data.ts';

/** As a reader of solutions checks them. */
function tolerant(text: string): CheckedEquation[] {
  return checkEquations(text, { roundingTolerant: true });
}

/** `left = right` with what was found. */
function found(text: string): string[] {
  return tolerant(text).map(({ left, right, holds }) => `${left} = ${right} ${holds}`);
}

const holding = [
  '12 + 30 = 42',
  '\\frac{3}{4}\\cdot 8 = 6',
  '\\dfrac{1}{2}+\\tfrac{1}{3}=\\frac{5}{6}',
  '2^5 = 32',
  '2^{10} = 1024',
  '2^{-2} = 0.25',
  '2**5 = 32',
  '2^{3^2} = 512',
  '7 \\times 6 = 42',
  '7 × 6 = 42',
  '7·6 = 42',
  '10 − 3 = 7',
  '12 ÷ 4 = 3',
  '5 x 3 = 15',
  '1,234 + 1 = 1,235',
  '1{,}000 \\cdot 2 = 2{,}000',
  '0.5 * 8 = 4.0',
  '(2)(3) = 6',
  '2(3 + 4) = 14',
  '\\left( 3 + 4 \\right) \\cdot 2 = 14',
  '\\sqrt{16} + 1 = 5',
  '2\\sqrt{\\frac{9}{4}} = 3',
  '\\binom{5}{2} = 10',
  '5! = 120',
  '(-2)^2 = 4',
  '-4 + 1 = -3',
  '5 - (-3) = 8',
  '90^\\circ - 30^\\circ = 60^\\circ',
  '1/3 = 0.33',
  '2/3 = 0.667',
];

for (const text of holding) {
  test(`sees that ${text} holds`, () => {
    assert.deepEqual(
      tolerant(text).map(({ holds }) => holds),
      [true],
    );
    assert.deepEqual(
      tolerant(`So we get $${text}$.`).map(({ holds }) => holds),
      [true],
    );
  });
}

for (const [text, seen] of [
  ['18 - 6 = 13 apples', '18 - 6 = 13 false'],
  ['5 apples + 3 apples = 9 apples', '5 apples + 3 = 9 false'],
  ['It costs \\$5 + \\$3 = \\$9.', '5 + \\$3 = 9 false'],
  ['It costs $5 + $3 = $9.', '5 + $3 = 9 false'],
  ['a total of 5 + 3 = 9 coins', '5 + 3 = 9 false'],
  ['(since 3 + 4 = 8)', '3 + 4 = 8 false'],
  ['\\boxed{12 + 30 = 43}', '12 + 30 = 43 false'],
  ['**2 + 2 = 5**', '2 + 2 = 5 false'],
  ['x = 3 + 4 = 8', '3 + 4 = 8 false'],
  ['\\begin{aligned} x &= 3 + 4 \\\\ &= 8 \\end{aligned}', '3 + 4 = 8 false'],
  ['5 \\text{ m} \\times 3 \\text{ m} = 16 \\text{ m}^2', '5 \\text{ m} \\times 3 = 16 false'],
  ['$2\\cdot3^2=36$', '2\\cdot3^2 = 36 false'],
  ['$-\\frac{1}{2} - \\frac{1}{2} = 1$', '-\\frac{1}{2} - \\frac{1}{2} = 1 false'],
  ['1/3 = 0.34', '1/3 = 0.34 false'],
  ['0.25 * 80 = 21', '0.25 * 80 = 21 false'],
] as const) {
  test(`sees that ${text} does not hold`, () => assert.deepEqual(found(text), [seen]));
}

test('reads chains pair by pair and says where the sides are', () => {
  assert.deepEqual(found('4 \\cdot 37 - 14 = 148 - 14 = 135'), [
    '4 \\cdot 37 - 14 = 148 - 14 true',
    '148 - 14 = 135 false',
  ]);
  const text = 'Hence $1 + 1 = 2$ and then $2 + 2 = 5$.';
  for (const { left, right, leftStart, rightStart } of tolerant(text)) {
    assert.ok(text.startsWith(left, leftStart) && text.startsWith(right, rightStart));
  }
});

for (const text of [
  '6x + 7 = 37',
  'x + 3 = 8',
  '3ab + 12 = 20',
  'f(3) = 10',
  '|3 - 5| = 3',
  '3 + 4 \\approx 8',
  '3 + 4 ≠ 8',
  '3 \\cdot 5 = 1 \\pmod{7}',
  'Modulo 7 we have 3 \\cdot 5 = 1.',
  '1 + 2 + \\cdots + 10 = 54',
  '1 = 0.\\overline{8}',
  '3:4 = 6:9',
  '20% of 50 = 11',
  'half of 10 + 2 = 9',
  '5 plus 8 = 14',
  '33 classes * 15 students/class = 496 students',
  '10 choose 2 = 46',
  '\\sum_{i=1}^{5} i = 16',
  'x_{1} + 2 = 4',
  '2\\frac{1}{2} = 5',
  '-2^2 = 4',
  '6 / 2(3) = 1',
  '33.33 * 3 = 100',
  '3 hours = 180 minutes',
  '1 hours + 30 minutes = 90 minutes',
  'We would get 0 = 1, a contradiction.',
  'This gives 2 + 3 = 6, which is impossible.',
  'Is 3 + 4 = 8?',
  '- 5 + 3 = 8',
  'We have 3 + 3 = 3!',
  '\\sqrt{2} = 1.41',
  '1/0 = 5',
  '1e5 + 1 = 2',
  '4.5.6 + 1 = 3',
]) {
  test(`does not call ${text} false`, () => {
    assert.deepEqual(
      tolerant(text).filter(({ holds }) => !holds),
      [],
    );
  });
}

test('evaluates one expression exactly, in lowest terms, and nothing that is more than that', () => {
  assert.deepEqual(exactNumber('\\frac{6}{4} - 2'), { n: -1n, d: 2n });
  for (const text of ['', 'x', '1 + x', '3 = 3', '3 apples and 4', '1 +', '((1)', '1/0', '0^{-1}']) {
    assert.equal(exactNumber(text), null, text);
  }
});

test('agrees with bigint arithmetic on sums and products of integers', () => {
  const operand = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  fc.assert(
    fc.property(operand, operand, operand, fc.boolean(), (a, b, c, isRight) => {
      const value = a * b - c + (isRight ? 0n : 1n);
      const [equation] = tolerant(`$(${a}) \\cdot (${b}) - (${c}) = ${value}$`);
      assert.equal(equation?.holds, isRight);
    }),
  );
});

test('never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    ...[
      '=',
      '+',
      '-',
      '*',
      '/',
      '^',
      '!',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      '\\frac',
      '\\sqrt',
      '\\binom',
      ' ',
      '\n',
    ],
    ...['12', '0', '1.5', '1,000', '$', '\\text{a}', 'x', 'apples', '.', '²', '\\boxed{', '\\left(', '99999'],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(),
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        assert.ok(Array.isArray(tolerant(text)));
      },
    ),
    { numRuns: 500 },
  );
});

test('hostile texts take time in proportion to their length', () => {
  const hostile = [
    '9^{9^{9^{9^{9}}}} = 1',
    `${'('.repeat(50_000)}1 = 1`,
    `${'1 = '.repeat(10_000)}1`,
    `1 = ${'-'.repeat(100_000)}1`,
    `1 = ${'2^'.repeat(50_000)}2`,
    `${'170! * '.repeat(1_000)}1 = 1`,
    `${'\\sqrt{9^{300}} + '.repeat(200)}1 = 1`.repeat(5),
    '\\text{'.repeat(20_000),
    `\\text{${' '.repeat(100_000)}} = 1`,
    '^ '.repeat(60_000),
    `1${'\n'.repeat(100_000)}= 1`,
    `${'1'.repeat(100_000)} = 1`,
    `${'1,111'.repeat(30_000)} = 1`,
  ];
  for (const text of hostile) {
    const ms = processorMs(() => void tolerant(text), 3_000);
    assert.ok(ms < 3_000, `${text.slice(0, 20)}… took ${ms} ms`);
  }
});

const processBench = `${testData}/data/processbench/gsm8k.json`;
const skip = existsSync(processBench)
  ? false
  : `${processBench} is absent: false alarms on real solutions not checked`;

test('calls no equation false in the solutions of ProcessBench gsm8k that are right', { skip }, () => {
  const records = JSON.parse(readFileSync(processBench, 'utf8')) as {
    id: string;
    label: number;
    steps: string[];
  }[];
  const alarms = records
    .filter(({ label }) => label === -1)
    .flatMap(({ id, steps }) =>
      steps.map((step) => ({ id, wrong: tolerant(step).filter(({ holds }) => !holds) })),
    )
    .filter(({ wrong }) => wrong.length > 0);
  assert.deepEqual(alarms, []);
});
