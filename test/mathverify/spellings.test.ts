// Spellings that are easily read as something else: old infix commands, upright letters, signs in \text, spaces in numbers.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('infix fractions and binomials take all that is on either side of them', () => {
  areEqual([
    ['{x+1 \\over 2}', '\\frac{x+1}{2}'],
    ['x+1 \\over 2', '\\frac{x+1}{2}'],
    ['{n+1 \\choose 2}', '\\frac{n(n+1)}{2}'],
    ['{-b\\pm\\sqrt{b^2-4ac}\\over 2a}', '\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}'],
    ['\\left({1 \\over 2}+{1\\over 3}\\right)', '\\frac56'],
    ['{{1\\over 2} \\over 3}', '\\frac16'],
    ['10 choose 3', '120'],
    ['5 choose 2 + 3', '13'],
  ]);
  areUnequal([
    ['{x+1 \\over 2}', 'x+\\frac12'],
    ['{n+1 \\choose 2}', 'n+\\binom12'],
    ['10 choose 3', '3'],
  ]);
});

test('a sign in \\text is a sign, and an upright d is that of a differential', () => {
  areEqual([
    ['\\text{-}3', '-3'],
    ['2\\text{-}3', '-1'],
    ['\\frac{\\mathrm{d}}{\\mathrm{d}x}x^2', '2x'],
    ['\\frac{\\mathrm{d}^2}{\\mathrm{d}x^2} x^3', '6x'],
    ['\\frac{\\mathrm{d}y}{\\mathrm{d}x}', '\\frac{dy}{dx}'],
    ['\\int_0^1 x\\,\\mathrm{d}x', '\\frac12'],
    ['\\int_0^1 x\\,\\mathrm dx', '\\frac12'],
  ]);
  areUnequal([['\\text{-}3', '3']]);
});

test('groups of digits may be parted by any space of LaTeX', () => {
  areEqual([
    ['1\\;234\\;567', '1234567'],
    ['1\\:234', '1234'],
  ]);
  areUnequal([['1\\;234\\;567', '1']]);
});

test('a number to which words do something is not the result', () => {
  areUnequal([
    ['half of 10', '10'],
    ['twice 5', '5'],
    ['3 times 4', '4'],
    ['3 plus 4', '4'],
    ['3 over 4', '4'],
    ['the square root of 5', '5'],
    ['n is divisible by 6', '6'],
    ['5 per 100', '100'],
  ]);
  areEqual([
    ['12', 'So the number is 3 times 4, which gives 12.'],
    ['5', 'The roots of the equation add up to 5'],
  ]);
});

test('other directions and other times of day are other answers', () => {
  areUnequal([
    ['5 m north', '5 m east'],
    ['10 km northeast', '10 km east'],
    ['12 noon', '12 midnight'],
  ]);
  areEqual([['10 km north', '10 km due north']]);
});

test('degrees of temperature are those of one scale', () => {
  areEqual([
    ['20^{\\circ}\\mathrm{C}', '20°C'],
    ['20^{\\circ}\\mathrm{C}', '20 degrees Celsius'],
    ['20^{\\circ}\\text{C}', '20'],
    ['-5^\\circ\\text{C}', '-5 ℃'],
    ['20°C', '68°F'],
    ['20^{\\circ}', '20°C'],
    ['\\angle C = 60^\\circ', '60'],
  ]);
  areUnequal([
    ['20^{\\circ}\\mathrm{C}', '20^{\\circ}\\mathrm{F}'],
    ['20 degrees Celsius', '20 degrees Fahrenheit'],
    ['$20^\\circ C$', '$20^\\circ F$'],
  ]);
});

test('degrees are an angle beside inverse functions', () => {
  areEqual([['120^\\circ', '\\arccos\\left(-\\frac12\\right)']]);
  areUnequal([['120^\\circ', '\\arccos\\frac12']]);
});

test('a bar over a complex number is its conjugate', () => {
  areEqual([
    ['\\overline{3+4i}', '3-4i'],
    ['\\overline{a+bi}', 'a-bi'],
    ['\\overline{AB}', '\\overline{AB}'],
    ['\\underline{5}', '5'],
  ]);
  areUnequal([
    ['\\overline{3+4i}', '3+4i'],
    ['\\overline{z}', 'z'],
  ]);
});

test('logarithms as programs write them have their base', () => {
  areEqual([
    ['log2(8)', '3'],
    ['log10(100)', '2'],
    ['log2(x)', '\\log_2 x'],
  ]);
  areUnequal([['log2(x)', '\\log_{10} x']]);
});

test('phrases for no value and for no end of values', () => {
  areEqual([
    ['no solution', '\\text{None}'],
    ['DNE', 'The limit does not exist.'],
    ['infinitely many', '\\text{infinitely many solutions}'],
  ]);
  areUnequal([
    ['DNE', 'infinitely many'],
    ['None', '0'],
    ['infinitely many', '\\infty'],
  ]);
});

test('how often elements are repeated counts in a list, and not in a set', () => {
  areEqual([
    ['1,1,2', '1,2,1'],
    ['\\{1,2\\}', '1,1,2'],
    ['\\{1,2\\}', '\\{1,1,2\\}'],
    ['16,3,1,1', 'w=16, d=3, a=b=1'],
    ['64, \\frac14', 'x=2^6=64 or x=2^{-2}=\\frac14'],
    // One element in two forms, both of which were to be given.
    ['\\frac12', '\\frac12, 0.5'],
  ]);
  areUnequal([
    ['16,3,1,1', '16,3,1'],
    ['1,2', '1,1,2'],
    ['1,1,2', '1,2,2'],
    ['1,1,2', '1,2,2,2'],
  ]);
});

test('names with the index of a sum depend on it', () => {
  areEqual([
    ['\\sum_{i=1}^{n} a_i', '\\sum_{k=1}^{n} a_k'],
    ['\\prod_{i=1}^{n} x_i', '\\prod_{j=1}^{n} x_j'],
    ['\\sum_{i=1}^n a_{i+1}', '\\sum_{i=1}^n a_{i+1}'],
    ['\\sum_{i=1}^n x_1', 'n x_1'],
  ]);
  areUnequal([
    ['\\sum_{i=1}^{3} a_i', '3a_i'],
    ['\\sum_{i=1}^{n} a_i', 'n a_i'],
    ['\\sum_{i=1}^n a_{i+1}', 'n a_{i+1}'],
    ['\\sum_{i=1}^{n} a_i', '\\sum_{i=1}^{n} b_i'],
    ['F_n = \\sum_{k=0}^{n-2} F_k', 'F_n = \\sum_{w=0}^{n-2} F_k'],
  ]);
});

test('the last number of a list in brackets that was not read is no answer', () => {
  areUnequal([
    [
      '(2, 4+z, z) \\text{ for } z \\in \\{-1, -2, -3\\}',
      '(2, 4-z, z) \\text{ for } z \\in \\{-1, -2, -3\\}',
    ],
    ['(2, 4+z, z) \\text{ for } z \\in \\{-1, -2, -3\\}', '-3'],
  ]);
  areEqual([['5', 'So we get the value (that is, 5)']]);
});
