// Answers that are written alike and are not the same: prefixes of units, bases, signs of thousandths, values that are
// left out or only a bound.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('a capital prefix of a unit is another size', () => {
  areUnequal([
    ['5 mm', '5 Mm'],
    ['5 mg', '5 Mg'],
    ['5 ML', '5 mL'],
    ['3 MW', '3 mW'],
    ['2MW', '2'],
    ['2MB', '2'],
    ['5 GB', '5 MB'],
    ['5 MB', '5 Mb'],
    ['5 mol', '5 mmol'],
    ['1 light year', '1 year'],
  ]);
  areEqual([
    ['3 MW', '3000 kW'],
    ['1 kWh', '3.6 MJ'],
    ['3 mW', '0.003 W'],
    ['5 KG', '5 kg'],
    ['2 GB', '2000 MB'],
    ['3 light-years', '3 light years'],
  ]);
});

test('thousandths are no hundredths, and marks between digits no indices', () => {
  areEqual([
    ['5‰', '0.005'],
    ['$5‰$', '0.5\\%'],
    ['1_000_000', '1000000'],
    ['1_000', '1,000'],
  ]);
  areUnequal([
    ['5‰', '5%'],
    ['5‰', '5'],
    ['1_000', '1'],
  ]);
});

test('digits in a base have their value in it, or are no plain number', () => {
  areEqual([
    ['0.1_2', '\\frac12'],
    ['10.1_2', '2.5'],
    ['19_8', '19_8'],
    ['123_{10}', '123'],
  ]);
  areUnequal([
    ['0.1_2', '0.1'],
    ['19_8', '19'],
    ['5_3', '5'],
    ['5_3', '5_4'],
  ]);
});

test('a value that is left out, or is only a bound, is no answer', () => {
  areUnequal([
    ['5', 'It is false that x=5'],
    ['5', 'It is false that the answer is 5'],
    ['5', 'x is never 5'],
    ['5', 'We cannot get 5'],
    ['5', '5 is wrong'],
    ['5', 'over 5'],
    ['5', 'under 5'],
    ['5', 'It is above 5'],
    ['5', '< 5'],
    ['5', '\\leq 5'],
    ['5', '$\\ge 5$'],
    ['5', '\\boxed{\\le 5}'],
    ['5', '\\boxed{\\text{over }5}'],
    ['5', 'all but 5'],
    ['5', 'except 5'],
    ['5', '$\\mathbb{R}$ except $5$'],
    ['5', 'any number except 5'],
  ]);
  areEqual([
    ['5', 'It was never easy, but the answer is 5'],
    ['5', 'The number of all but 3 of the apples is 5'],
    ['5', 'It cannot be 6, so it is 5'],
    ['5', '6 is impossible, leaving 5'],
    ['5', '6 is wrong. The answer is 5.'],
    ['5', '5, because 6 is not possible'],
  ]);
});

test('"or" between formulas is no "and"', () => {
  areUnequal([
    ['$x=1$ or $y=2$', '$x=1$ and $y=2$'],
    ['$1<x<3$', '$x>1$ or $x<3$'],
    ['$(1,2)$', '$x=1$ or $y=2$'],
  ]);
  areEqual([
    ['$x=1$ or $x=2$', '$x=1,2$'],
    ['$1<x<3$', '$x>1$ and $x<3$'],
    ['$x\\in(0,1)\\cup(2,3)$', '$0<x<1$ or $2<x<3$'],
    ['$x=0$, $y=1$ or $y=2$', '$x=0, y=1$ or $y=2$'],
  ]);
});

test('several signs of one number may belong together or not', () => {
  areEqual([['\\pm\\sqrt2\\pm\\sqrt3', '\\pm\\sqrt3\\pm\\sqrt2']]);
  areUnequal([
    ['\\pm\\sqrt2\\pm\\sqrt3', '\\pm(\\sqrt2+\\sqrt3)'],
    ['\\pm\\sqrt2\\pm\\sqrt3', '\\sqrt2+\\sqrt3'],
  ]);
});

test('what is applied to what, and what is squared, counts', () => {
  areUnequal([
    ['f(g)', 'g(f)'],
    ['E[X]^2', 'E[X^2]'],
    ['A\\times B', 'B\\times A'],
  ]);
  areEqual([
    ['a\\times b', 'b\\times a'],
    ['A\\times B', 'A\\times B'],
    ['E[X^2]-E[X]^2', '\\mathbb{E}[X^2]-\\mathbb{E}[X]^2'],
  ]);
});

test('cases that leave out a point are not the same as an expression with a value there', () => {
  areUnequal([['\\begin{cases}x & x>0\\\\ -x & x<0\\end{cases}', '|x|']]);
  areEqual([
    ['\\begin{cases}x & x\\ge 0\\\\ -x & x<0\\end{cases}', '|x|'],
    ['\\begin{cases}1 & x>0\\\\ -1 & x<0\\end{cases}', '\\frac{|x|}{x}'],
  ]);
});

test('other labels and other numerals leave an answer in doubt', () => {
  areUnequal([
    ['(A) 5', '(B) 5'],
    ['\\text{(A)} 5', '\\text{(B)} 5'],
    ['IV', 'VI'],
  ]);
  areEqual([
    ['(A) 5', 'A'],
    ['(A) 5', '5'],
  ]);
});

test('a number that later words change is not the answer', () => {
  areUnequal([
    ['5', 'The answer is 5 root 2'],
    ['5', 'The answer is 5 plus 2'],
    ['5', 'The answer is 5 divided by 2'],
    ['5', 'The answer is the reciprocal of 5'],
    ['5', 'The answer is the opposite of 5'],
    ['5', 'The answer is a fifth of 5'],
    ['5', 'The answer is 5 hundredths'],
    ['5', 'The answer is 5 and a half'],
    ['5', 'The answer is a 5-digit number'],
    ['5', 'The answer is one more than 5'],
    ['5', 'The answer is plus or minus 5'],
    ['5', 'The answer is 5 -> 6'],
    ['101', 'The answer is 101 in base 2'],
    ['101', 'The answer is 101 in binary'],
  ]);
  areEqual([
    ['101_2', 'The answer is 101 in base 2'],
    ['5', 'The answer is 101 (base two)'],
    ['125', 'The 3-digit number is 125'],
  ]);
});

test('several answers are announced as one', () => {
  areEqual([
    ['5, 6', 'The answers are 5 and 6'],
    ['5, 6', 'Answers: 5 and 6'],
    ['6', 'First I got \\boxed{5}. Actually, \\boxed{6}.'],
    ['x<1 or x>3', '\\boxed{x<1} or \\boxed{x>3}'],
  ]);
  areUnequal([
    ['5', 'The answers are 5 and 6'],
    ['5', 'Answers: 5 and 6'],
    ['1<x<3', '\\boxed{x>1} or \\boxed{x<3}'],
    ['x=1, y=2', '\\boxed{x=1} or \\boxed{y=2}'],
  ]);
});

test('words in LaTeX change a value as those beside it do', () => {
  const before = [
    'not',
    'at least',
    'less than',
    'over',
    'minus',
    'negative',
    'twice',
    'half of',
    'square root of',
  ];
  const after = ['squared', 'factorial', 'halves', 'more than x', 'or more'];
  for (const [word, text] of [
    ...before.map((word) => [word, `\\text{${word} }5`] as const),
    ...after.map((word) => [word, `5\\text{ ${word}}`] as const),
    ['multiple of', '\\mbox{a multiple of }5'],
    ['divisible by', '\\text{divisible by }5'],
    ['log of', '\\text{log of }5'],
    ['the factorial of', '\\text{the factorial of }5'],
  ] as const) {
    areUnequal([
      ['5', text],
      ['5', `$${text}$`],
      ['5', `\\boxed{${text}}`],
      ['5', `The answer is $${text}$.`],
    ]);
    areUnequal([['5', after.includes(word) ? `5 ${word}` : `${word} 5`]]);
  }
  areEqual([
    ['-5', '\\text{minus }5'],
    ['-5', '$\\text{negative }5$'],
    ['5', '\\text{exactly }5'],
    ['5', '$\\text{The answer is }5$'],
    ['5', '5\\text{ apples}'],
    ['7\\text{ a.m.}', '7 am'],
    ['6', 'not 5 but 6'],
    ['6', 'x is not 5, it is 6'],
  ]);
  areUnequal([
    ['5', 'x is not 5'],
    ['5', 'not equal to 5'],
    ['5', 'not $5$'],
  ]);
});

test('of a worked calculation in LaTeX the result counts, as in plain text', () => {
  areUnequal([
    ['$2+2=4$', '$3+3=6$'],
    ['$16\\text{ guests}\\times 3=48$', '$15\\text{ guests}\\times 3=45$'],
    ['\\boxed{2\\cdot 3=6}', '7'],
  ]);
  areEqual([
    ['$2+2=4$', '4'],
    ['$16\\times 3=48$', '48'],
    ['5x=10', '10x=20'],
  ]);
});

test('a piece of a plane that no point is in is not taken for equal', () => {
  areUnequal([
    // They differ where x > 3 and the product is below both, as at x = 5 and y = -20.
    ['$\\max(x-y-2, \\max(1-y, (2x+y-3)(-2y+20)))$', '$\\max(1-y, (2x+y-3)(-2y+20))$'],
    // In a disc around (10, 10) or (7, -7).
    ['$|1-(x-10)^2-(y-10)^2|$', '$(x-10)^2+(y-10)^2-1$'],
    ['$\\max(1-(x-10)^2-(y-10)^2, 0)$', '$0$'],
    ['$\\max(1-(x-7)^2-(y+7)^2, 0)\\max(x, 0)$', '$0$'],
    ['$\\sqrt{(1-(x-10)^2-(y-10)^2)^2}$', '$(x-10)^2+(y-10)^2-1$'],
    ['$|\\sqrt2-(x-10)^2-(y-10)^2|$', '$(x-10)^2+(y-10)^2-\\sqrt2$'],
  ]);
  areEqual([
    ['$\\max(x, \\max(x, y))$', '$\\max(y, x)$'],
    ['$|x^2+y^2+1|$', '$x^2+y^2+1$'],
    ['$|\\pi-x^2-y^2|$', '$\\max(\\pi-x^2-y^2, x^2+y^2-\\pi)$'],
    ['$\\max(x^2, y^2)$', '$\\frac{x^2+y^2+|x^2-y^2|}{2}$'],
    ['$\\sqrt{x^2+2xy+y^2}$', '$|x+y|$'],
  ]);
});
