// Answers as programs print them (SymPy, Mathematica, Maxima), in digits and numerals of other scripts, and with characters
// that stand for others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('expressions of Python, SymPy, Mathematica and Maxima', () => {
  areEqual([
    ['$\\frac34$', 'Rational(3, 4)'],
    ['$\\frac34$', 'Fraction(3, 4)'],
    ['$\\frac34$', 'S(3)/4'],
    ['$\\frac{\\pi}{4}$', 'math.pi/4'],
    ['$\\frac{\\pi}{4}$', '%pi/4'],
    ['$\\frac{\\pi}{4}$', 'Rational(1,4)*pi'],
    ['$\\sin x$', 'np.sin(x)'],
    ['$e^{2x}$', '%e^(2*x)'],
    ['$3\\sqrt2$', '3*Sqrt[2]'],
    ['$\\ln 3$', 'Log[3]'],
    ['$\\log_2 3$', 'Log[2, 3]'],
    ['$\\binom52$', 'binomial(5,2)'],
    ['$\\binom52$', 'Binomial[5,2]'],
    ['$120$', 'factorial(5)'],
    ['$\\infty$', 'oo'],
    ['$-\\infty$', '-oo'],
    ['$\\{1,2,3\\}$', 'FiniteSet(1, 2, 3)'],
    ['$[0,1]$', 'Interval(0, 1)'],
    ['$[0,1)$', 'Interval.Ropen(0, 1)'],
    ['$(0,1)$', 'Interval.open(0, 1)'],
    ['$[0,1]\\cup[2,3]$', 'Union(Interval(0, 1), Interval(2, 3))'],
    ['$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$', 'Matrix([[1, 2], [3, 4]])'],
    ['$x=3$', 'Eq(x, 3)'],
    ['$x=1$ or $x=2$', '[x = 1, x = 2]'],
    ['$x=1$ or $x=2$', '{{x -> 1}, {x -> 2}}'],
    ['$x=1, y=2$', '{{x -> 1, y -> 2}}'],
    ['$1.5\\times10^{-3}$', '1.5 x 10^{-3}'],
    ['$x\\ne0$', 'x <> 0'],
    ['$x\\ne0$', 'x =/= 0'],
  ]);
  areUnequal([
    ['3*Sqrt[2]', '3'],
    ['Log[2, 3]', '$\\log_3 2$'],
    ['Interval(0, 1)', '$(0,1)$'],
    ['x <> 0', '0'],
    ['x =/= 0', '$x=0$'],
    ['1.5e - 3', '0.0015'],
    ['{{x -> 1}, {x -> 2}}', '2'],
  ]);
});

test('a fraction in one character is one value beside powers, roots and letters', () => {
  areEqual([
    ['2^½', '$\\sqrt2$'],
    ['√¼', '$\\frac12$'],
    ['¾²', '$\\frac9{16}$'],
    ['½x', '$\\frac x2$'],
    ['½(a+b)', '$\\frac{a+b}2$'],
    ['2½', '2.5'],
    ['x^½', '$\\sqrt x$'],
  ]);
  areUnequal([
    ['2^½', '1'],
    ['½x', '$\\frac1{2x}$'],
  ]);
});

test('digits, numerals and words of other scripts', () => {
  areEqual([
    ['5', '٥'],
    ['23', '٢٣'],
    ['23', '۲۳'],
    ['23', '२३'],
    ['5', '五'],
    ['120', '一百二十'],
    ['23', '答案是二十三。'],
    ['204', '答えは204です。'],
    ['204', '정답은 204입니다.'],
    ['204', 'الجواب هو 204'],
    ['-5', '‐5'],
    ['-5', '﹣5'],
    ['$12$', '3 ∙ 4'],
    ['$12$', '3∗4'],
  ]);
  for (const word of ['fünf', 'пять', 'خمسة']) assert.equal(verify('5', word).verdict, 'unparsed', word);
});

test('words of truth, sets in words, and other marks of common answers', () => {
  areEqual([
    ['**Yes**', 'yes'],
    ['\\textbf{No}', 'No.'],
    ['x-axis', 'the $x$-axis'],
    ['all real numbers except 2', '$(-\\infty,2)\\cup(2,\\infty)$'],
    ['all real numbers except 2 and 3', '$\\mathbb{R}\\setminus\\{2,3\\}$'],
    ['all positive real numbers', '$(0,\\infty)$'],
    ['all nonnegative real numbers', '$[0,\\infty)$'],
    ['no solution', 'The equation has no solution.'],
    ['$A^T$', '$A^{\\top}$'],
    ['5\'6"', '5 ft 6 in'],
    ['1h30m', '90 minutes'],
    ['37 C', '37°C'],
    ['1234567', 'The answer is 12,34,567 people.'],
    ['$\\tan x$', 'tg(x)'],
    ['$\\pm 3$', 'plus or minus 3'],
    ['2, 3', 'The roots are 2 and 3, respectively.'],
    ['5', '<b>5</b>'],
    ['5', '\\colorbox{yellow}{5}'],
    ['$x^2$', '$x^2$ OR $x\\cdot x$'],
  ]);
  areUnequal([
    ['**Yes**', 'No'],
    ['all real numbers except 2', '2'],
    ['all positive real numbers', '$[0,\\infty)$'],
    ['5\'6"', '5 ft 7 in'],
    ['37 C', '37 F'],
    ['$x^2$ OR $x\\cdot x$', '$x^3$ OR $x^2$'],
    ['no solution', 'There are no solutions other than $x=2$.'],
  ]);
  const replies = [
    ['no', 'The answer is No, because $3$ does not divide $10$.'],
    ['yes', 'The answer is yes, since 5 divides 10.'],
    ['no solution', 'There are no real solutions to the equation $x^2=-1$.'],
  ] as const;
  for (const [gold, reply] of replies) assert.equal(verify(gold, reply).verdict, 'equal', reply);
  assert.equal(verify('DNE', 'no solution').verdict, 'undecided');
});
