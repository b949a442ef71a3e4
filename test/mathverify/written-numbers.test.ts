// Numbers as people, programs and other countries write them.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('thousands and decimals in the manner of other countries are read in a sentence too', () => {
  areEqual([
    ['1234567.89', '1 234 567,89'],
    ['1234567.89', 'The total is 1 234 567,89.'],
    ['1234.5', 'Die Antwort ist 1.234,5'],
    ['32348', 'The cost is \\$32,\\!348.'],
    ['32348', 'The cost is 32\\,348.'],
    ['32348', 'The cost is 32{,}348 in total.'],
    ['0.5', ',5'],
    ['-0.5', '−0,5'],
  ]);
  areUnequal([
    ['5', ',5'],
    ['32', 'The cost is \\$32,\\!348.'],
    ['$(1.234,56)$', '1234.56'],
    ['89', 'The total is 1 234 567,89.'],
  ]);
});

test('a minus sign of any width is one', () => {
  areEqual([
    ['-5', 'So we get −5'],
    ['-5', 'So we get –5'],
    ['-1234', 'So we get −1,234'],
    ['-3/4', 'So we get −3/4'],
  ]);
  areUnequal([
    ['5', 'So we get −5'],
    ['-5', 'pages 3–5'],
  ]);
});

test('scores and half dozens are counted', () => {
  areEqual([
    ['60', 'three score'],
    ['70', 'three score and ten'],
    ['87', 'four score and seven'],
    ['6', 'half a dozen'],
    ['6', 'half a dozen eggs'],
  ]);
  areUnequal([
    ['3', 'three score'],
    ['1/2', 'half a dozen'],
  ]);
});

test('digits beyond nine are letters where the base is named', () => {
  areEqual([
    ['255', 'FF_{16}'],
    ['255', '$\\mathrm{FF}_{16}$'],
    ['FF_{16}', '\\text{FF}_{16}'],
    ['255', 'FF in base 16'],
    ['26', '1A_{16}'],
    ['161', 'A1_{16}'],
    ['131', 'AB_{12}'],
    ['5', '0b101'],
    ['15', '0o17'],
  ]);
  areUnequal([
    ['131', 'AB_{11}'],
    ['F_{16}', '15'],
    ['101', '0b101'],
    ['16', 'FF in base 16'],
  ]);
});

test('a power of ten with a small e is one where that makes the answer right', () => {
  areEqual([
    ['0.002', '2e-3'],
    ['0.0025', '$2.5e-3$'],
    ['$2e-3$', '2e - 3'],
  ]);
  areUnequal([
    ['0.003', '2e-3'],
    ['2000', '2e-3'],
  ]);
});

test('a whole and a fraction joined by "and" are a mixed number, or both beside a list', () => {
  areEqual([
    ['2\\frac34', '2 and 3/4'],
    ['-\\frac{11}{4}', '-2 and 3/4'],
    ['\\{2, \\frac34\\}', '2 and 3/4'],
  ]);
  areUnequal([
    ['2', '2 and 3/4'],
    ['\\frac34', '2 and 3/4'],
    ['5/4', '2 and 3/4'],
  ]);
});

test('a backslash that a program took for a control character is read as it was', () => {
  areEqual([
    ['7/12', '\frac{7}{12}'],
    ['42', '\boxed{42}'],
    ['6', '$2 \times 3$'],
    ['(1,2)', '$\\left(1,2\right)$'],
  ]);
  areUnequal([['7', '\frac{7}{12}']]);
});

test('rows with a distance behind them, sizes and ticks are read', () => {
  areEqual([
    [
      '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
      '\\begin{pmatrix} 1 & 2 \\\\[4pt] 3 & 4 \\end{pmatrix}',
    ],
    [
      'f(x) = \\begin{cases} x & \\text{if } x>0 \\\\ 0 & \\text{otherwise}\\end{cases}',
      '\\begin{cases} x & \\text{for } x>0 \\\\[4pt] 0 & \\text{else}\\end{cases}',
    ],
    ['42', '\\boxed{\\large 42}'],
    ['42', '\\boxed{42 \\checkmark}'],
  ]);
});

test('cis and lg are functions without a backslash too', () => {
  areEqual([
    ['1+i\\sqrt3', '2cis(pi/3)'],
    ['1+i\\sqrt3', '2 cis 60°'],
    ['\\log_2 3', 'lg 3 / lg 2'],
  ]);
});
