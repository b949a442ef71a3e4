// Statistics of counts and samples beside a second implementation: Holm's correction, Krippendorff's alpha from all pairs of
// ratings, percentiles, resampled means, and draws that are made once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addRatings,
  alphaLevels,
  emptyCoincidences,
  krippendorffAlpha,
} from '../../src/statistics/agreement.ts';
import { createBootstrap, percentileInterval, sortedMetrics } from '../../src/statistics/bootstrap.ts';
import { bootstrapMeans } from '../../src/statistics/bootstrap-means.ts';
import { addToCluster, emptyClusters, exactSummand } from '../../src/statistics/cluster-sums.ts';
import { holm } from '../../src/statistics/holm.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { normalCdf, normalQuantile } from '../../src/statistics/normal.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { wilson95 } from '../../src/statistics/wilson.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const isClose = (found: number, expected: number, tolerance = 1e-9): void =>
  assert.ok(
    Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${found}, ${expected}`,
  );

test("Holm's correction is that of R's p.adjust, in the order given, without comparisons that were not made", () => {
  const adjusted = holm([0.01, 0.04, null, 0.03, 0.005, 0.9, null]);
  const expected = [0.04, 0.09, null, 0.09, 0.025, 0.9, null];
  for (const [at, value] of expected.entries()) {
    if (value === null) assert.equal(adjusted[at], null);
    else isClose(adjusted[at]!, value);
  }
  assert.deepEqual(holm([]), []);
  assert.deepEqual(holm([null]), [null]);
  const probabilities = fc.array(fc.option(fc.nat(60).map((n) => n / 60)), { maxLength: 8 });
  fc.assert(
    fc.property(probabilities, (ps) => {
      const made = ps.filter((p) => p !== null);
      for (const [at, found] of holm(ps).entries()) {
        const own = ps[at] ?? null;
        if (own === null) assert.equal(found, null);
        else {
          const upTo = made.filter((p) => p <= own);
          const largest = upTo.map((p) => p * (made.length - made.filter((other) => other < p).length));
          isClose(found!, Math.min(1, Math.max(...largest)));
        }
      }
    }),
  );
});

test("Krippendorff's alpha is 1 less the distance within units over that of all ratings", () => {
  const units = fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 4 }), { maxLength: 7 });
  fc.assert(
    fc.property(units, (rated) => {
      const coincidences = emptyCoincidences();
      for (const ratings of rated) addRatings(coincidences, ratings);
      const paired = rated.filter((ratings) => ratings.length > 1);
      const all = paired.flat();
      const between = (a: number, b: number): number => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const ends = all.filter((one) => one === low || one === high).length;
        return a === b ? 0 : all.filter((one) => one > low && one < high).length + ends / 2;
      };
      const distances = {
        nominal: (a: number, b: number) => Number(a !== b),
        ordinal: (a: number, b: number) => between(a, b) ** 2,
        interval: (a: number, b: number) => (a - b) ** 2,
      };
      for (const level of alphaLevels) {
        const distance = distances[level];
        const within = paired.map(
          (ratings) => sum(ratings.flatMap((a) => ratings.map((b) => distance(a, b)))) / (ratings.length - 1),
        );
        const chance = sum(all.flatMap((a) => all.map((b) => distance(a, b)))) / (all.length - 1);
        const found = krippendorffAlpha(coincidences, level);
        if (new Set(all).size < 2) assert.equal(found, null);
        else isClose(found!, 1 - sum(within) / chance);
      }
    }),
  );
});

test('the middle 95 % of replicates are between their percentiles, which are interpolated', () => {
  assert.deepEqual(percentileInterval(Float64Array.from({ length: 41 }, (_, at) => at)), [1, 39]);
  assert.deepEqual(percentileInterval(Float64Array.of(3)), [3, 3]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 50 }), (values) => {
      const sorted = Float64Array.from(values).sort();
      const [low, high] = percentileInterval(sorted);
      isClose(low, quantile(sorted, 0.025)!);
      isClose(high, quantile(sorted, 0.975)!);
    }),
  );
});

test('statistics of replicates are in ascending order, and one in twenty may be undefined', () => {
  const values = [5, 1, 4, ...Array.from({ length: 16 }, (_, at) => 10 + at), 3];
  assert.deepEqual(
    [...sortedMetrics(20, (b) => values[b]!)!],
    values.toSorted((a, b) => a - b),
  );
  assert.equal(sortedMetrics(20, (b) => (b === 7 ? null : values[b]!))?.length, 19);
  assert.equal(
    sortedMetrics(20, (b) => (b === 7 || b === 9 ? null : values[b]!)),
    null,
  );
  assert.equal(
    sortedMetrics(0, () => 1),
    null,
  );
});

test('replicates are sums weighted by draws, each of which is made once for all columns and sets of clusters', () => {
  let draws = 0;
  const weightsOf = (key: number): number[] => [0, 1, 2, 3].map((b) => (key * 7 + b * 3) % 4);
  const bootstrap = createBootstrap(4, (key) => {
    draws += 1;
    return Uint8Array.from(weightsOf(key));
  });
  assert.equal(bootstrap.replicates, 4);
  const keys = Array.from({ length: 11 }, (_, at) => at * 5 + 1);
  const [first, second] = [emptyClusters(64), emptyClusters(64)];
  for (const key of keys) {
    addToCluster(first, key, [key, 1, key % 2]);
    addToCluster(second, key, [1]);
  }
  const expected = (value: (key: number) => number): number[] =>
    [0, 1, 2, 3].map((b) => sum(keys.map((key) => weightsOf(key)[b]! * value(key))));
  assert.deepEqual(
    bootstrap.of(first, [2, 0])!.map((one) => [...one]),
    [expected((key) => key % 2), expected((key) => key)],
  );
  assert.deepEqual(
    bootstrap.of(first, [1, 0])!.map((one) => [...one]),
    [expected(() => 1), expected((key) => key)],
  );
  assert.deepEqual(
    [...bootstrap.of(second, [0])![0]!],
    expected(() => 1),
  );
  assert.equal(draws, keys.length);
});

test('means of resampled units spread around their mean as theory says', () => {
  const row = Float64Array.from({ length: 80 }, (_, at) => ((at * 37) % 80) / 10);
  const mean = sum([...row]) / 80;
  const error = Math.sqrt(sum([...row].map((value) => (value - mean) ** 2)) / 80 / 80);
  const [means] = bootstrapMeans([row], { seed: 3, resamples: 2000 });
  assert.equal(means!.length, 2000);
  const centre = sum([...means!]) / 2000;
  const spread = Math.sqrt(sum([...means!].map((value) => (value - centre) ** 2)) / 2000);
  assert.ok(Math.abs(centre - mean) < 4 * (error / Math.sqrt(2000)), `${centre}, ${mean}`);
  assert.ok(Math.abs(spread / error - 1) < 0.08, `${spread}, ${error}`);
  assert.deepEqual(bootstrapMeans([], { seed: 3, resamples: 5 }), []);
});

test('summands are rounded to multiples of 2^-32, half a unit off at most', () => {
  fc.assert(
    fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
      const found = exactSummand(value);
      assert.ok(Number.isInteger(found * 2 ** 32));
      assert.ok(Math.abs(found - value) <= 2 ** -33);
    }),
  );
});

test('values of the literature: Wilson, McNemar and the normal distribution far out', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
  for (const [hits, n, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const found = wilson95(hits, n)!;
    assert.deepEqual(
      found.map((end) => Number(end.toFixed(4))),
      [low, high],
    );
  }
  assert.equal(mcnemarExact(0, 0), 1);
  isClose(mcnemarExact(1, 9), 0.021484375);
  isClose(normalCdf(-6), 9.865876450377e-10, 1e-14);
  isClose(normalCdf(1), 0.8413447460685429, 1e-14);
  isClose(normalQuantile(1e-6), -4.753424308823, 1e-8);
});
