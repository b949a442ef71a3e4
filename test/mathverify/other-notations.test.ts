// The same answer in other notations: brackets and digits of other countries, constants and indices of other names,
// families counted from other members.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('reversed brackets leave out an end', () => {
  areEqual([
    [']0,1[', '(0,1)'],
    ['$[0,1[$', '$[0,1)$'],
    ['$\\left]-\\infty;\\frac12\\right]$', '$(-\\infty,\\frac12]$'],
    ['$[0,1[\\cup]1,2]$', '$[0,1)\\cup(1,2]$'],
    ['\\mathbb{R}\\setminus ]0,1[', '(-\\infty,0]\\cup[1,\\infty)'],
    ['$[0;1]$', '$[0,1]$'],
    ['(0,1)', 'So $x\\in\\left]0,1\\right[$.'],
  ]);
  areUnequal([
    ['$]0,1[$', '$[0,1]$'],
    ['$]0,1[$', '$[0,1)$'],
    ['$[0,1[\\cup]1,2]$', '$[0,2]$'],
    ['$]1,0[$', '$(1,0)$'],
    ['$]0,1[$', '$\\{0,1\\}$'],
    ['$[0;1]$', '$(0,1)$'],
    ['a]b[c', 'abc'],
  ]);
});

test('digits in brackets behind decimals recur where the number is the answer', () => {
  areEqual([
    ['0.1(6)', '\\frac16'],
    ['$-0,1(6)$', '-1/6'],
    ['\\boxed{0.1(6)}', '1/6'],
    ['2.5(4)+1', '11'],
  ]);
  areUnequal([['0.1(6)', '0.6']]);
});

test('one in five is a fifth', () => {
  areEqual([
    ['1 in 5', '1/5'],
    ['1 out of 5', '20%'],
    ['1/5', 'The probability is 1 in 5.'],
    ['12 in', '1 ft'],
  ]);
  areUnequal([
    ['1 in 5', '5'],
    ['1 out of 5', '1'],
  ]);
});

test('an arbitrary constant takes in a constant', () => {
  areEqual([
    ['\\sin^2x+C', '-\\cos^2x+C'],
    ['y=\\ln|x|+C', '\\ln|3x|+C'],
    ['\\frac{(x+1)^2}{2}+C', '\\frac{x^2}{2}+x+C'],
    ['\\sin^2x+C', '-\\cos^2x-C'],
  ]);
  areUnequal([
    ['\\sin^2x+C', '\\cos^2x+C'],
    ['\\ln|x|+C', '3\\ln|x|+C'],
    ['\\sin^2x+C', '-\\cos^2x'],
    ['x^2+C', 'x^2+x+C'],
    ['e^x+C', 'e^{x+1}+C'],
    ['x+C', 'x+5+C'],
    ['ax^2+bx+C', 'ax^2+bx+C+1'],
    ['x^2+c', 'x^2+c+1'],
  ]);
});

test('the index of a sum has any name, also in powers and without bounds', () => {
  areEqual([
    ['\\sum a_i x^i', '\\sum a_k x^k'],
    ['\\sum_{i=0}^n a_i x^i', '\\sum_{k=0}^n a_k x^k'],
    ['\\sum_{i} i', '\\sum_k k'],
    ['\\int_0^1 f(x)\\,dx', '\\int_0^1 f(t)\\,dt'],
  ]);
  areUnequal([
    ['\\sum a_i x^i', '\\sum a_i x^k'],
    ['\\sum a_i x^i', '\\sum b_k x^k'],
    ['\\sum_{i=0}^n a_i x^i', '\\sum_{k=1}^n a_k x^k'],
    ['\\sum_{i=1}^n\\sum_{j=1}^i a_{ij}', '\\sum_{i=1}^n\\sum_{j=1}^i a_{ji}'],
    ['\\sum_{i=1}^n i x_i', '\\sum_{k=1}^n i x_k'],
  ]);
});

test('a family of values may be counted from any member, forwards or backwards', () => {
  areEqual([
    ['x=\\frac{\\pi}{4}+k\\pi, k\\in\\mathbb{Z}', 'x=\\frac{5\\pi}{4}+n\\pi, n\\in\\mathbb{Z}'],
    ['x=\\frac{\\pi}{4}+k\\pi, k\\in\\mathbb{Z}', 'x=-\\frac{3\\pi}{4}-k\\pi, k\\in\\mathbb{Z}'],
    ['n=3k+1, k\\in\\mathbb{Z}', 'n=3k-2, k\\in\\mathbb{Z}'],
    ['\\{k\\pi : k\\in\\mathbb{Z}\\}', '\\{(k+1)\\pi : k\\in\\mathbb{Z}\\}'],
  ]);
  areUnequal([
    ['x=\\frac{\\pi}{4}+k\\pi, k\\in\\mathbb{Z}', 'x=\\frac{\\pi}{4}+\\frac{k\\pi}{2}, k\\in\\mathbb{Z}'],
    ['x=\\frac{\\pi}{4}+2k\\pi, k\\in\\mathbb{Z}', 'x=\\frac{3\\pi}{4}+2k\\pi, k\\in\\mathbb{Z}'],
    ['x=k\\pi, k\\in\\mathbb{N}', 'x=\\pi(k+1), k\\in\\mathbb{N}'],
    ['x=k\\pi, k\\in\\mathbb{Z}', 'y=k\\pi, k\\in\\mathbb{Z}'],
  ]);
  // Without what k runs through it may be one member as well.
  assert.equal(verify('\\frac{\\pi}{4}+k\\pi', '\\frac{5\\pi}{4}+k\\pi').verdict, 'undecided');
});

test('residues may be listed, signed or given one by one', () => {
  areEqual([
    ['x\\equiv1,4 \\pmod 5', 'x\\equiv\\pm1 \\pmod 5'],
    ['x\\equiv1 \\pmod 5 \\text{ or } x\\equiv4\\pmod 5', 'x\\equiv\\pm1 \\pmod 5'],
    ['x^2\\equiv1 \\pmod 5', 'x\\equiv\\pm1 \\pmod 5'],
    ['x\\equiv\\pm1 \\pmod 4', 'x\\equiv 1\\pmod 2'],
  ]);
  areUnequal([
    ['x\\equiv1,4 \\pmod 5', 'x\\equiv\\pm2 \\pmod 5'],
    ['x\\equiv1,4 \\pmod 5', 'y\\equiv\\pm1 \\pmod 5'],
    ['x\\equiv\\pm1 \\pmod 5', 'x=\\pm1'],
    ['x\\equiv1 \\pmod 2, x\\equiv2\\pmod 3', 'x\\equiv1 \\pmod 2'],
  ]);
});

test('vectors may be written in unit vectors', () => {
  areEqual([
    ['\\hat{i}+2\\hat{j}+3\\hat{k}', '(1,2,3)'],
    ['\\mathbf{i}+2\\mathbf{j}+3\\mathbf{k}', '\\langle 1,2,3\\rangle'],
    ['\\hat{\\imath}+2\\hat{\\jmath}', '(1,2)'],
    ['2\\hat{i}-\\hat{k}', '\\begin{pmatrix}2\\\\0\\\\-1\\end{pmatrix}'],
    ['a\\hat{i}+b\\hat{j}', '(a,b)'],
  ]);
  areUnequal([
    ['\\hat{i}+2\\hat{j}+3\\hat{k}', '(1,3,2)'],
    ['\\hat{i}+2\\hat{j}', '\\{1,2\\}'],
    ['\\hat{i}+2\\hat{j}+1', '(1,2)'],
    ['\\hat{i}\\hat{j}', '(1,1)'],
    ['1+2i', '(1,2)'],
    ['2i', '(2,0)'],
  ]);
});

test('functions of whole numbers have their values', () => {
  areEqual([
    ['\\varphi(12)', '4'],
    ['\\phi(100)+1', '41'],
    ['C(5,2)', '10'],
    ['5P2', '20'],
    ['{}_5C_2', '10'],
    ['7!!', '105'],
  ]);
  areUnequal([
    ['\\varphi(12)', '5'],
    ['\\varphi(n)', 'n'],
    ['C(5,2)', '(5,2)'],
  ]);
});

test('letters that customarily name functions are not worked out on both sides', () => {
  areUnequal([
    ['\\phi(11)=10', '\\phi(2003)=2002'],
    ['C(4,0)', 'C(5,0)'],
  ]);
  areEqual([
    ['$B_{3} P_{3}=B_{2} P_{2}$', '$B_2P_2=B_3P_3$'],
    ['$0.1x=0.25(60)$', '$0.1x=15$'],
  ]);
});

test('letters and digits of mathematics are letters and digits', () => {
  areEqual([
    ['𝑥+1', 'x+1'],
    ['𝟓', '5'],
    ['𝜋', '\\pi'],
  ]);
});

test('bars around a square matrix are its determinant', () => {
  areEqual([
    ['\\left|\\begin{array}{cc}1&2\\\\3&4\\end{array}\\right|', '-2'],
    ['|\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}|', '-2'],
  ]);
});

test('a number times its conjugate is the square of its size', () => {
  areEqual([
    ['z\\overline{z}', '|z|^2'],
    ['z+\\overline{z}', '2\\Re z'],
  ]);
  areUnequal([['z\\overline{z}', 'z^2']]);
});

test('cycles are compared as permutations', () => {
  areEqual([
    ['(1 2 3)(4 5)', '(4 5)(1 2 3)'],
    ['(1 2 3)(4 5)', '$(5\\ 4)(2\\ 3\\ 1)$'],
    ['(1 2 3)', '\\boxed{(3\\,1\\,2)}'],
    ['$\\sigma = (1~2~3)$', 'The answer is (2 3 1).'],
    ['(1)(2 3)', '\\left(3\\ 2\\right)'],
    ['(1 2)\\circ(3 4)', '(1 2)(3 4)'],
    ['(1 2)(2 3)', '(1 2)(2 3)'],
    ['(12)(34)', '408'],
    ['(1 000)', '1000'],
    ['(1 1/2)', '3/2'],
    ['(2)(3)', '6'],
  ]);
  areUnequal([
    ['(1 2 3)', '(1 3 2)'],
    ['(1 2 3)(4 5)', '(1 2)(3 4 5)'],
    ['(1 2 3)', '(12 3)'],
    ['(1 2 3)(4 5)', '(1 2 3)'],
    ['(1 2)(2 3)', '(2 3)(1 2)'],
    ['(1 2 3)', '(1,2,3)'],
    ['(1 2)', '12'],
    ['(1 2 3)(4 5)', '5'],
  ]);
  assert.equal(verify('(1 2 3)', '(1,2,3)').verdict, 'undecided');
  assert.equal(verify('(1 2)(2 3)', '(2 3)(1 2)').verdict, 'unparsed');
});
