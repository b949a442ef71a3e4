// Answers of several parts: sets given by conditions, systems of solutions, signs of points, congruences.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('a set given by a condition is made of its elements, not of the condition alone', () => {
  areEqual([
    ['\\{2k\\pi : k\\in\\mathbb{Z}\\}', '\\{2\\pi k \\mid k\\in\\mathbb{Z}\\}'],
    ['\\{x\\in\\mathbb{Z} : 1<x<5\\}', '\\{2,3,4\\}'],
    ['\\{x\\in\\mathbb{Z} : x^2\\le 2\\}', '\\{-1,0,1\\}'],
    ['\\{x\\in\\mathbb{Z} : -\\frac52<x\\le-1\\}', '\\{-2,-1\\}'],
    ['\\{n\\in\\mathbb{N} : n<4\\}', '\\{1,2,3\\}'],
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

test('each coordinate of a point has its own sign, unless an opposite one ties them', () => {
  areEqual([
    ['(\\pm 3,\\pm 2)', '(3,2),(-3,2),(3,-2),(-3,-2)'],
    ['(\\pm1,\\mp1)', '(1,-1),(-1,1)'],
    ['(\\pm1,0,\\pm2)', '(1,0,2),(-1,0,2),(1,0,-2),(-1,0,-2)'],
    ['(x,y)=(\\pm1,2)', '(1,2),(-1,2)'],
  ]);
  areUnequal([
    ['(\\pm 3,\\pm 2)', '(3,2),(-3,-2)'],
    ['(\\pm1,\\mp1)', '(1,1),(-1,-1)'],
    ['(\\pm1,\\mp1)', '(1,1),(1,-1),(-1,1),(-1,-1)'],
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
