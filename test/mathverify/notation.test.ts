// Notations of one and the same value: characters, commands, recurring decimals, thousands, bases, infinity.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('recurring decimals are written with bars, dots or brackets', () => {
  areEqual([
    ['0.\\dot{3}', '\\frac13'],
    ['$0.\\bar{3}$', '\\frac13'],
    ['0.(3)', '1/3'],
    ['0.333...', '\\frac13'],
    ['0.1666\\ldots', '\\frac16'],
    ['$0.\\dot{1}4285\\dot{7}$', '\\frac17'],
    ['0.\\dot1\\dot2', '\\frac{12}{99}'],
    ['0.142857142857…', '1/7'],
    ['0.\\overline{36}', '\\frac{4}{11}'],
    ['2.718281828...', 'e'],
  ]);
  areUnequal([
    ['0.\\dot{3}', '0'],
    ['0.\\bar{3}', '0.\\bar{4}'],
    ['0.\\dot{1}\\dot{2}', '0.\\dot{1}\\dot{3}'],
    ['0.333...', '0.333'],
    ['0.333...', '0.444...'],
    ['0.\\overline{16}', '\\frac16'],
  ]);
});

test('a percent sign belongs to the whole of a mixed number', () => {
  areEqual([
    ['33\\frac13\\%', '1/3'],
    ['$12\\tfrac12\\%$', '0.125'],
    ['33\\frac{1}{3}\\%', '33 1/3 percent'],
  ]);
  areUnequal([
    ['33\\frac13\\%', '33'],
    ['33\\frac13\\%', '33\\frac23\\%'],
  ]);
});

test('a number with letters right behind it that carry a formula further is not the answer', () => {
  areEqual([
    ['5cm', '5 cm'],
    ['20dollars', '20'],
    ['30mph', '30'],
    ['12km/h', '12 km/h'],
    ['3rd-order', '3rd-order'],
  ]);
  areUnequal([
    ['2npi+pi/3', '2npi-pi/3'],
    ['2npi + pi/3', '2npi - pi/3'],
    ['2npi+pi/3', '2'],
    ['3abc*5', '3abc*7'],
    ['3abc^2', '3abc^3'],
    ['4foo/5', '4foo/7'],
    ['4foo-(x)', '4foo-(y)'],
  ]);
});

test('digits are grouped in the manner of several countries', () => {
  areEqual([
    ["1'234'567", '1234567'],
    ['1.234.567', '1,234,567'],
    ['1.234,56', '1234.56'],
    ['1,00,000', '100000'],
    // The digits of three values that make one number by chance are not to be expected.
    ['12,34,567', '1234567'],
    ['₹12,34,567', '1,234,567'],
    ['-12,34,567', '-1234567'],
    ['12,34,567.50', '1234567.5'],
    ['12,34,567', '12, 34, 567'],
    ['$1.234,5$', '$1.234, 5$'],
  ]);
  areUnequal([
    ["1'234'567", '1'],
    ["1'234'567", "1'234'568"],
    ['1,00,000', '1,0,0'],
    ['12,34,567', '1234568'],
    ['12, 34, 567', '1234567'],
    ['$12, 34, 567$', '1234567'],
    ['\\{12,34,567\\}', '1234567'],
    ['{12,34,567}', '1234567'],
    ['12,34,567', '12, 34, 568'],
    ['1,34,567', '{1,34,567}, 2'],
    ['(1.234,56)', '1234.56'],
    ['1.234', '1234'],
    ['$1.234,5$', '1234.5'],
  ]);
});

test('characters beyond ASCII mean what their commands in LaTeX mean', () => {
  areEqual([
    ['3⁄4', '\\frac34'],
    ['∛2', '\\sqrt[3]{2}'],
    ['x₁+x₂', 'x_1+x_2'],
    ['2ⁿ', '2^n'],
    ['θ', '\\theta'],
    ['αβ', '\\alpha\\beta'],
    ['ℝ', '\\mathbb{R}'],
    ['（1，2）', '(1,2)'],
    ['５', '5'],
  ]);
  areUnequal([
    ['3⁄4', '3'],
    ['3⁄4', '3⁄5'],
    ['x₁', 'x₂'],
    ['ℝ', 'ℤ'],
    ['2ⁿ', '2n'],
  ]);
  const text = 'so we get ５０ ½ metres';
  const { at } = parse(text);
  assert.equal(text.slice(at!.start, at!.end), '５０ ½ metres');
});

test('commands that only set a formula say nothing', () => {
  areEqual([
    ['\\surd 2', '\\sqrt2'],
    ['\\bf{5}', '5'],
    ['\\color{red}{5}', '5'],
    ['\\textcolor{blue}{5}', '5'],
    ['\\phantom{0}5', '5'],
    ['\\nicefrac{1}{2}', '0.5'],
    ['\\num{5}', '5'],
    ['\\SI{5}{cm}', '5 cm'],
    ['x^\\prime', "x'"],
    ['\\text{infinity}', '\\infty'],
  ]);
  areUnequal([
    ['\\surd 2', '2'],
    ['\\color{red}{5}', '\\color{red}{6}'],
    ['\\phantom{0}5', '0'],
    ['\\SI{5}{cm}', '\\SI{5}{m}'],
    ['x^\\prime', 'x'],
  ]);
});

test('bases are named in words, in digits and by a prefix', () => {
  areEqual([
    ['1011_{\\text{two}}', '1011_2'],
    ['2516_{\\text{eight}}', '1358'],
    ['0x1F', '31'],
    ['200203_{-4}', '-2013_{10}=200203_{-4}'],
  ]);
  areUnequal([
    ['0x1F', '0'],
    ['0x1F', '0x2F'],
    ['$0xa$', '10'],
    ['1011_{\\text{two}}', '1011'],
    ['203_{-4}', '203_{-5}'],
  ]);
});

test('infinity and something finite is infinity', () => {
  areEqual([
    ['1+\\infty', '\\infty'],
    ['2\\infty', '\\infty'],
    ['-3\\cdot\\infty', '-\\infty'],
  ]);
  areUnequal([
    ['1-\\infty', '\\infty'],
    ['\\infty-\\infty', '\\infty'],
    ['0\\cdot\\infty', '\\infty'],
    ['\\infty-\\infty', '0'],
  ]);
  assert.equal(verify({ gold: '(1+\\infty', prediction: `${'('.repeat(90)}\\infty` }).equal, false);
});

test('angles of cis may be in degrees', () => {
  areEqual([['\\operatorname{cis} 60^\\circ', '\\frac{1+i\\sqrt3}{2}']]);
});

test('values too small or too large for their digits are not told apart by rounding', () => {
  areEqual([
    ['e^{x+y}', 'e^xe^y'],
    ['\\ln(e^x)', 'x'],
  ]);
  areUnequal([
    ['\\sin(10^{20})', '\\sin(10^{20}+1)'],
    ['e^{-1000}', 'e^{-2000}'],
    ['e^{-1000}', '0'],
    ['2(1-\\cos\\frac{\\pi}{2^{98}})', '3(1-\\cos\\frac{\\pi}{2^{98}})'],
  ]);
});

test('closing braces that are missing behind others are added, and what breaks off in a group is not completed', () => {
  areEqual([['\\frac{5055}{2^{15}', '\\frac{5055}{32768}']]);
  areUnequal([
    ['2^{10', '2^{11'],
    ['2^{10', '2'],
    ['2^{10', '1024'],
    ['\\sqrt{5', '\\sqrt5'],
    ['\\frac{1}{2', '\\frac12'],
  ]);
});
