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
  ]);
  areEqual([
    ['3 MW', '3000 kW'],
    ['1 kWh', '3.6 MJ'],
    ['3 mW', '0.003 W'],
    ['5 KG', '5 kg'],
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
