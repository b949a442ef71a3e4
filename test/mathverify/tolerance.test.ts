// How close two values must be to be equal, and what `symmetric` promises: the same verdict whichever side is gold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type VerifyInput, verify } from '../../src/mathverify/index.ts';

type Options = Omit<VerifyInput, 'gold' | 'prediction'>;

/** The verdicts with the first as gold, and with the second. */
function bothWays(first: string, second: string, options: Options = {}): string[] {
  return [
    verify({ ...options, gold: first, prediction: second }).verdict,
    verify({ ...options, gold: second, prediction: first }).verdict,
  ];
}

test('values that can only be computed approximately are equal from nine common digits on', () => {
  const integral = '\\int_0^1 e^{-x^2} dx';
  for (const [factor, verdict] of [
    ['(1+10^{-10})', 'equal'],
    ['(1-10^{-10})', 'equal'],
    ['(1+10^{-8})', 'different'],
    ['(1-10^{-8})', 'different'],
  ] as const) {
    assert.deepEqual(bothWays(`$${integral}$`, `$${factor}${integral}$`), [verdict, verdict], factor);
  }
});

test('numericPrecision asks for that many digits, and for nine where more are asked for below exactness', () => {
  for (const [numericPrecision, equal, different] of [
    [6, '5 \\cdot 10^{-7}', '2 \\cdot 10^{-6}'],
    [8, '5 \\cdot 10^{-9}', '2 \\cdot 10^{-8}'],
    [9, '5 \\cdot 10^{-10}', '2 \\cdot 10^{-9}'],
    [12, '5 \\cdot 10^{-10}', '2 \\cdot 10^{-9}'],
    [15, '0', '5 \\cdot 10^{-14}'],
  ] as const) {
    // A fraction, an irrational number and a function.
    for (const value of ['\\frac{1}{3}', '\\sin(1)', '\\sin(x)']) {
      const verdicts = [equal, different].map(
        (by) => verify({ gold: `$${value}$`, prediction: `$(1 + ${by})${value}$`, numericPrecision }).verdict,
      );
      assert.deepEqual(verdicts, ['equal', 'different'], `${value} to ${numericPrecision} digits`);
    }
  }
});

test('an equation that holds only approximately does not solve another', () => {
  const gold = '$y = \\frac{\\sin x}{\\cos x}$';
  assert.equal(verify({ gold, prediction: '$y\\cos x = \\sin x$' }).verdict, 'equal');
  assert.equal(verify({ gold, prediction: '$y\\cos x = (1+10^{-8})\\sin x$' }).verdict, 'different');
});

test('irrational values within the tolerance of the larger are equal whichever is gold', () => {
  assert.deepEqual(bothWays('$10\\pi$', '$\\frac{221}{20}\\pi$', { numericPrecision: 1 }), [
    'equal',
    'equal',
  ]);
  assert.deepEqual(bothWays('$10\\pi$', '$\\frac{223}{20}\\pi$', { numericPrecision: 1 }), [
    'different',
    'different',
  ]);
});

test('symmetric gives the same verdict whichever side is gold: equal, else undecided, if either way is', () => {
  const anyPart: Options = { requireAll: false };
  for (const [first, second, ways, symmetric, options = {}] of [
    ['$x<2$', '$(-\\infty,2)$', ['equal', 'undecided'], 'equal'],
    ['$x<2$', '$(-\\infty,3)$', ['different', 'different'], 'different'],
    ['$x>\\sum_{n=1}^{\\infty} 1/n^3$', '$(1,\\infty)$', ['undecided', 'undecided'], 'undecided'],
    ['$\\{1\\}$', '$\\{1,\\sum_{n=1}^{\\infty} 1/n^3\\}$', ['undecided', 'equal'], 'equal', anyPart],
    ['$\\{1\\}$', '$\\{1,2\\}$', ['different', 'equal'], 'equal', anyPart],
  ] as const) {
    assert.deepEqual(bothWays(first, second, options), ways, `${first} and ${second}, as they are`);
    const verdicts = bothWays(first, second, { ...options, symmetric: true });
    assert.deepEqual(verdicts, [symmetric, symmetric], `${first} and ${second}`);
  }
});
