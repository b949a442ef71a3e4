// The verdict: when a method is said to beat the plain majority.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsComparison, ConsDifferences } from '../../src/deepconf/comparison.ts';
import type { ProblemRun } from '../../src/deepconf/evaluation-types.ts';

/** Problems with the accuracy of Cons and of each method. */
function runs(problems: readonly (readonly [cons: number, ...methods: number[]])[]): ProblemRun[] {
  return problems.map(([cons, ...methods]) => {
    const named = methods.map((accuracy, at) => [`measure/${at}`, accuracy] as const);
    const flips = named.map(([name]) => [name, { gained: 1, lost: 2 }] as const);
    return {
      valid: { mean: 1, min: 1 },
      tie_rate: 0,
      accuracy: { cons, ...Object.fromEntries(named) },
      unweighted: {},
      flips: Object.fromEntries(flips),
      predictions: {},
    };
  });
}

function compareWithCons(problems: readonly ProblemRun[], seed: number): ConsComparison {
  const differences = new ConsDifferences();
  for (const problem of problems) differences.add(problem);
  return differences.compared(seed);
}

function repeated<T>(times: number, value: T): T[] {
  return Array.from({ length: times }, () => value);
}

test('yes needs an interval above 0 and six problems that differ', () => {
  const clear = compareWithCons(runs([...repeated(8, [0, 1] as const), ...repeated(4, [1, 1] as const)]), 0);
  assert.equal(clear.beats_cons, 'yes');
  const { difference, interval, problems_better, gained, lost } = clear.comparisons['measure/0']!;
  assert.ok(Math.abs(difference! - 8 / 12) < 1e-12 && interval![0] > 0 && interval![1] <= 1);
  assert.deepEqual([problems_better, gained, lost], [8, 12, 24]);
  // Five problems, all better: a bootstrap alone would call it certain.
  const few = compareWithCons(runs(repeated(5, [0, 1] as const)), 0);
  assert.deepEqual(few.comparisons['measure/0']!.interval, [1, 1]);
  assert.equal(few.beats_cons, 'unclear');
});

test('no where nothing is gained, unclear where problems point both ways', () => {
  assert.equal(compareWithCons(runs(repeated(10, [1, 1] as const)), 0).beats_cons, 'no');
  const mixed = [...repeated(8, [0, 1] as const), ...repeated(8, [1, 0] as const)];
  assert.equal(compareWithCons(runs(mixed), 0).beats_cons, 'unclear');
  assert.equal(compareWithCons([], 0).beats_cons, 'unclear');
});

test('the best of many methods is judged more strictly than one alone', () => {
  const problems = [...repeated(7, 0.12), ...repeated(5, -0.03), ...repeated(18, 0)];
  const alone = compareWithCons(runs(problems.map((gain) => [0.5, 0.5 + gain])), 0);
  const many = compareWithCons(runs(problems.map((gain) => [0.5, 0.5 + gain, ...repeated(30, 0.5)])), 0);
  assert.deepEqual(alone.comparisons['measure/0'], many.comparisons['measure/0']);
  assert.equal(many.verdict.method, 'measure/0');
  assert.ok(many.verdict.level > alone.verdict.level);
  assert.ok(many.verdict.interval![0] < alone.verdict.interval![0]);
});

test('one problem says nothing of others: its difference has no interval', () => {
  const { comparisons, verdict, beats_cons } = compareWithCons(runs([[0, 1]]), 0);
  const { difference, interval } = comparisons['measure/0']!;
  assert.deepEqual([difference, interval, verdict.interval, beats_cons], [1, null, null, 'unclear']);
  const two = compareWithCons(runs(repeated(2, [0, 1] as const)), 0);
  assert.deepEqual(two.comparisons['measure/0']!.interval, [1, 1]);
});
