// Notations of which a part was left out or read as something else: factors behind a fraction, large sums of money, units
// beside each other, domains with signs, lists with dots, several labels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

function verdictOf(gold: string, prediction: string): string {
  return verify({ gold, prediction }).verdict;
}

test('a factor behind a fraction and a blank is multiplied by it', () => {
  areEqual([
    ['1/2 x', '\\frac{x}{2}'],
    ['y = 1/2 x + 3', '2y = x + 6'],
    ['-3/4 x', '-\\frac34x'],
    ['1/3 π', '\\frac{\\pi}{3}'],
    ['1/2 \\sqrt{3}', '\\frac{\\sqrt3}{2}'],
    ['1/2 ln 2', '\\frac{\\ln 2}{2}'],
    ['1/2 bh', '\\frac{bh}{2}'],
    ['3 * 1/2 x', '1.5x'],
    ['1/(2x)', '\\frac{1}{2x}'],
  ]);
  areUnequal([
    ['1/2 x', '\\frac{1}{2x}'],
    ['1/2 x', '\\frac x3'],
  ]);
});

test('without the blank it is not certain to which part it belongs', () => {
  for (const [gold, prediction] of [
    ['x/2', '1/2x'],
    ['\\frac{\\pi}{2}', '1/2π'],
    ['\\frac{\\sqrt3}{2}', '1/2√3'],
    ['\\frac{x+1}{2}', '1/2(x+1)'],
    ['2y = x + 6', 'y = 1/2x + 3'],
  ] as const) {
    assert.equal(verdictOf(gold, prediction), 'undecided', prediction);
    assert.equal(verdictOf(prediction, gold), 'undecided', prediction);
  }
  assert.equal(verdictOf('1/2x', 'x/3'), 'different');
});

test('a logarithm without its base, and a bar over two letters, may mean what the other side says', () => {
  for (const [gold, prediction] of [
    ['\\frac{\\pi}{8}\\log 2', '\\frac{\\pi\\ln 2}{8}'],
    ['1', '\\log e'],
    ['AB', '\\overline{AB}'],
  ] as const)
    assert.equal(verdictOf(gold, prediction), 'undecided', prediction);
  areEqual([
    ['\\log 100', '2'],
    ['\\log_2 3', '\\frac{\\log 3}{\\log 2}'],
  ]);
  assert.equal(verdictOf('\\log_{10} 3', '\\ln 3'), 'different');
  assert.equal(verdictOf('\\log 3', '\\log 4'), 'different');
});

test('letters of families and of solutions may have other names', () => {
  for (const [gold, prediction] of [
    ['2n\\pi \\pm \\frac{\\pi}{3}', 'x = \\pm \\frac{\\pi}{3} + 2k\\pi'],
    ['k\\pi + (-1)^k \\frac{\\pi}{6}', 'n\\pi + (-1)^n \\frac{\\pi}{6}'],
    ['y = Ce^x', 'y = Ae^x'],
    ['y = C_1e^x + C_2', 'y = Ae^x + B'],
    ['y = c_1e^x + c_2e^{-x}', 'y = c_1e^{-x} + c_2e^x'],
  ] as const) {
    assert.equal(verdictOf(gold, prediction), 'undecided', prediction);
    assert.equal(verdictOf(prediction, gold), 'undecided', prediction);
  }
  for (const [gold, prediction] of [
    ['2n\\pi', '3k\\pi'],
    ['y = Ae^x', 'y = Ce^{2x}'],
    ['x + A', 'x + B'],
    ['AB', 'CD'],
  ] as const)
    assert.equal(verdictOf(gold, prediction), 'different', prediction);
});

test('the label of an option is no factor, articles say nothing, and two names have no order', () => {
  areEqual([
    ['42', 'The correct answer is (C) 42.'],
    ['C', 'The correct answer is (C) 42.'],
    ['ellipse', 'an ellipse'],
    ['Alice and Bob', 'Bob and Alice'],
  ]);
  areUnequal([
    ['(C) 42', '(C) 43'],
    ['Alice and Bob', 'Alice'],
    ['(C)(42)', '42'],
  ]);
});

test('words and letters behind a number make it large', () => {
  areEqual([
    ['2 crore', '20000000'],
    ['1 lakh', '1,00,000'],
    ['Rs 2 lakh', '200000'],
    ['$1.5M', '1500000'],
    ['\\$5k', '5000'],
    ['\\$2 bn', '2,000,000,000'],
    ['5 per cent', '0.05'],
  ]);
  areUnequal([
    ['2 crore', '2'],
    ['1 lakh', '1'],
    ['$1.5M', '1.5'],
    ['5 gross', '5'],
    ['2 score', '2'],
  ]);
});

test('a letter behind a sum of money is a factor, and a rate is a rate', () => {
  areEqual([
    ['\\$5 per hour', '5 dollars per hour'],
    ['\\$5/hr', '\\$5 per hour'],
    ['\\$2.50 per pound', '2.5'],
    ['\\$3 per ticket', '3'],
  ]);
  areUnequal([
    ['\\$5x', '5'],
    ['\\$5n', '\\$5'],
    ['\\$5 per hour', '\\$5 per day'],
  ]);
});

test('units are read behind pi and powers of ten, and beside each other', () => {
  areEqual([
    ['6π cm', '60π mm'],
    ['25π square units', '25π'],
    ['3.0 × 10^8 m/s', '3 \\times 10^8 \\text{ m/s}'],
    ['3 x 10^8 m/s', '300000 km/s'],
    ['10^3 m', '1 km'],
    ['10 ms^{-2}', '10 m/s^2'],
    ['36 km/h', '10 \\text{ ms}^{-1}'],
    ['5 Nm^{-2}', '5 N/m^2'],
    ['5 ms', '0.005 s'],
    ['0 °C', '273.15 K'],
    ['300 K', '300'],
  ]);
  areUnequal([
    ['6π cm', '6 cm'],
    ['300 K', '300 °C'],
    ['20π r', '20π'],
  ]);
});

test('domains with signs are sets of numbers', () => {
  areEqual([
    ['\\mathbb{R}^+', '(0,\\infty)'],
    ['\\mathbb{R}_{>0}', '\\mathbb{R}^{+}'],
    ['\\mathbb{R}_{\\ge 0}', '[0,\\infty)'],
    ['\\mathbb{R}^+_0', '[0,\\infty)'],
    ['\\mathbb{R}_+^*', '(0,\\infty)'],
    ['\\mathbb{R}^*', '\\mathbb{R}\\setminus\\{0\\}'],
    ['\\mathbb{N}_0', '\\mathbb{Z}_{\\ge0}'],
    ['\\mathbb{N}^*', '\\mathbb{Z}^+'],
    ['\\mathbb{R}^2', '\\mathbb{R}^{2}'],
  ]);
  areUnequal([
    ['\\mathbb{R}^+', '[0,\\infty)'],
    ['\\mathbb{R}^+', '\\mathbb{R}'],
    ['\\mathbb{R}^+', '\\mathbb{R}^-'],
    ['\\mathbb{R}^2', '\\mathbb{R}^3'],
    ['\\mathbb{Z}^5', '\\mathbb{Z}_5'],
    ['\\mathbb{Z}^+', '(0,\\infty)'],
  ]);
  assert.equal(verdictOf('\\mathbb{R}_+', '[0,\\infty)'), 'undecided');
  assert.equal(verdictOf('\\mathbb{N}', '\\mathbb{Z}^+'), 'undecided');
});

test('values that are excluded are taken out of an interval', () => {
  areEqual([
    ['[-2,1)\\cup(1,\\infty)', 'x\\ge -2, x\\ne 1'],
    ['(0,1)\\cup(1,\\infty)', 'x>0 and x\\ne 1'],
    ['x\\ne1, x\\ne2', 'x\\ne 1,2'],
  ]);
  areEqual([
    ['\\mathbb{R}\\setminus\\{1\\}', 'x\\in\\mathbb{R}, x\\ne 1'],
    ['[0,1/2)\\cup(1/2,1]', 'x\\in[0,1], x\\ne 1/2'],
    ['(0,1)\\cup(2,3)', 'x\\in(0,1) or x\\in(2,3)'],
    ['\\{2,3\\}', 'x\\in\\mathbb{Z}, 1<x<4'],
    ['2,3', '1<x<4, x\\in\\mathbb{Z}'],
    ['5', 'n=5, n\\in\\mathbb{Z}'],
  ]);
  areUnequal([
    ['(1,4)', 'x\\in\\mathbb{Z}, 1<x<4'],
    ['x>0', 'x\\in\\mathbb{Z}, x>0'],
    ['x\\ge -2', 'x\\ge -2, x\\ne 1'],
    ['x\\ne 1,2', 'x\\ne 1'],
    ['1', 'x\\ne 1, 2'],
  ]);
});

test('dots in a list continue it in equal steps', () => {
  areEqual([
    ['\\{1,2,\\ldots,5\\}', '\\{1,2,3,4,5\\}'],
    ['1,3,5,\\ldots,9', '1,3,5,7,9'],
    ['-2,-1,...,2', '-2,-1,0,1,2'],
    ['$1,2,3,\\ldots$', '1, 2, 3, ...'],
  ]);
  areUnequal([
    ['1, 2, 3, ...', '1, 2, 3'],
    ['1,2,\\ldots,10', '1,2,\\ldots,9'],
    ['1,2,\\ldots,8', '1,2,4,8'],
    ['0,0,\\ldots,0', '0,0'],
    ['0,1,\\ldots,5', '0,1,5'],
  ]);
});

test('several labels are not the first of them', () => {
  areEqual([
    ['A, C', '(A) and (C)'],
    ['I and III', 'I, III only'],
    ['A, B, D', 'ABD'],
    ['B', 'B, since the sum is 5'],
  ]);
  areUnequal([
    ['(A)', '(A) and (B)'],
    ['(A) or (B)', '(A)'],
    ['I and II', 'I and III'],
    ['I and II', 'I or II'],
    ['44 BC', '44 AD'],
  ]);
});

test('roots in the manner of plain TeX, and 1e-3', () => {
  areEqual([
    ['\\root 3 \\of 2', '\\sqrt[3]{2}'],
    ['\\root{3}\\of{2x}', '\\sqrt[3]{2x}'],
    ['$1e-3$', '0.001'],
  ]);
  areUnequal([['1e-3', 'e-3']]);
});
