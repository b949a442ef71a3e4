// Arithmetic of points, sets and matrices: multiples, sums, inverses, what is taken away, and names of points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('points, sets and matrices are worked out', () => {
  areEqual([
    ['\\frac13(1,2,2)', '(\\frac13,\\frac23,\\frac23)'],
    ['2(1,2)', '(2,4)'],
    ['-(1,2)', '(-1,-2)'],
    ['\\frac{(1,2)}{2}', '(\\frac12,1)'],
    ['t(1,2,3)', '(t,2t,3t)'],
    ['(1,0)+t(1,1)', '(1+t,t)'],
    ['(1,2)+(3,4)', '(4,6)'],
    ['(1,2,3)^T', '(1,2,3)'],
    ['3\\langle 1,2\\rangle', '\\langle 3,6\\rangle'],
    ['A(1,2)', '(1,2)'],
    ['A(1,2), B(3,4)', '(1,2),(3,4)'],
    ['\\mathbb{R}-\\{0\\}', '\\mathbb{R}\\setminus\\{0\\}'],
    ['\\mathbb{R}-\\{0,1\\}', '(-\\infty,0)\\cup(0,1)\\cup(1,\\infty)'],
    ['[0,5]-\\{1\\}', '[0,1)\\cup(1,5]'],
    ['\\{x \\mid x > 3\\}', '(3,\\infty)'],
    ['\\{x \\in \\mathbb{R} : x > 3\\}', '(3,\\infty)'],
    ['\\{x : 0<x<1\\}', '(0,1)'],
    ['\\{x: x^2<4\\}', '(-2,2)'],
    ['\\begin{pmatrix}1&1\\\\0&1\\end{pmatrix}^{-1}', '\\begin{pmatrix}1&-1\\\\0&1\\end{pmatrix}'],
    [
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}^{-1}',
      '\\frac{1}{-2}\\begin{pmatrix}4&-2\\\\-3&1\\end{pmatrix}',
    ],
    [
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}^{-1}',
      '\\frac{1}{ad-bc}\\begin{pmatrix}d&-b\\\\-c&a\\end{pmatrix}',
    ],
    [
      '\\begin{pmatrix}2&0&0\\\\0&4&0\\\\0&0&5\\end{pmatrix}^{-1}',
      '\\begin{pmatrix}1/2&0&0\\\\0&1/4&0\\\\0&0&1/5\\end{pmatrix}',
    ],
    ['\\begin{pmatrix}1&1\\\\0&1\\end{pmatrix}^{-2}', '\\begin{pmatrix}1&-2\\\\0&1\\end{pmatrix}'],
    ['\\begin{pmatrix}1&1\\\\0&1\\end{pmatrix}^{0}', '\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}'],
  ]);
  areUnequal([
    ['A(1,2)', '(2,1)'],
    ['A(1,2)', 'B(1,2)'],
    ['C(5,2)', '(5,2)'],
    ['P(5,2)', '(5,2)'],
    ['f(1,2)', '(1,2)'],
    ['\\frac13(1,2,2)', '(1,2,2)'],
    ['(1,2)+(3,4)', '(3,4)'],
    ['(1,2)\\cdot(3,4)', '(3,8)'],
    ['\\mathbb{R}-\\{0\\}', '\\mathbb{R}'],
    ['\\mathbb{R}-\\{0\\}', '\\mathbb{R}-\\{1\\}'],
    ['\\mathbb{R}-\\{0\\}', '\\{0\\}'],
    ['\\{x \\mid x > 3\\}', '[3,\\infty)'],
    ['\\{x \\in \\mathbb{Z} : x > 3\\}', '(3,\\infty)'],
    ['\\{(x,y) : x > 3\\}', '(3,\\infty)'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}^{-1}', '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}^{-1}', '\\begin{pmatrix}1&1/2\\\\1/3&1/4\\end{pmatrix}'],
    ['\\begin{pmatrix}1&2\\\\2&4\\end{pmatrix}^{-1}', '\\begin{pmatrix}1&2\\\\2&4\\end{pmatrix}'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '5'],
    ['\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}', 'I'],
    ['[0,1]', '2[0,1]'],
  ]);
});

test('what may be a matrix or a multiple is not called different', () => {
  for (const [gold, prediction] of [
    ['\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}', 'I'],
    ['\\begin{pmatrix}1&1\\\\0&1\\end{pmatrix}^n', '\\begin{pmatrix}1&n\\\\0&1\\end{pmatrix}'],
    ['t(1,2)', '(1,2)'],
  ] as const)
    for (const [a, b] of [
      [gold, prediction],
      [prediction, gold],
    ] as const)
      assert.equal(verify(a, b).verdict, 'undecided', `${a} and ${b}`);
  for (const value of ['5', '2\\sqrt5', '2^{10}'])
    assert.equal(verify('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', value).verdict, 'different', value);
});
