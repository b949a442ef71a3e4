// Answers in text: expressions whose parts are in environments of their own, and items of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('operators between environments, and beside them, make one expression', () => {
  areEqual([
    ['$x$ + 5', 'x+5'],
    ['The answer is \\(x\\) + 5.', 'x+5'],
    ['$a$ - $b$', 'a-b'],
    ['$3$ \\times $4$', '12'],
    ['$\\sqrt{2}$ + $\\sqrt{3}$', '\\sqrt2+\\sqrt3'],
    ['2 × $y$', '2y'],
    ['5 + $x$ - \\(z\\)', '5+x-z'],
    ['$x$^2', 'x^2'],
    ['$0$ < $x$ < $5$', '0<x<5'],
    ['$x$ = $5$', '5'],
    ['$x=2$ and $y$ = $3$', '(2,3)'],
    ['Therefore, \\( x \\) = 200.', '200'],
  ]);
  areUnequal([
    ['$x$ + 5', '5'],
    ['$x$ + 5', 'x'],
    ['The answer is \\(x\\) + 5.', '5'],
    ['$a$ - $b$', 'b'],
    ['$3$ \\times $4$', '4'],
    ['2 × $y$', 'y'],
    ['5 + $x$', 'x'],
    ['$y$ × 2', '2'],
    ['$x$^2', 'x'],
  ]);
});

test('dashes between statements, before items of lists and before words are no minus signs', () => {
  const item = (prediction: string, gold: string) => verify({ gold, prediction });
  for (const [pred, gold] of [
    ['we have\n- \\(a = 255\\)\n- \\(b = 245\\)', 'b=245'],
    ['two solutions:\n- \\(x = 1\\)\n- \\(x = \\frac{1}{2}\\)', '1/2'],
    ['so:\n- 5', '5'],
    ['so:\n  * x = 1/2', '1/2'],
    ['so:\n-5', '-5'],
    ['- 5', '-5'],
    ['so:\n- $x$ + 5', 'x+5'],
    ['$a=255$ - $b=245$', 'b=245'],
  ] as const)
    assert.equal(item(pred, gold).verdict, 'equal', pred);
  for (const [pred, gold] of [
    ['so:\n- 5', '-5'],
    ['one solution:\n- \\(x = \\frac{1}{2}\\)', '-1/2'],
  ] as const)
    assert.equal(item(pred, gold).verdict, 'different', pred);
});
