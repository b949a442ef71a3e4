// The evaluator that checks generated and handwritten solutions must itself be right, and must not skip silently.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateLatex, relationsIn } from './exact-latex.ts';

test('plain expressions have their exact value', () => {
  const cases: [string, [bigint, bigint]][] = [
    ['12 + 30', [42n, 1n]],
    ['7^2 - 4\\cdot 6', [25n, 1n]],
    ['2 \\cdot (-3)^{3} - (-1)', [-53n, 1n]],
    ['-2^2', [-4n, 1n]],
    ['-\\frac{1}{2} + \\frac{1}{3}', [-1n, 6n]],
    ['\\left(\\frac{2}{3}\\right)^2', [4n, 9n]],
    ['\\binom{8}{3}\\cdot 2', [112n, 1n]],
    ['5!', [120n, 1n]],
    ['\\left\\lfloor \\frac{664}{5} \\right\\rfloor', [132n, 1n]],
    ['\\lfloor \\frac{-7}{2} \\rfloor', [-4n, 1n]],
    ['\\gcd(9, 6)', [3n, 1n]],
    ['\\boxed{\\frac{6}{4}}', [3n, 2n]],
    ['(1+2)(3+4)', [21n, 1n]],
  ];
  for (const [text, value] of cases) assert.deepEqual(evaluateLatex(text), value, text);
});

test('anything with a symbol in it is not plain', () => {
  for (const text of [
    'x + 1',
    '2x',
    '\\pi',
    '\\sqrt{2}',
    '1 +',
    '',
    '\\frac{1}{0}',
    '|A|',
    'a_{3}',
    '2^{-1}',
    '4!\\dots',
  ]) {
    assert.equal(evaluateLatex(text), null, text);
  }
});

test('relations are found in chains and judged, congruences and orders included', () => {
  const verdicts = (text: string) => relationsIn(text).map(({ holds }) => holds);
  assert.deepEqual(verdicts('so $3 \\cdot 4 + 5 = 12 + 5 = 17$ and $x = 3$'), [true, true]);
  assert.deepEqual(verdicts('$3 \\cdot 4 = 13 = 12 + 1$'), [false, true]);
  assert.deepEqual(
    verdicts('$7^{4} \\equiv 1 \\pmod{100}$, $2^3 \\equiv 1\\pmod 7$, $8 \\equiv 2 \\pmod{7}$'),
    [true, true, false],
  );
  assert.deepEqual(verdicts('$0 \\le 5 < 4$ and $3 \\ge 3$, $2 > 3$, $1 \\ne 1$'), [
    true,
    false,
    true,
    false,
    false,
  ]);
  assert.deepEqual(verdicts('no formula here: 1 = 2'), []);
});
