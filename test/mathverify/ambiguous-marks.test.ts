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
