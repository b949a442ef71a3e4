// Rows set below each other, derivatives of an order in brackets, letters that name distributions, and elements left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('rows are a list of what they say, or continue the row before', () => {
  areEqual([
    ['\\begin{aligned} x&=8 \\\\ y&=3 \\end{aligned}', 'x=8, y=3'],
    ['\\begin{align*} x&=8 \\\\ y&=3 \\end{align*}', 'x=8, y=3'],
    ['\\begin{aligned} x+1 &= 2+3 \\\\ &= 5 \\end{aligned}', 'x+1=5'],
    ['$$\\begin{aligned} 2+3 &= 4+1 \\\\ &= 5 \\end{aligned}$$', '5'],
  ]);
  areUnequal([
    ['\\begin{aligned} a&=8 \\\\ b&=3 \\\\ c&=1 \\end{aligned}', '1'],
    ['\\begin{align*} x&=8 \\\\ y&=3 \\end{align*}', '3'],
    ['\\begin{aligned} x&=8 \\\\ y&=3 \\end{aligned}', 'x=3, y=8'],
  ]);
  assert.equal(parse('\\begin{align*} 2+3 &= 4+1 \\\\ &= 5 \\end{align*}').fallback, '5');
});

test('a derivative is no power', () => {
  areEqual([
    ['f^{(2)}(x)', "f''(x)"],
    ['f^{(n)}(x)', 'f^{(n)}(x)'],
    ['x^{(2)}', 'x^2'],
  ]);
  areUnequal([
    ['f^{(2)}(x)', 'f^2(x)'],
    ['f^{(n)}(x)', 'f^n(x)'],
    ['f^{(2)}(x)', 'f(x)'],
  ]);
});

test('a distribution is no point', () => {
  areUnequal([
    ['N(0,1)', '(0,1)'],
    ['U(0,1)', '(0,1)'],
    ['B(10,0.5)', '(10,0.5)'],
  ]);
  areEqual([['B(1,2)', '(1,2)']]);
});

test('sets of which both leave out elements are not called different', () => {
  assert.equal(verify('\\{1,2,3,\\ldots\\}', '\\{1,2,3,4,\\ldots\\}').verdict, 'undecided');
});

test('steps to a value are the value, and values of one letter stay a list', () => {
  areEqual([
    ['\\begin{aligned} 2x &= 18 \\\\ x &= 9 \\end{aligned}', '9'],
    ['\\begin{aligned} x+3 &= 12 \\\\ 2x &= 18 \\\\ x &= 9 \\end{aligned}', 'x = 9'],
    ['\\begin{aligned} x &= 2 \\\\ x &= 3 \\end{aligned}', 'x = 2, 3'],
  ]);
  areUnequal([
    ['\\begin{aligned} 2x &= 18 \\\\ x &= 8 \\end{aligned}', '8'],
    ['\\begin{aligned} 2x &= 18 \\\\ x &= 9 \\end{aligned}', '18'],
    ['\\begin{aligned} x &= 2 \\\\ x &= 3 \\end{aligned}', '3'],
    ['\\begin{aligned} x+y &= 10 \\\\ y &= 1 \\\\ x &= 9 \\end{aligned}', '9'],
  ]);
});
