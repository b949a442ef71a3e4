// Equations, inequalities, cases and congruences: equal only where proved, different only with a point or by shape.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { RelationGenerator } from '../support/equality-relations.ts';
import { repetitions } from '../support/thorough.ts';
import { generator } from './generated.ts';

type Row = readonly [gold: string, prediction: string];

/** The same statements; one that is not proved may be undecided, never different. */
const same: readonly Row[] = [
  ['\\ln y = x', 'y = e^x'],
  ['2\\ln y = x', 'y = e^{x/2}'],
  ['\\log_2 x = y', 'x = 2^y'],
  ['x = \\ln y', 'y = e^{x}'],
  ['e^x y = 1', 'y = e^{-x}'],
  ['n \\equiv 2 \\pmod 5', 'n = 5k+2'],
  ['n \\equiv 2 \\pmod 5', 'n = 5k-3'],
  ['n^2 \\equiv 1 \\pmod 8', 'n = 2k+1'],
  ['2n \\equiv 4 \\pmod 6', 'n \\equiv 2 \\pmod 3'],
  ['\\frac1x+\\frac1y = 1', 'x+y = xy'],
  ['(x^2+1)y = x', 'y = \\frac{x}{x^2+1}'],
  ['E = mc^2', 'm = \\frac{E}{c^2}'],
  ['|x| = x', 'x \\ge 0'],
  ['|x-1|+|x+1| \\le 4', '-2 \\le x \\le 2'],
  ['|x-1|+|x+1| = 2', '-1 \\le x \\le 1'],
  ['\\lfloor x\\rfloor = 2', '2 \\le x < 3'],
  ['\\max(x,y) < 1', 'x < 1, y < 1'],
  ['x-y=2, x+y=4', 'x=3, y=1'],
  ['x=0, y=0', 'x=y=0'],
  ['\\pi x < \\pi y', 'x < y'],
  ['x\\sqrt{x^2} < 1', 'x|x| < 1'],
  ['A \\subset B', 'B \\supset A'],
  [
    '\\begin{cases} 1 & n \\text{ even} \\\\ -1 & n \\text{ odd}\\end{cases}',
    '\\begin{cases} -1 & \\text{if } n \\text{ is odd} \\\\ 1 & \\text{otherwise}\\end{cases}',
  ],
  [
    '\\begin{cases} 0 & n \\equiv 0 \\pmod 2 \\\\ n & n \\equiv 1 \\pmod 2\\end{cases}',
    '\\begin{cases} n & \\text{for odd } n \\\\ 0 & \\text{for even } n\\end{cases}',
  ],
];

/** The same statements, or they may be, that are not proved to be. */
const open: readonly Row[] = [
  ['n = 5k+2', 'n = 5k-3'],
  ['n = 2k', 'n = 2m'],
  ['x = \\frac{\\pi}{2}+2k\\pi', 'x = \\frac{\\pi}{2}-2k\\pi'],
  ['\\sin x = 0', 'x = k\\pi'],
  ['n < 3', 'n \\le 2'],
  ['\\sqrt x \\ge 0', 'x \\ge 0'],
  ['x^4 = 16', 'x = \\pm 2'],
  ['(x-y)^2 = 0', 'x = y'],
  ['x^2 = -1', 'x^2 = -2'],
  ['e^{x+y} = 1', 'x+y = 0'],
  [
    '\\begin{cases} 1 & n \\text{ prime} \\\\ 0 & n \\text{ composite}\\end{cases}',
    '\\begin{cases} 0 & n \\text{ composite} \\\\ 1 & n \\text{ prime}\\end{cases}',
  ],
];

const apart: readonly Row[] = [
  ['xy = x', 'y = 1'],
  ['x^2 = xy', 'x = y'],
  ['xy = 0', 'x = 0'],
  ['(x^2-1)y = x+1', 'y = \\frac{1}{x-1}'],
  ['\\lfloor x\\rfloor = 2', 'x = 2'],
  ['x(x-1)(x-2)(x-3)(x+5)(x-7)+x^2 = 4', 'x^2 = 4'],
  ['y = x^2', 'y = x^2+\\max(0, 1-1000|x-17.3|)'],
  ['x+y+\\max(0, 1-1000|x-17.3|) = 0', 'x+y = 0'],
  ['x+y < 3', 'x+y \\le 3'],
  ['|x+y| \\le 1', '|x|+|y| \\le 1'],
  ['y^2 = x^2', 'y = x'],
  ['\\sqrt x = y', 'x = y^2'],
  ['x^2+y^2 = 3', 'x^2+y^2 = 7'],
  ['x^2+y^2 = 0', 'x+y = 0'],
  ['x = y = 0', 'x = 0'],
  ['x = 4', 'y = 4'],
  ['2n \\equiv 4 \\pmod 6', 'n \\equiv 2 \\pmod 6'],
  ['n \\equiv 1 \\pmod 4', 'n \\equiv 1 \\pmod 2'],
  ['n \\equiv 1 \\pmod 4', 'n = 4k+3'],
];

for (const [first, second] of same) {
  test(`${first} is ${second}`, () => {
    const verdicts = [verify(`$${first}$`, `$${second}$`), verify(`$${second}$`, `$${first}$`)];
    for (const { verdict, reason } of verdicts) assert.notEqual(verdict, 'different', reason);
    assert.ok(
      verdicts.some(({ equal }) => equal),
      verdicts[0]!.reason,
    );
  });
}

for (const [first, second] of open) {
  test(`${first} and ${second} are undecided`, () => {
    assert.equal(verify(`$${first}$`, `$${second}$`).verdict, 'undecided');
    assert.equal(verify(`$${second}$`, `$${first}$`).verdict, 'undecided');
  });
}

for (const [first, second] of apart) {
  test(`${first} is not ${second}, with a point`, () => {
    for (const [gold, prediction] of [
      [first, second],
      [second, first],
    ]) {
      const { verdict, witness, reason } = verify(`$${gold}$`, `$${prediction}$`);
      assert.equal(verdict, 'different', reason);
      assert.ok(witness !== null && witness.gold !== witness.prediction, reason);
    }
  });
}

test('calls no generated relation equal to another one, and none different from itself in another form', (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const made = new RelationGenerator(generator(seed));
  const pairs = repetitions(400, 1000);
  let decided = 0;
  for (let k = 0; k < pairs; k += 1) {
    const unequal = made.unequal();
    const verdict = verify(unequal.gold, unequal.prediction);
    assert.ok(!verdict.equal, `seed ${seed}: ${unequal.gold} and ${unequal.prediction} at ${unequal.at}`);
    const same = made.equal();
    const other = verify(same.gold, same.prediction);
    assert.notEqual(other.verdict, 'different', `seed ${seed}: ${same.gold} and ${same.prediction}`);
    decided += Number(verdict.verdict === 'different') + Number(other.equal);
  }
  t.diagnostic(`${decided} of ${2 * pairs} decided`);
  assert.ok(decided > 0.85 * 2 * pairs, `only ${decided} of ${2 * pairs} pairs are decided`);
});
