import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseType, weightedTypes } from '../../src/inject/choose-type.ts';
import { domainOf } from '../../src/inject/domain.ts';
import { regionOf, regionRule } from '../../src/inject/region.ts';
import { errorTypes, mathDomains } from '../../src/records/taxonomy.ts';

const problems = Array.from({ length: 6_000 }, (_, n) => ({
  problem: `Problem ${n}`,
  domain: mathDomains[n % mathDomains.length]!,
}));

function counts(types: ReturnType<typeof weightedTypes>, seed = 1): Map<string, number> {
  const result = new Map<string, number>();
  for (const { problem, domain } of problems) {
    const { key } = chooseType(types, { seed, problem, domain });
    result.set(key, (result.get(key) ?? 0) + 1);
  }
  return result;
}

test('over all domains every type is asked for about as often, and suits its domain more often than not', () => {
  const types = weightedTypes(undefined);
  const drawn = counts(types);
  const fair = problems.length / errorTypes.length;
  for (const { key } of errorTypes) {
    const count = drawn.get(key) ?? 0;
    assert.ok(count > 0.6 * fair && count < 1.5 * fair, `${key}: ${count} for ${fair}`);
  }
  const suited = problems.filter(({ problem, domain }) =>
    chooseType(types, { seed: 1, problem, domain }).domains.includes(domain),
  );
  assert.ok(suited.length > 0.55 * problems.length, `${suited.length} of ${problems.length}`);
});

test('weights are kept where the domain is not known', () => {
  const types = weightedTypes(['boundary', 'converse', 'quantifier'], { boundary: 2, quantifier: 0 });
  const drawn = problems.filter(
    ({ problem }) => chooseType(types, { seed: 3, problem, domain: null }).key === 'boundary',
  );
  const share = drawn.length / problems.length;
  assert.ok(Math.abs(share - 2 / 3) < 0.03, `${share}`);
});

test('what a problem gets depends on seed and problem alone, and a type that is added moves only what it wins', () => {
  const some = weightedTypes(['boundary', 'converse', 'quantifier']);
  const more = weightedTypes(['quantifier', 'missing_case', 'converse', 'boundary']);
  let moved = 0;
  for (const { problem } of problems.slice(0, 500)) {
    const [before, after] = [some, more].map(
      (types) => chooseType(types, { seed: 5, problem, domain: null }).key,
    );
    assert.ok(after === before || after === 'missing_case');
    if (after !== before) moved += 1;
  }
  assert.ok(moved > 60 && moved < 190, `${moved}`);
  assert.notDeepEqual(counts(some, 1), counts(some, 2));
});

test('types and weights that make no sense are refused with the way out', () => {
  assert.throws(() => weightedTypes(['nonsense']), /there are: wrong_rule/);
  assert.throws(() => weightedTypes(['boundary'], { converse: 1 }), /not among the requested types/);
  assert.throws(() => weightedTypes(['boundary'], { boundary: 0 }), /no error type is left/);
  assert.throws(() => weightedTypes(undefined, { boundary: Number.NaN }), /give a number from 0/);
});

test('domains are read from what sources call their subjects', () => {
  const of = (subject: string | null) => domainOf({ id: 'x', problem: 'p', steps: ['s'], subject });
  assert.deepEqual(
    [
      'number_theory',
      'Counting & Probability',
      'Intermediate Algebra',
      'Precalculus',
      'mathematics',
      null,
    ].map(of),
    ['number theory', 'combinatorics', 'algebra', 'calculus', null, null],
  );
});

test('regions are named, or two fractions, and allow at least one step', () => {
  assert.deepEqual(regionOf(10, regionRule('last-third'), null), { from: 6, to: 9 });
  assert.deepEqual(regionOf(9, regionRule('last-half'), null), { from: 4, to: 8 });
  assert.deepEqual(regionOf(9, regionRule('whole'), null), { from: 0, to: 8 });
  assert.deepEqual(regionOf(10, regionRule('0.4-0.8'), null), { from: 4, to: 7 });
  // Products of floats that are a little less and a little more than the step.
  assert.deepEqual(regionOf(100, regionRule('0.29-0.58'), null), { from: 29, to: 57 });
  assert.deepEqual(regionOf(100, regionRule('0.01-0.07'), null), { from: 1, to: 6 });
  assert.deepEqual(regionOf(10, 'last-third', 2), { from: 2, to: 2 });
  assert.equal(regionOf(10, 'last-third', 10), null);
  for (const text of ['last', '0.8-0.4', '0.5', '1-2', 'constructor'])
    assert.throws(() => regionRule(text), /give last-third/, text);
});
