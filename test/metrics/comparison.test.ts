import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparisonSettings, createComparison } from '../../src/metrics/comparison.ts';
import { holm } from '../../src/statistics/holm.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { assertClose } from './close.ts';
import { says, solution } from './records.ts';

/** Critics that are right with these probabilities, independently; half of the solutions are correct. */
function simulated(n: number, skill: Record<string, number>, settings: ComparisonSettings = {}, seed = 1) {
  const rng = mulberry32(seed);
  const comparison = createComparison({ bootstrap: 300, ...settings });
  for (let i = 0; i < n; i += 1) {
    const label = i % 2 === 0 ? -1 : i % 10;
    const critiques = Object.entries(skill).map(([name, share]) =>
      says(rng() < share ? label : label === -1 ? 3 : -1, name),
    );
    comparison.add(
      solution({ id: `r/${i}`, problem: `p ${i}`, error_steps: label === -1 ? [] : [label], critiques }),
    );
  }
  return comparison.result();
}

test('counts for McNemar are the records that one of the two got right, tested exactly', () => {
  const comparison = createComparison({ bootstrap: 0 });
  const outcomes: [boolean, boolean, number][] = [
    [true, true, 5],
    [true, false, 7],
    [false, true, 2],
    [false, false, 4],
  ];
  let i = 0;
  for (const [a, b, count] of outcomes) {
    for (let k = 0; k < count; k += 1) {
      const critiques = [says(a ? 4 : 1, 'a'), says(b ? 4 : -1, 'b')];
      comparison.add(solution({ id: `${i++}`, error_steps: [4], critiques }));
    }
  }
  const [pair] = comparison.result().pairs;
  assert.deepEqual(pair!.mcnemar, {
    only_a: 7,
    only_b: 2,
    p: mcnemarExact(7, 2),
    p_adjusted: mcnemarExact(7, 2),
  });
  assertClose(pair!.figures.error_acc!.difference, 12 / 18 - 7 / 18);
  assert.equal(pair!.differs, null);
});

test('a clear difference is found, its interval holds the truth, and the weaker critic is in a group of its own', () => {
  const { tied, pairs, critics, headline } = simulated(400, { good: 0.8, poor: 0.55 });
  assert.equal(headline, 'f1');
  assert.deepEqual(tied, [['good'], ['poor']]);
  assert.deepEqual(
    critics.map(({ critic }) => critic),
    ['good', 'poor'],
  );
  const { difference, interval, minimum_detectable } = pairs[0]!.figures.f1!;
  assert.ok(interval![0] < 0.25 && 0.25 < interval![1], `${interval}`);
  assert.ok(difference! > 0.15);
  assert.ok(minimum_detectable! > 0.05 && minimum_detectable! < 0.15, `${minimum_detectable}`);
});

test('critics of one skill are tied, and more problems could show a smaller difference', () => {
  const few = simulated(100, { a: 0.7, b: 0.7 });
  const many = simulated(1600, { a: 0.7, b: 0.7 });
  assert.equal(many.tied.length, 1);
  const detectable = (found: typeof few) => found.pairs[0]!.figures.f1!.minimum_detectable!;
  const ratio = detectable(few) / detectable(many);
  assert.ok(ratio > 3 && ratio < 5.3, `${ratio}`);
});

test('of simulated pairs that do not differ, about one in twenty looks as if it did', () => {
  let found = 0;
  for (let seed = 0; seed < 100; seed += 1) {
    found += Number(simulated(120, { a: 0.6, b: 0.6 }, { bootstrap: 200 }, seed).pairs[0]!.differs);
  }
  assert.ok(found <= 12, `${found} of 100`);
});

test('pairs are compared on the records that both judged, and this is said', () => {
  const comparison = createComparison({ bootstrap: 0 });
  comparison.add(solution({ id: '1', critiques: [says(-1, 'a'), says(-1, 'b')] }));
  comparison.add(solution({ id: '2', critiques: [says(-1, 'a')] }));
  const { pairs, warnings, records } = comparison.result();
  assert.deepEqual([records, pairs[0]!.n], [2, 1]);
  assert.match(warnings[0]!, /1 of 2/);
});

test('only the critics that were named are compared', () => {
  const { pairs } = simulated(40, { a: 0.5, b: 0.6, c: 0.7 }, { critics: ['a', 'c'], bootstrap: 0 });
  assert.deepEqual(
    pairs.map(({ a, b }) => [a, b]),
    [['a', 'c']],
  );
});

test('people are raters too: agreement among them, with the critics, and of each critic with each of them', () => {
  const comparison = createComparison({ bootstrap: 0 });
  const cases = [
    [4, 4, 4],
    [-1, -1, 2],
    [3, 3, 3],
    [5, 6, 5],
  ] as const;
  for (const [i, [ann, bob, critic]] of cases.entries()) {
    const people = new Map([
      ['ann', ann],
      ['bob', bob],
    ]);
    // Nobody has labelled these records yet: people and critics can be compared all the same.
    comparison.add(solution({ id: `${i}`, error_steps: null, critiques: [says(critic, 'c')] }), people);
  }
  const { agreement, against_people, pairs } = comparison.result();
  assert.deepEqual(pairs, []);
  assert.equal(agreement.critics, null);
  assert.deepEqual(agreement.people!.raters, ['ann', 'bob']);
  assert.equal(agreement.people!.n, 4);
  assertClose(agreement.people!.any_error.alpha_nominal, 1);
  assert.ok(agreement.people!.first_error.alpha_interval! > agreement.people!.first_error.alpha_nominal!);
  const withAnn = against_people.find(({ person }) => person === 'ann')!;
  // Same in 3 of 4; by chance (4, 3 and 5: 1 * 1 each) / 16.
  assertClose(withAnn.first_error, (0.75 - 3 / 16) / (1 - 3 / 16));
});

test("Holm's correction multiplies the smallest p by the number of comparisons, and never lowers one below another", () => {
  assert.deepEqual(holm([0.01, 0.04, null, 0.03]), [0.03, 0.06, null, 0.06]);
  assert.deepEqual(holm([0.6, 0.9]), [1, 1]);
});

test('work on many pairs pauses: where all pool their problems, at every thousandth pair, and in the bootstrap', () => {
  const names = ['a', 'b', 'c', 'd'];
  const pairs = 6;
  const problems = 4200;
  const [whole, inParts] = [createComparison({ bootstrap: 50 }), createComparison({ bootstrap: 50 })];
  let pauses = 0;
  let max = 0;
  for (let i = 0; i < problems; i += 1) {
    const critiques = names.map((name, at) => says((i + at) % 5 === 0 ? -1 : 4, name));
    const record = solution({ id: `r/${i}`, problem: `p ${i}`, error_steps: [4], critiques });
    whole.add(record);
    const parts = inParts.addInParts(record);
    let own = 0;
    for (; parts.next().done !== true; own += 1);
    pauses += own;
    max = Math.max(max, own);
  }
  assert.equal(max, pairs, 'one pause a pair when the 4,097th problem comes');
  assert.ok(pauses >= pairs + Math.floor((pairs * problems) / 1000) - 1, `${pauses} pauses`);
  const result = inParts.resultInParts();
  let part = result.next();
  let parts = 0;
  for (; part.done !== true; part = result.next()) parts += 1;
  const clusters = 2048;
  assert.ok(parts >= pairs * 2 * Math.floor((clusters - 1) / 256), `${parts} parts`);
  assert.deepEqual(part.value, whole.result());
});
