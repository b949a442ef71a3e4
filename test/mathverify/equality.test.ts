// Equality that is never wrong: hard pairs, and generated ones over bars, steps, extremes, remainders, roots and cases.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { verify, verifyCase } from '../../src/mathverify/index.ts';
import { PairGenerator } from '../support/equality-pairs.ts';
import { ShapeGenerator } from '../support/equality-shapes.ts';
import { repetitions } from '../support/thorough.ts';
import { type Case, readCases, share } from './cases.ts';
import { generator } from './generated.ts';

const pairs = repetitions(700, 2000);

test('agrees with the hard pairs: no false equality, nothing equal called different', (t) => {
  const cases = readCases<Case>('test/golden/mathverify/adversarial_cases.jsonl')!;
  const wrong: string[] = [];
  for (const row of cases) {
    const { equal, verdict, reason } = verifyCase(row);
    assert.ok(row.expected || !equal, `${row.id} is not equal: ${reason}`);
    assert.ok(!row.expected || verdict !== 'different', `${row.id} is not different: ${reason}`);
    if (equal !== row.expected) wrong.push(row.id);
  }
  t.diagnostic(share(cases.length - wrong.length, cases.length));
  assert.ok(wrong.length <= 0.03 * cases.length, `undecided: ${wrong.join(', ')}`);
});

test('calls no generated unequal pair equal, and no rewritten pair different', (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const generators = [new PairGenerator(generator(seed)), new ShapeGenerator(generator(seed + 1))];
  let decided = 0;
  for (let k = 0; k < pairs; k += 1) {
    const made = generators[k % generators.length]!;
    const unequal = made.unequal();
    const verdict = verify(unequal.gold, unequal.prediction);
    assert.ok(
      !verdict.equal,
      `seed ${seed}: ${unequal.gold} and ${unequal.prediction} differ at ${unequal.at}`,
    );
    const same = made.equal();
    const rewritten = verify(same.gold, same.prediction);
    assert.notEqual(rewritten.verdict, 'different', `seed ${seed}: ${same.gold} and ${same.prediction}`);
    decided += Number(verdict.verdict === 'different') + Number(rewritten.equal);
  }
  t.diagnostic(`${decided} of ${2 * pairs} decided`);
  assert.ok(decided > 0.97 * 2 * pairs, `only ${decided} of ${2 * pairs} pairs are decided`);
});

test('gives the point at which two answers differ', () => {
  const { verdict, method, witness, reason } = verify('$|x|+|y|$', '$|x+y|$');
  assert.equal(verdict, 'different');
  assert.equal(method, 'probes');
  assert.deepEqual(Object.keys(witness!.point).sort(), ['x', 'y']);
  assert.match(reason, /x = .* against /);
  assert.equal(verify('$5$', '$6$').witness!.gold, '5');
});

test('says undecided of what was not worked out', () => {
  for (const [gold, prediction] of [
    ['$\\int_0^\\infty \\frac{\\sin x}{x^2+3}dx$', '$1$'],
    ['$\\zeta(3)$', '$1.3$'],
    ['$\\sum_{k=1}^{\\infty}\\frac{1}{k^3}$', '$2$'],
    ['$\\int_0^{100} e^{-(x-37.4567)^2\\cdot 10^7}dx$', '$0$'],
  ] as const) {
    assert.notEqual(verify(gold, prediction).verdict, 'equal', gold);
  }
  assert.equal(verify('$\\sum_{k=1}^{\\infty}\\frac{1}{k^3}$', '$2$').verdict, 'undecided');
});

const nouns = [
  'kites',
  'lanterns',
  'sprouts',
  'quilts',
  'DVDs',
  'violins',
  'ladders',
  'muffins',
  'beads',
  'trophies',
];
const adjectives = ['golden', 'wooden', 'purple', 'striped', 'frozen'];

/** The shapes in which models answer word problems, for a number. */
const shapes: Readonly<Record<string, (n: number, k: number) => string>> = {
  noun: (n, k) => `\\boxed{${n} ${nouns[k % 10]!.replace(/s$/, '')}}`,
  'plural noun': (n, k) => `\\boxed{${n} ${nouns[k % 10]}}`,
  'two-word noun': (n, k) => `\\boxed{${n} ${adjectives[k % 5]} ${nouns[k % 10]}}`,
  unit: (n, k) => `\\boxed{${n} ${['m', 'g', 'L', 'kg', 'hours'][k % 5]}}`,
  'compound unit': (n, k) =>
    `\\boxed{${n} ${['m/s', 'km/h', 'miles per hour', 'g/L', 'dollars per hour'][k % 5]}}`,
  'currency before': (n, k) => `\\boxed{${['\\$', '€', '£'][k % 3]}${n}}`,
  'currency behind': (n, k) => `\\boxed{${n}${['€', ' dollars', ' euros', '\\$'][k % 4]}}`,
  'thousands separators': (n, k) => `\\boxed{${n + 1}${[',', '{,}', '\\,', ' '][k % 4]}${100 + n}}`,
  'trailing full stop': (n) => `\\boxed{${n}.}`,
  bold: (n) => `The total is **${n}**.`,
  'sentence in the box': (n, k) => `\\boxed{\\text{There are } ${n} \\text{ ${nouns[k % 10]}}}`,
  'equation in the box': (n) => `\\boxed{3 + ${n - 3} = ${n}}`,
  'unit squared': (n, k) => `\\boxed{${n} ${['m²', 'cm^2', '\\text{ cm}^2', 'square feet'][k % 4]}}`,
};

for (const [name, shape] of Object.entries(shapes)) {
  test(`reads 20 answers with ${name}`, () => {
    for (let k = 0; k < 20; k += 1) {
      const n = 4 + k * 7;
      const gold = name.startsWith('thousands') ? `${(n + 1) * 1000 + 100 + n}` : `${n}`;
      const prediction = shape(n, k);
      assert.ok(verify(gold, prediction).equal, `${gold}: ${prediction}: ${verify(gold, prediction).reason}`);
    }
  });
}

test('keeps products of letters', () => {
  for (const letters of ['xy', 'abc', ' xyz', 'x', ' x', 'm']) {
    assert.ok(!verify('$15$', `\\boxed{15${letters}}`).equal, letters);
    assert.ok(verify(`$15${letters}$`, `\\boxed{15${letters}}`).equal, letters);
  }
});

test('compares units after conversion, or as strictly as asked', () => {
  assert.ok(verify('$2\\text{ km}$', '2000 m').equal);
  assert.equal(verify('$2\\text{ km}$', '2 m').verdict, 'different');
  assert.equal(verify('$2\\text{ km}$', '2 kg').verdict, 'different');
  assert.ok(!verify('$2\\text{ km}$', '2', { units: 'strict' }).equal);
  assert.ok(verify('$2\\text{ km}$', '2 m', { units: 'off' }).equal);
  assert.ok(verify('15', '15%').equal);
  assert.ok(!verify('15%', '15').equal);
});
