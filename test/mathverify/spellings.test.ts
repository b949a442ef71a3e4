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
