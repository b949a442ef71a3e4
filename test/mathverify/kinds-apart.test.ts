// Answers of other kinds or with other parts that were called equal: pairs and sets, true statements of other numbers,
// numbers inside what was not read, coins, times, directions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('a pair or an interval is no set in braces', () => {
  areUnequal([
    ['(0,1)', '\\{0,1\\}'],
    ['$(0,1)$', '$\\{0,1\\}$'],
    ['$(3,2)$', '$\\{3,2\\}$'],
    ['$(1,2,3)$', '$\\{1,2,3\\}$'],
    ['$[1,2,3]$', '$\\{1,2,3\\}$'],
  ]);
  areEqual([
    ['$(1,2)$', '1, 2'],
    ['$\\{1,2\\}$', '2, 1'],
    ['$(1,2)$', '$\\{x=1, y=2\\}$'],
    ['$(1,4)$', '$x=1, 4$'],
    ['$\\{x\\}$', '$x$'],
  ]);
});

test('statements without an unknown are the same only with the same sides', () => {
  areUnequal([
    ['11<16', '11<19'],
    ['$3<5$', '$3<7$'],
    ['$1\\ne2$', '$1\\ne3$'],
    ['$2<3$', '$3<2$'],
  ]);
  areEqual([
    ['11<16', '16>11'],
    ['$\\frac12<1$', '$0.5<1$'],
  ]);
  for (const [gold, prediction] of [
    ['$3<5$', '$7<2$'],
    ['$7<2$', '$3<5$'],
    ['$2<1<3$', '$1<2<3$'],
  ] as const)
    assert.equal(verify(gold, prediction).verdict, 'different', `${gold} | ${prediction}`);
  assert.equal(verify('$3<5<7$', '$3<5<6$').verdict, 'undecided', 'both are true');
});

test('a number in a short text that was not read as a whole is no answer', () => {
  areUnequal([
    ['7(min^4foo', '7'],
    ['7(min^4foo', '7(max^4foo'],
    ['root 2', '2'],
    ['quarter past 3', '3'],
    ['2 to the third power', '2'],
    ['5 choose two', '5'],
    ['5 doubled', '5'],
    ['sum of 2 and 3', '3'],
    ['3?5', '3'],
    ['3*Foo[2]', '3'],
    ['Foo(k, (k, 1, n))', '1'],
    ['0.3 repeating', '0.3'],
    ['5 and/or 6', '6'],
    ['maybe 5, maybe 6', '6'],
    ['It could be 42 or 43', '43'],
    ['$221,$8$', '$221,$9$'],
    ['$221,$8$', '221'],
    ['\\sum_{a=1}^{1000}\\sum_{b=1}^{1000}\\sum_{c=1}^{1000}abc', '1'],
  ]);
  areEqual([
    ['The answer is **5** (five)', '5'],
    ['There are 204 ways (see Figure 3).', '204'],
    ['The only root is 2', '2'],
  ]);
});

test('a bound or a denial is no value wherever its words are', () => {
  for (const prediction of ['42 at most', 'The answer cannot be 42.', 'x can not be 42', "It can't be 42"])
    assert.equal(verify('42', prediction).verdict, 'unparsed', prediction);
  areEqual([['10', 'The value is between 9 and 11, so it is 10.']]);
});

test('an announced bound, a denial and a part of something larger are no values, in LaTeX without dollar signs too', () => {
  areUnequal([
    ['42', 'The answer is > 42'],
    ['42', 'The answer is $\\le 42$'],
    ['42', 'The answer is ≥ 42.'],
    ['42', '42 is not the answer'],
    ['42', 'The answer is never 42'],
    ['42', '42>>1'],
    ['42', 'The answer is 42 per 77'],
    ['42', '\\boxed{77 42}'],
    ['-5', 'absolute value of -5'],
    ['$\\frac34$', '\\frac{3}{4} or more'],
    ['$\\frac34$', '$\\frac{3}{4}\\text{ or more}$'],
    ['$\\frac34$', 'over \\frac{3}{4}'],
    ['$\\frac34$', 'minus \\frac{3}{4}'],
    ['$x$', 'the $x$-axis'],
    ['10 cm', '10 cm or more'],
    ['10 cm', 'The answer is 10 cm divided by 2'],
  ]);
  areEqual([
    ['$-\\frac34$', 'minus \\frac{3}{4}'],
    ['42', 'The answer is \\boxed{42}'],
    ['10 cm', 'The answer is 10 cm in total'],
  ]);
});

test('coins are amounts of money, and times, directions and years have their words', () => {
  areUnequal([
    ['4 nickels', '4 dimes'],
    ['3 quarters', '3 pennies'],
    ['3 dimes', '3 dollars'],
    ['12:00 noon', '12:00 AM'],
    ['noon', '12:00 AM'],
    ['100 km due north', '100 km northeast'],
    ['5 years ago', '5 years from now'],
    ['5 years ago', 'in 5 years'],
  ]);
  areEqual([
    ['4 nickels', '20 cents'],
    ['4 nickels', '4'],
    ['3 dimes', '30 cents'],
    ['5 quarters', '$1.25'],
    ['3 quarters', '$\\frac34$'],
    ['noon', '12:00 PM'],
    ['12 noon', '12:00 noon'],
    ['midnight', '12:00 AM'],
  ]);
});
