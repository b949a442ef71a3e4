// Arithmetic that is certainly wrong is found, and what may be meant is left alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { falseStatements, firstFalseStatement } from '../../src/arithmetic/first-false.ts';

const found = (step: string, problem = 'How many are there?') =>
  firstFalseStatement({ problem, steps: [step] });

test('a false equality or inequality is found with both values', () => {
  for (const [step, left, right] of [
    ['So she has 7 * 12 = 74 apples.', '84', '74'],
    ['\\[ 7 \\times 8 = 54 \\]', '56', '54'],
    ['We get $\\frac{3}{4} + \\frac{1}{4} = \\frac{4}{8}$.', '1', '0.5'],
    ['$1{,}200 \\cdot 3 = 3{,}500$', '3600', '3500'],
    ['$2^{10} = 1000$', '1024', '1000'],
    ['\\(12 + 30 = 42 = 6 \\cdot 8\\)', '42', '48'],
    ['The share is 3/8 = 0.38, then 5 + 6 = 12.', '11', '12'],
    ['She pays $5 * 4 = $25.', '20', '25'],
    ['Clearly \\( 2^{11} = 2048 < 2009 \\).', '2048', '2009'],
    ['Hence $\\frac{22}{7} \\approx 4.14$.', '22/7, about 3.14286', '4.14'],
    ['$\\sqrt{50} \\approx 9$', 'about 7.0710678', '9'],
  ] as const) {
    const statement = found(step);
    assert.deepEqual([statement?.leftValue, statement?.rightValue], [left, right], step);
  }
});

test('rounding, units, percent, money and chains are read as people write them', () => {
  for (const step of [
    '1/3 = 0.33 and 2/3 = 0.67.',
    '$\\frac{1}{3} \\approx 0.3$, $\\pi \\approx 3.14$, $\\sqrt{2} \\approx 1.4$',
    'We are told that $\\frac{1}{7}=0.1428$... and so on.',
    '\\[ \\frac{20}{6} = \\frac{10}{3} \\approx 3. \\]',
    '\\[ \\frac{90}{123} < k < \\frac{180}{123} \\approx 0.732 < k < 1.463 \\]',
    '3 apples + 4 apples = 7 apples',
    '\\(1,200 \\div 4 = 300\\) dollars',
    '25% of $80 = $20, and 0.25 = 25%.',
    '$2 \\cdot 3 = 6 = 12/2$',
    '$\\sqrt{75361} = 275$ and $100/7 = 14$',
    '\\[ \\frac{1}{2} \\text{ inch} = 20 \\text{ miles} \\]',
    '1 hour = 60 minutes, 3 feet = 36 inches',
    '\\[ \\sqrt{6.6 \\times 10^{-27}} = \\sqrt{6.6} \\times \\sqrt{10^{-27}} \\]',
  ]) {
    assert.equal(found(step), null, step);
  }
});

test('what is supposed, tried, denied, corrected, unknown or in another arithmetic is no error', () => {
  for (const step of [
    'Suppose that 3 + 4 = 8.',
    'If 5 = 3 + 1, then nothing holds.',
    'Testing 12: 12 + 5 = 18.',
    'Substituting gives 0 + 14 * 71 = 999. Since 994 is less than 999, this is too small.',
    'We would get $2 \\cdot 3 = 7$, a contradiction.',
    'Then $5 = 2 + 2$, which is false.',
    'Is $3 + 3 = 7$?',
    '$7 + 8 = 3 \\pmod{12}$',
    'In base 7, 5 + 4 = 12.',
    '$1101_2 = 13$',
    '$x + 3 = 7$, so $2x = 9 - 1$ and $f(2) = 5$',
    'On 3/4 = the third of April we met 5-7 people; the ratio is 2:3 = 4:6.',
    '$9 + e = 18$ and $2 e = 10$',
    '$\\sin(45) = 0.71$',
    '$\\operatorname{Arcsin}(1) = 2$',
    'As $\\pi$ counts primes, $\\pi(1) = 1$.',
    'There are $1 \\cdot 10+2 \\cdot 6+$ $3 \\cdot 3+4 \\cdot 1=35$ sets.',
    '$3.51 \\cdot 10^{13} \\approx 3 \\cdot 10^{13}$',
  ]) {
    assert.equal(found(step), null, step);
  }
  const redefined =
    'The operation $\\star$ is defined by $a \\star b = ab + 1$. Find $3 \\star 4$ in base 5.';
  assert.equal(found('So 3 * 4 = 13.', redefined), null);
});

test('each step has one statement at most, and the first is the first', () => {
  const steps = ['1 + 1 = 2', '2 + 2 = 5 and 3 + 3 = 7', 'done', '4 * 4 = 15'];
  const all = [...falseStatements({ problem: '', steps })];
  assert.deepEqual(
    all.map(({ step, left, sign, right }) => [step, left, sign, right]),
    [
      [1, '2 + 2', '=', '5'],
      [3, '4 * 4', '=', '15'],
    ],
  );
  assert.deepEqual(firstFalseStatement({ problem: '', steps }), all[0]);
});

test('hostile steps cost little and never throw', () => {
  const long = `$${'1 + '.repeat(50_000)}1 = 2$`;
  const nested = `$${'('.repeat(5000)}1${')'.repeat(5000)} < 0$`;
  const signs = `$${'1 < '.repeat(20_000)}0$`;
  const open = '$'.repeat(20_001) + '\\[ 1 = '.repeat(2000);
  for (const step of [
    long,
    nested,
    signs,
    open,
    '$9^{9^{9^9}} < 5$',
    '$10^{10^{10}} = 3$',
    '\\['.repeat(30_000),
  ]) {
    const started = process.cpuUsage();
    found(step);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 3e6, `${step.slice(0, 20)}: ${user / 1000} ms`);
  }
});
