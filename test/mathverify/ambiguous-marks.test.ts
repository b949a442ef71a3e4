// Commas, dollar signs and brackets that could make one answer of another, and decimals too small for their rounding.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('a value and zero, parted by a comma, is not taken for the value alone', () => {
  for (const prediction of ['-3', 'So the answer is -3.'])
    assert.equal(verify('-3,0', prediction).verdict, 'undecided', prediction);
  areEqual([
    ['-3,0', '-3.0'],
    ['3,0', '\\{3, 0\\}'],
  ]);
});

test('a list of which something took the outer dollar signs is all of its values', () => {
  areEqual([
    ['69$,$84', '84, 69'],
    ['f(x)=-1$,$f(x)=x+1', '$f(x)=-1$, $f(x)=x+1$'],
  ]);
  areUnequal([
    ['69$,$84', '69$,$94'],
    ['69$,$84', '69'],
  ]);
});

test('mathematics in brackets of its own goes with the sign, factor or power beside them', () => {
  areUnequal([
    ['-($\\frac{40}{9}$)', '$\\frac{40}{9}$'],
    ['2($x$)', '$x$'],
    ['($\\sqrt{77}$)^2', '$\\sqrt{77}$'],
    ['1/($\\sqrt{77}$)', '$\\sqrt{77}$'],
  ]);
  areEqual([
    ['($\\sqrt{77}$)', '$\\sqrt{77}$'],
    ['x = ($\\frac12$)', '$\\frac12$'],
  ]);
});

test('small decimals are compared in the places that the shorter one has', () => {
  areUnequal([
    ['.0000672', '.00006672'],
    ['$6.72\\times 10^{-5}$', '.00006672'],
  ]);
  areEqual([
    ['.0000672', '.000067'],
    ['$\\frac{1}{15000}$', '0.000067'],
    ['0.5', '0.4999999'],
  ]);
});

test('a point has as many parts as are written', () => {
  areUnequal([
    ['$5$', '$(5,5)$'],
    ['$x=5$', '$(5,5)$'],
    ['$\\{5,6\\}$', '$(5,6,6)$'],
    ['$5$', '$\\langle 5,5,5\\rangle$'],
  ]);
  areEqual([
    ['$5,6$', '$(5,6)$'],
    ['$5,5$', '$(5,5)$'],
  ]);
});

test('intervals joined by words are a union beside one, unless they may be points', () => {
  const gold = '$(-\\infty,2)\\cup(3,\\infty)$';
  areEqual([
    [gold, '$(-\\infty,2)$ and $(3,\\infty)$'],
    [gold, '$(-\\infty,2)$ or $(3,\\infty)$'],
    ['$[1,2]\\cup[3,4]$', '$[1,2]$ and $[3,4]$'],
  ]);
  areUnequal([
    [gold, '$(-\\infty,2)$ and $(4,\\infty)$'],
    ['$(1,2)\\cup(3,4)$', '$(1,2)$ and $(3,4)$'],
  ]);
});

test('a bound in words is no value, and a half-line where it is one of real numbers', () => {
  areUnequal([
    ['2', 'all real numbers greater than 2'],
    ['2', 'all integers less than 2'],
    ['5', 'all positive integers up to 5'],
    ['2', 'any number but 2'],
    ['2', 'x must be greater than or equal to 2'],
    ['3', 'odd integers from 3'],
    ['2', 'log base 2'],
    ['2', 'one over 2'],
    ['2', 'x to the 2'],
    ['2', 'ten raised to the power 2'],
    ['$(2,\\infty)$', 'all real numbers less than 2'],
  ]);
  areEqual([
    ['$(2,\\infty)$', 'all real numbers greater than 2'],
    ['$[2,\\infty)$', 'all real numbers greater than or equal to 2'],
    ['$(-\\infty,-\\frac12)$', 'real numbers less than -1/2'],
    ['7', 'Since 7 is greater than 5, the answer is 7'],
  ]);
});
