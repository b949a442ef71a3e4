import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { auroc } from '../../src/statistics/auroc.ts';
import { bootstrapMeans } from '../../src/statistics/bootstrap-means.ts';
import { quantile } from '../../src/statistics/quantile.ts';

const small = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 30 });

test('the area under the curve is the share of pairs in the right order, ties half', () => {
  fc.assert(
    fc.property(small, small, (positive, negative) => {
      let wins = 0;
      for (const a of positive) for (const b of negative) wins += a > b ? 1 : a === b ? 0.5 : 0;
      const area = auroc(Float64Array.from(positive), Float64Array.from(negative));
      assert.ok(Math.abs(area! - wins / (positive.length * negative.length)) < 1e-12);
    }),
  );
  assert.equal(auroc(new Float64Array(0), Float64Array.of(1)), null);
});

test('quantiles interpolate between neighbours', () => {
  const sorted = Float64Array.of(1, 2, 4, 8);
  assert.deepEqual(
    [0, 1 / 3, 0.5, 0.75, 1].map((q) => quantile(sorted, q)),
    [1, 2, 3, 5, 8],
  );
  assert.equal(quantile(new Float64Array(0), 0.5), null);
});

test('bootstrapped means are sorted, repeat with their seed, and see the same units in every row', () => {
  const first = Float64Array.of(0, 1, 0, 1, 1, 0);
  const second = first.map((value) => value + 10);
  const options = { seed: 4, resamples: 500 };
  const [a, b] = bootstrapMeans([first, second], options);
  assert.deepEqual(bootstrapMeans([first, second], options), [a, b]);
  assert.ok(a!.every((value, at) => at === 0 || value >= a![at - 1]!));
  assert.ok(b!.every((value, at) => Math.abs(value - a![at]! - 10) < 1e-12));
  assert.ok(a![0]! < 0.3 && a!.at(-1)! > 0.7);
});
