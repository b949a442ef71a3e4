// Families of values and what their letter runs through, in words, in brackets and in environments of their own; what
// web pages write; compositions; and answers of which only one value stands alone.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('what a letter runs through belongs to the value, however it is said', () => {
  areEqual([
    ['x = \\frac{\\pi}{6}+2\\pi n, n \\in \\mathbb{Z}', 'x=\\frac{\\pi}{6}+2k\\pi (k\\in \\mathbb Z)'],
    ['x = \\frac{\\pi}{6}+2\\pi n, n \\in \\mathbb{Z}', 'x=\\frac{\\pi}{6}+2k\\pi\\ (k\\in \\mathbb Z)'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=\\pi k \\text{ for any integer } k'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ where } k \\text{ is an integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi, \\text{ where } k \\text{ is any integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi, \\text{ where } k \\in\\mathbb{Z}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ for } k \\in\\mathbb{Z}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi, k\\text{ is an integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi, k \\text{ an integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ for integer } k'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ for all integers } k'],
    ['x = n\\pi, n\\in\\mathbb{Z}', '$x=k\\pi$ for $k \\in\\mathbb{Z}$'],
    ['x = n\\pi, n\\in\\mathbb{Z}', '$x=k\\pi$ where $k$ is an integer'],
    ['x = n\\pi, n\\in\\mathbb{Z}', '$x=k\\pi$, where $k$ is any integer.'],
    ['x = n\\pi, n\\in\\mathbb{Z}', '$x=k\\pi$ ($k\\in\\mathbb{Z}$)'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x = k*pi, k integer'],
    ['\\{n\\pi \\mid n\\in\\mathbb{Z}\\}', 'x=k\\pi \\text{ for any integer } k'],
    ['$f(n)=2n$ for $n\\in\\mathbb{N}$', 'f(n)=2n'],
    ['$2k\\pi$ for $k\\in\\mathbb{Z}$', '2n\\pi, n\\in\\mathbb{Z}'],
    ['\\(x=k\\pi\\) for \\(k\\in\\mathbb{Z}\\)', 'x=n\\pi,n\\in\\mathbb{Z}'],
  ]);
  areUnequal([
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=2k\\pi \\text{ for any integer } k'],
    ['x = n\\pi, n\\in\\mathbb{Z}', '$x=2k\\pi$ where $k$ is an integer'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ where } k \\text{ is an even integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ where } k \\text{ is a positive integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ where } k \\text{ is an odd integer}'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi \\text{ for some integer } k>0'],
    ['x = n\\pi, n\\in\\mathbb{Z}', 'x=k\\pi (k\\in \\mathbb N)'],
    ['$x=k\\pi$ for $k\\in\\mathbb{Z}$', '$x=2k\\pi$ for $k\\in\\mathbb{Z}$'],
    ['$x=k\\pi$ for $k\\in\\mathbb{Z}$', '$x=k\\pi$ for $k\\in\\mathbb{N}$'],
    ['$f(n)=2n$ for $n\\in\\mathbb{N}$', '$f(n)=3n$ for $n\\in\\mathbb{N}$'],
    ['x=k\\pi \\text{ for } k\\in\\mathbb{N}', 'x=n\\pi, n\\in\\mathbb{Z}'],
  ]);
});

test('entities and raised digits of web pages are read', () => {
  areEqual([
    ['&frac12;', '1/2'],
    ['3 &lt; x', '3<x'],
    ['x &gt; 3', 'x>3'],
    ['5&nbsp;cm', '5 cm'],
    ['x &le; 3', 'x\\le 3'],
    ['x&sup2;', 'x^2'],
    ['2&pi;', '2\\pi'],
    ['3 &times; 4', '12'],
    ['x<sup>2</sup>', 'x^2'],
    ['x_<sub>1</sub>', 'x_1'],
    ['10<sup>5</sup>', '100000'],
  ]);
  areUnequal([
    ['x &lt; 3', 'x>3'],
    ['3 &lt; x', 'x<3'],
    ['x<sup>2</sup>', '2x'],
    ['x<sup>2</sup>', 'x'],
    ['10<sup>5</sup>', '105'],
    ['2&pi;', '2'],
  ]);
});

test('a composition is no product', () => {
  areEqual([
    ['f\\circ g', 'f \\circ g'],
    ['30\\circ', '30^\\circ'],
  ]);
  areUnequal([
    ['a * b', 'a \\circ b'],
    ['f\\circ g', 'fg'],
    ['f\\circ g', 'g\\circ f'],
  ]);
});

test('one of several values that are stated is not the answer', () => {
  areEqual([
    ['- $5$ is the answer', '5'],
    ['- $x=5$', '5'],
    ['$x$ is $5$ or $6$', '5, 6'],
    ['The sum is $3+2$, so it is $5$', '5'],
  ]);
  areUnequal([
    ['$x$ is $5$ or $x$ is $6$', '6'],
    ['$x$ is $5$ or $x$ is $6$', '5'],
    ['$x$ is $5$ and $y$ is $6$', '6'],
    ['The base is $b$ and the height is 8', 'b'],
    ['The base is $b$ and the height is 8', '8'],
    ['x is 5 or x is 6', '6'],
    ['- $5$', '5'],
  ]);
});
