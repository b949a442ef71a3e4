// Answers of several parts: sets given by conditions, systems of solutions, signs of points, congruences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('a set given by a condition is made of its elements, not of the condition alone', () => {
  areEqual([
    ['\\{2k\\pi : k\\in\\mathbb{Z}\\}', '\\{2\\pi k \\mid k\\in\\mathbb{Z}\\}'],
    ['\\{x\\in\\mathbb{Z} : 1<x<5\\}', '\\{2,3,4\\}'],
    ['\\{x\\in\\mathbb{Z} : x^2\\le 2\\}', '\\{-1,0,1\\}'],
    ['\\{x\\in\\mathbb{Z} : -\\frac52<x\\le-1\\}', '\\{-2,-1\\}'],
    ['\\{n\\in\\mathbb{N} : n<4\\}', '\\{1,2,3\\}'],
    ['\\{(x,y) : x=y\\}', 'x=y'],
  ]);
  areUnequal([
    ['\\{2k\\pi : k\\in\\mathbb{Z}\\}', '\\{3k\\pi : k\\in\\mathbb{Z}\\}'],
    ['\\{2k\\pi \\mid k\\in\\mathbb{Z}\\}', '\\{k\\pi \\mid k\\in\\mathbb{Z}\\}'],
    ['\\{x^2 : x\\in\\mathbb{R}\\}', '\\{x^3 : x\\in\\mathbb{R}\\}'],
    ['\\{(x,y): x=1\\}', '\\{(x,z): x=1\\}'],
    ['\\{n : n \\equiv 1 \\pmod 4\\}', '\\{2n : n\\equiv 1\\pmod 4\\}'],
    ['\\{x\\in\\mathbb{Z} : 1<x<5\\}', '\\{x\\in\\mathbb{R} : 1<x<5\\}'],
    ['\\{x\\in\\mathbb{Z} : 1<x<5\\}', '(1,5)'],
    ['\\{x\\in\\mathbb{Z} : 1<x<5\\}', '\\{2,3,4,5\\}'],
    ['\\{x\\in\\mathbb{N} : x<5\\}', '\\{x\\in\\mathbb{Z} : x<5\\}'],
  ]);
});

test('solutions of several unknowns stay together', () => {
  areEqual([
    ['x=-1, y=0 \\text{ or } x=1, y=2', '(-1,0),(1,2)'],
    ['x=-1, y=0 or x=1, y=2', 'x=1, y=2 or x=-1, y=0'],
    ['$x=-1, y=0$ or $x=1, y=2$', '$(1,2)$ and $(-1,0)$'],
    ['x=y=2, z=3', '(2,2,3)'],
    ['x=y=2, z=3', 'x=2, y=2, z=3'],
  ]);
  areUnequal([
    ['x=-1, y=0 or x=1, y=2', 'x=-1, y=2 or x=1, y=0'],
    ['$x=-1, y=0$ or $x=1, y=2$', '$x=-1, y=2$ or $x=1, y=0$'],
    ['x=-1, y=0 or x=1, y=2', '(-1,0)'],
    ['x=y=2, z=3', '(2,3)'],
    ['x=y=2, z=3', 'x=2, y=3, z=3'],
  ]);
});

test('the signs of a point belong together, as (x,y) = (±1,±2) where xy = 2', () => {
  areEqual([
    ['(\\pm 3,\\pm 2)', '(3,2),(-3,-2)'],
    ['(\\pm1,\\mp1)', '(1,-1),(-1,1)'],
    ['(x,y)=(\\pm1,2)', '(1,2),(-1,2)'],
  ]);
  areUnequal([
    ['(\\pm 3,\\pm 2)', '(3,2),(-3,2),(3,-2),(-3,-2)'],
    ['(\\pm1,\\mp1)', '(1,1),(-1,-1)'],
  ]);
});

test('a modulus belongs to the residues before it', () => {
  areEqual([
    ['x\\equiv 3\\pmod 7', 'x\\equiv 3 \\bmod 7'],
    ['x\\equiv 3\\pmod 7', 'x ≡ 3 (mod 7)'],
    ['x\\equiv 3\\pmod 7', '3 (mod 7)'],
    ['3\\pmod 7', '10 (mod 7)'],
    ['3\\pmod 7', '3'],
    ['n\\equiv 1,2\\pmod 4', 'n\\equiv 2,1\\pmod 4'],
    ['n\\equiv 1 \\text{ or } 2\\pmod 4', 'n\\equiv 1, 2\\pmod 4'],
  ]);
  areUnequal([
    ['3\\pmod 7', '7'],
    ['3\\pmod 7', '4\\pmod 7'],
    ['3 (mod 7)', '3 (mod 8)'],
    ['x\\equiv 3 (mod 7)', 'x\\equiv 4 (mod 7)'],
    ['n\\equiv 1,2\\pmod 4', 'n\\equiv 1,3\\pmod 4'],
    ['n\\equiv 1 \\text{ or } 2\\pmod 4', 'n\\equiv 1 \\text{ or } 3\\pmod 4'],
    ['x\\equiv 3\\pmod 7', 'x\\equiv 3 \\bmod 8'],
  ]);
});

test('a decimal with a comma is two numbers beside a list', () => {
  areEqual([
    ['1,3', '$1,3$'],
    ['-2,1', '\\boxed{-2,1}'],
    ['2,3', 'x=2 or x=3'],
    ['2,3', '(2,3)'],
    ['3,14', '3.14'],
  ]);
  areUnequal([
    ['1,3', '$1,4$'],
    ['1,3', '3,1'],
    ['3,05', '$\\{3,5\\}$'],
  ]);
});

test('equations of other names are other equations', () => {
  areEqual([
    ['f(x)=x,f(x)=-x', 'f(t)=-t,f(t)=t'],
    ['f(x)=1', 'f(t)=1'],
    ['a=2, a=3', 'a=3, 2'],
  ]);
  areUnequal([
    ['f(x)=1', 'g(x)=1'],
    ['f(x)=x,f(x)=-x', 'g(x)=x,f(x)=-x'],
    ['$a=2$, $a=3$', '$b=2$, $a=3$'],
    ['x_1=2, x_2=3', 'x_2=2, x_2=3'],
  ]);
});

test('conditions behind an answer are not the answer', () => {
  areEqual([
    ['$f(x)=cx$ for any constant $c$', '$f(x)=cx$'],
    ['$f(x)=ax+b$, where $a$ is an integer with $\\mho(a)=0$', 'f(x)=b+ax'],
    ['$5$', 'There is one such $a$ for each $n$, so we get $5$'],
    ['$5$', 'There is one such $a$ for each $n$. The number is $5$.'],
    ['$f(x)=2x$ for all $x>0$', '$f(x)=2x$'],
    ['5', 'For every $n$ where $n>1$ the value is $5$.'],
    ['7', 'There exists $k$ such that $k=7$.'],
    ['3', 'Find all $n$ such that $n^2<10$: $n=3$.'],
    ['$7$', 'The value of $n$ for any $k$ is $7$.'],
    ['12', 'Then $x=3$ for each $y$, and the sum is $12$.'],
    ['$x>2$', "Since $f'(x)=2x-4$, $f$ is increasing for all $x>2$."],
  ]);
  areUnequal([
    [
      '$f(x)=ax+b$, where $a$ is an integer with $\\mho(a)=0$',
      '$f(x)=ax-b$, where $a$ is an integer with $\\mho(a)=0$',
    ],
    ['$f(x)=cx$ for any constant $c$', '$c$'],
  ]);
});

test('the name of a parameter means nothing, what it runs through does', () => {
  areEqual([
    ['x=2k\\pi, k\\in\\mathbb{Z}', 'x=2n\\pi, n\\in\\mathbb{Z}'],
    ['x=\\frac{\\pi}{4}+k\\pi, k\\in\\mathbb{Z}', 'x=\\frac{\\pi}{4}+n\\pi'],
    ['\\{2k\\pi : k\\in\\mathbb{Z}\\}', '2n\\pi, n\\in\\mathbb{Z}'],
    ['(t,2t), t\\in\\mathbb{R}', '(t,2t)'],
    ['\\{n : n\\in\\mathbb{Z}\\}', '\\{k : k\\in\\mathbb{Z}\\}'],
    ['\\{n : n\\in\\mathbb{Z}\\}', '\\mathbb{Z}'],
  ]);
  areUnequal([
    ['2k\\pi, k\\in\\mathbb{Z}', 'k\\pi, k\\in\\mathbb{Z}'],
    ['x=2k\\pi, k\\in\\mathbb{Z}', 'x=2k\\pi, k\\in\\mathbb{N}'],
    ['x=ak, k\\in\\mathbb{Z}', 'x=bk, k\\in\\mathbb{Z}'],
    ['x=ak, k\\in\\mathbb{Z}', 'x=a^2, a\\in\\mathbb{Z}'],
    ['2k\\pi, k\\in\\mathbb{Z}', '2\\pi, k\\in\\mathbb{Z}'],
    ['\\{x : x\\in\\mathbb{R}\\}', 'x'],
    ['\\{n : n\\in\\mathbb{Z}\\}', 'm'],
    ['x=k, k\\in\\mathbb{Z}', 'x=n'],
  ]);
});

test('ratios of three parts are proportions', () => {
  areEqual([
    ['1:2:3', '2:4:6'],
    ['1:2:3', '\\frac12:1:\\frac32'],
    ['3:4', '6 to 8'],
    ['0:1:2', '0:3:6'],
  ]);
  areUnequal([
    ['1:2:3', '2:4:5'],
    ['1:2:3', '3:2:1'],
    ['1:2:3', '(2,4,6)'],
    ['3:4', '4 to 3'],
    ['0:1:2', '0:3:5'],
    ['0:0:0', '1:2:3'],
    ['1:2:0', '3:6:1'],
  ]);
});

test('rows in brackets are a matrix beside one', () => {
  areEqual([
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '[[1,2],[3,4]]'],
    ['\\begin{pmatrix}1&2&3\\\\3&4&5\\end{pmatrix}', '((1,2,3),(3,4,5))'],
  ]);
  areUnequal([
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '[[1,3],[2,4]]'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '[[1,2,3],[4,5,6]]'],
  ]);
});

test('named coordinates are a point, and terms that are left out are not worked out', () => {
  areEqual([['(a,b)=(1,2)', 'a=1, b=2']]);
  const verdictOf = (gold: string, prediction: string): string => verify({ gold, prediction }).verdict;
  assert.equal(verdictOf('1+2+\\cdots+100', '5050'), 'undecided');
  assert.equal(verdictOf('1,2,\\ldots', '1,2'), 'different');
});
