// Pairs of which a question would say whether they are the same answer, and other names of the same thing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

function areJudged(verdict: string, pairs: readonly (readonly [gold: string, prediction: string])[]): void {
  for (const [gold, prediction] of pairs) {
    const found = verify({ gold, prediction });
    assert.equal(found.verdict, verdict, `${gold} and ${prediction}: ${found.reason}`);
  }
}

test('what only a question could decide is undecided, and what differs besides is different', () => {
  areJudged('undecided', [
    ['25\\%', '25'],
    ['15\\%', 'x = 15'],
    ['-15\\%', '-15'],
    ['4343_6', '4343'],
    ['4343', '4343_6'],
    ['[0,1)', '0 \\le x < 1'],
    ['9', '$3y + x = 12,\\quad y = 1,\\quad x = 9$'],
    ['9', '$$\\begin{aligned} x + y &= 12 \\\\ y &= 3\\\\ x &= 9 \\end{aligned}$$'],
  ]);
  areJudged('different', [
    ['25\\%', '26'],
    ['4343_6', '4343_7'],
    ['[0,1)', '0 \\le x \\le 1'],
    ['\\frac{x}{2}', '\\frac{x}{2}\\%'],
    ['8', '$3y + x = 12,\\quad y = 1,\\quad x = 9$'],
  ]);
});

test('steps to a value may say less than it', () => {
  areEqual([
    ['9', '$$\\begin{aligned} x^2 &= 81 \\\\ x &= 9 \\end{aligned}$$'],
    ['9', '$x^2 = 81, x = 9$'],
    ['3', '$3x=9, 2x = 6, x = 3$'],
  ]);
  areUnequal([
    ['9', '$x^2 = 82, x = 9$'],
    ['9', '$x = 9, x^2 = 81$'],
    ['9', '$x = 8, x = 9$'],
    ['\\pm 9', '$x^2 = 81, x = 9$'],
  ]);
});

test('a letter is a unit beside an amount, j is i beside it, and f(x) is y', () => {
  areEqual([
    ['10\\text{ meters}', '10m'],
    ['3+4i', '3 + 4j'],
    ['\\frac{1+2i}{3}', '\\frac{1+2j}{3}'],
    ['y = 2x + 3', 'f(x) = 3 + 2x'],
  ]);
  areUnequal([
    ['10', '10m'],
    ['10\\text{ meters}', '10g'],
    ['3+4i', '3 + 5j'],
    // Unit vectors
    ['i', 'j'],
    ['-2i', '-2j'],
    ['y = 2x + 3', 'f(x) = 2x + 4'],
    ['y = 2x + 3', 'f(t) = 2x + 3'],
  ]);
});
