// Answers in text: expressions whose parts are in environments of their own, and items of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('operators between environments, and beside them, make one expression', () => {
  areEqual([
    ['$x$ + 5', 'x+5'],
    ['The answer is \\(x\\) + 5.', 'x+5'],
    ['$a$ - $b$', 'a-b'],
    ['$3$ \\times $4$', '12'],
    ['$\\sqrt{2}$ + $\\sqrt{3}$', '\\sqrt2+\\sqrt3'],
    ['2 × $y$', '2y'],
    ['5 + $x$ - \\(z\\)', '5+x-z'],
    ['$x$^2', 'x^2'],
    ['$0$ < $x$ < $5$', '0<x<5'],
    ['$x$ = $5$', '5'],
    ['$x=2$ and $y$ = $3$', '(2,3)'],
    ['Therefore, \\( x \\) = 200.', '200'],
  ]);
  areUnequal([
    ['$x$ + 5', '5'],
    ['$x$ + 5', 'x'],
    ['The answer is \\(x\\) + 5.', '5'],
    ['$a$ - $b$', 'b'],
    ['$3$ \\times $4$', '4'],
    ['2 × $y$', 'y'],
    ['5 + $x$', 'x'],
    ['$y$ × 2', '2'],
    ['$x$^2', 'x'],
  ]);
});

test('signs, roots, ratios and brackets around environments are read with them', () => {
  areEqual([
    ['-$5$', '-5'],
    ['√$5$', '\\sqrt5'],
    ['± $5$', '\\pm 5'],
    ['$3$:$4$', '3:4'],
    ['$3$ : $4$', '3:4'],
    ['x ≠ $5$', 'x \\neq 5'],
    ['$x \\neq$ 5', 'x \\neq 5'],
    ['($3$, $4$)', '(3,4)'],
    ['[$3$, $4$)', '[3,4)'],
  ]);
  areUnequal([
    ['-$5$', '5'],
    ['√$5$', '5'],
    ['± $5$', '5'],
    ['$3$:$4$', '4'],
    ['$3$ : $4$', '4'],
    ['x ≠ $5$', '5'],
    ['$x \\neq$ 5', '5'],
    ['($3$, $4$)', '(4,3)'],
    ['[$3$, $4$)', '[3,4]'],
  ]);
});

test('an environment that words beside it change is not the answer', () => {
  areUnequal([
    ['$3$ to $5$', '5'],
    ['$3$ out of $4$', '4'],
    ['ratio $3$ to $4$', '4'],
    ['$3$ over $4$', '4'],
    ['$x$ squared', 'x'],
    ['square root of $x$', 'x'],
    ['$2$ less than $x$', 'x'],
    ['twice $x$', 'x'],
    ['$x$ mod $5$', '5'],
    ['$x$ (mod $5$)', '5'],
    ['$n$ choose $k$', 'k'],
    ['$2$ $x$', 'x'],
    ['$2$$x$', 'x'],
    ['$2$x', '2'],
    ['$5$ and a half', '5'],
    ['minus $5$', '5'],
    ['negative $5$', '5'],
    ['the inverse of $5$', '5'],
    ['$5$ remainder $2$', '2'],
    ['$5$ hours $30$ minutes', '30'],
    ['$5$ ft $6$ in', '6'],
    ['log $5$', '5'],
    ['sin $x$', 'x'],
    ['$x_1$ + … + $x_n$', 'x_n'],
    ['$1$, $2$, ..., $10$', '10'],
    ['multiples of $3$', '3'],
  ]);
  areEqual([
    ['$5$ dollars', '5'],
    ['$3.14$ to 2 decimal places', '3.14'],
    ['$5$ and $6$', '\\{5,6\\}'],
    ['the value is $5$', '5'],
    ['I choose $n=32$', '32'],
    ['$x+y=2$ $x=5$', 'x=5'],
    ['x * $1.5 = $300.', '300'],
  ]);
});

test('signs, commands and words that are not read with an environment leave no answer, whatever they are', () => {
  const parts = ['$x$', '$[1,2]$', '\\(y\\)'];
  const signs = [
    '∪',
    '∩',
    '→',
    '⇒',
    '≡',
    '∣',
    '|',
    '•',
    '∗',
    '%',
    '\\cup',
    '\\implies',
    'times',
    'plus',
    'implies',
  ];
  for (const sign of signs)
    for (const [at, part] of parts.entries()) {
      const other = parts[(at + 1) % parts.length]!;
      areUnequal([
        [`${part} ${sign} ${other}`, other],
        [`${part} ${sign} ${other}`, part],
      ]);
    }
  areUnequal([
    ['half of $x$', 'x'],
    ['sum of $x$ and $y$', '\\{x,y\\}'],
    ['$5$ or more', '5'],
    ['>= $5$', '5'],
    ['≥ $5$', '5'],
    ['|$x$|', 'x'],
    ['½ $x$', 'x'],
    ['3 $x$', 'x'],
    ['$x$²', 'x'],
    ["$f$'", 'f'],
    ['$n$!', 'n'],
    ['not $x$', 'x'],
  ]);
  areEqual([
    ['Answer: $5$', '5'],
    ['(A) $5$', '5'],
    ['Case 1: $5$', '5'],
    ['The answer is $5$!', '5'],
    ["the answer is '$5$'", '5'],
    ['≈ $5$', '5'],
    ['$5$°', '5'],
    ['$\\frac{3}{4}$ of the area', '\\frac34'],
    ['$x = 3$ and $y = 4$', '(3,4)'],
    ['For $n=3$ we get $5$', '5'],
    ['Solving for $x$ results in $x = 2$', '2'],
    ['From \\(Q\\) to the \\(x\\)-axis it is 8.', '8'],
    ['因此 $5$。', '5'],
  ]);
});

test('dashes between statements, before items of lists and before words are no minus signs', () => {
  const item = (prediction: string, gold: string) => verify({ gold, prediction });
  for (const [pred, gold] of [
    ['we have\n- \\(a = 255\\)\n- \\(b = 245\\)', 'b=245'],
    ['two solutions:\n- \\(x = 1\\)\n- \\(x = \\frac{1}{2}\\)', '1, 1/2'],
    ['so:\n- 5', '5'],
    ['so:\n  * x = 1/2', '1/2'],
    ['so:\n-5', '-5'],
    ['- 5', '-5'],
    ['so:\n- $x$ + 5', 'x+5'],
    ['$a=255$ - $b=245$', 'b=245'],
  ] as const)
    assert.equal(item(pred, gold).verdict, 'equal', pred);
  for (const [pred, gold] of [
    ['so:\n- 5', '-5'],
    ['one solution:\n- \\(x = \\frac{1}{2}\\)', '-1/2'],
  ] as const)
    assert.equal(item(pred, gold).verdict, 'different', pred);
});
