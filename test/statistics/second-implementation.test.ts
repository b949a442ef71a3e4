// Statistics beside a second implementation of their definitions: sums over all pairs, sorted lists, numerical integrals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fleissKappa } from '../../src/statistics/agreement.ts';
import { largestRemainders } from '../../src/statistics/apportion.ts';
import { areaUnderCurve, midranks } from '../../src/statistics/auc.ts';
import { factorise, solveFactorised, solveLower } from '../../src/statistics/cholesky.ts';
import { fitLogistic } from '../../src/statistics/logistic.ts';
import { normalCdf, normalQuantile } from '../../src/statistics/normal.ts';
import { createPoissonSums } from '../../src/statistics/poisson-sums.ts';
import { firstStepBelow } from '../../src/statistics/prm-threshold.ts';
import { problemPlace } from '../../src/statistics/problem-place.ts';
import { quantile, quantileAt } from '../../src/statistics/quantile.ts';
import { drawUntil, mulberry32 } from '../../src/statistics/random.ts';
import { spearman } from '../../src/statistics/rank-correlation.ts';
import { resampled } from '../../src/statistics/resampled.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const isClose = (found: number, expected: number, tolerance = 1e-9): void => {
  const allowed = tolerance * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(found - expected) <= allowed, `${found} is not ${expected}`);
};
const numbers = (max: number, minLength = 0) => fc.array(fc.nat(max), { minLength, maxLength: 12 });

test('shares of whole places add up, are at most one off, and ties go to the earlier weight', () => {
  fc.assert(
    fc.property(numbers(9), fc.nat(40), (weights, places) => {
      const parts = largestRemainders(weights, places);
      const total = sum(weights);
      assert.equal(parts.length, weights.length);
      if (total === 0) return assert.deepEqual(new Set([...parts, 0]), new Set([0]));
      assert.equal(sum(parts), places);
      // In whole numbers: what is left over of a weight times the places.
      const rest = weights.map((weight) => (weight * places) % total);
      const up = parts.map((part, at) => part - (weights[at]! * places - rest[at]!) / total);
      assert.ok(up.every((one) => one === 0 || one === 1));
      for (const [i, a] of rest.entries()) {
        for (const [j, b] of rest.entries()) if (a > b || (a === b && i < j)) assert.ok(up[i]! >= up[j]!);
      }
      return undefined;
    }),
  );
});

test('six places by weights of 6, 3 and 1 are 4, 2 and none: 0.6 and 0.6 are a tie', () => {
  assert.deepEqual(largestRemainders([6, 3, 1], 6), [4, 2, 0]);
  assert.deepEqual(largestRemainders([0.6, 0.3, 0.1], 1), [1, 0, 0]);
});

test('ranks count the smaller values and half of the equal ones', () => {
  fc.assert(
    fc.property(numbers(6), (values) => {
      const expected = values.map((value) => {
        const equal = values.filter((other) => other === value).length;
        return values.filter((other) => other < value).length + (equal + 1) / 2;
      });
      assert.deepEqual([...midranks(values)], expected);
    }),
  );
});

test('rank correlation is that of the ranks, null without variation or with two pairs', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 }), (pairs) => {
      const ranks = [0, 1].map((side) => [...midranks(pairs.map((pair) => pair[side as 0 | 1]))]);
      const [x, y] = ranks.map((one) => one.map((rank) => rank - mean(one))) as [number[], number[]];
      const product = (a: readonly number[], b: readonly number[]) =>
        sum(a.map((value, at) => value * b[at]!));
      const found = spearman(pairs);
      if (pairs.length < 3 || product(x, x) === 0 || product(y, y) === 0) assert.equal(found, null);
      else isClose(found!, product(x, y) / Math.sqrt(product(x, x) * product(y, y)));
    }),
  );
});

test('the area under the curve is the share of pairs in order, and its interval that of DeLong', () => {
  fc.assert(
    fc.property(numbers(8), numbers(8), (positive, negative) => {
      const found = areaUnderCurve(positive, negative);
      if (positive.length < 2 || negative.length < 2) return assert.equal(found, null);
      const wins = (a: number, b: number): number => (a > b ? 1 : a === b ? 0.5 : 0);
      const ofPositive = positive.map((a) => mean(negative.map((b) => wins(a, b))));
      const ofNegative = negative.map((b) => mean(positive.map((a) => wins(a, b))));
      const area = mean(ofPositive);
      const spread = (values: readonly number[]) =>
        sum(values.map((value) => (value - area) ** 2)) / (values.length - 1) / values.length;
      const half = 1.959963984540054 * Math.sqrt(spread(ofPositive) + spread(ofNegative));
      isClose(found!.value, area);
      isClose(found!.interval[0], Math.max(0, area - half));
      isClose(found!.interval[1], Math.min(1, area + half));
      assert.deepEqual([found!.positives, found!.negatives], [positive.length, negative.length]);
      return undefined;
    }),
  );
});

test("Fleiss' kappa is that of all pairs of ratings, over units that two rated", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }), { maxLength: 8 }), (units) => {
      const rated = units.map((counts) => counts.flatMap((n, at) => new Array<number>(n).fill(at)));
      const paired = rated.filter((ratings) => ratings.length > 1);
      const all = paired.flat();
      const agreed = paired.map((ratings) =>
        mean(ratings.flatMap((a, i) => ratings.flatMap((b, j) => (i === j ? [] : [Number(a === b)])))),
      );
      const chance = sum([0, 1, 2].map((at) => (all.filter((one) => one === at).length / all.length) ** 2));
      const found = fleissKappa(units);
      if (paired.length === 0 || new Set(all).size === 1) assert.equal(found, null);
      else isClose(found!, (mean(agreed) - chance) / (1 - chance));
    }),
  );
});

test('quantiles are numpy.percentile, also of values that are looked up', () => {
  fc.assert(
    fc.property(numbers(50), fc.nat(40), (values, fortieths) => {
      const sorted = Float64Array.from(values).sort();
      const q = fortieths / 40;
      const found = quantile(sorted, q);
      assert.equal(
        quantileAt(sorted.length, q, (at) => sorted[at]!),
        found,
      );
      if (values.length === 0) return assert.equal(found, null);
      const place = ((sorted.length - 1) * fortieths) / 40;
      const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
      isClose(found!, low + (high - low) * (place - Math.floor(place)));
      return undefined;
    }),
  );
  // From the nearer neighbour, so that the ends of a step are met exactly.
  assert.equal(quantile(Float64Array.of(0.1, 0.3), 1), 0.3);
  assert.equal(quantile(Float64Array.of(-1, 1e17), 0), -1);
});

test('a factor times itself is the matrix, and its solutions solve the equations', () => {
  const entry = fc.integer({ min: -4, max: 4 });
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 5 })
        .chain((n) =>
          fc.tuple(
            fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
            fc.array(entry, { minLength: n, maxLength: n }),
          ),
        ),
      ([rows, right]) => {
        const n = rows.length;
        // A A' + I is positive definite.
        const matrix = rows.map((row, i) =>
          rows.map((other, j) => sum(row.map((value, at) => value * other[at]!)) + Number(i === j)),
        );
        const factor = factorise(matrix.map((row) => Float64Array.from(row)));
        for (let i = 0; i < n; i += 1) {
          for (let j = 0; j <= i; j += 1) {
            const product = sum(Array.from({ length: j + 1 }, (_, k) => factor[i]![k]! * factor[j]![k]!));
            isClose(product, matrix[i]![j]!);
          }
        }
        const solved = solveFactorised(factor, right);
        for (const [i, row] of matrix.entries()) {
          isClose(sum(row.map((value, at) => value * solved[at]!)), right[i]!, 1e-7);
        }
        const half = solveLower(factor, right);
        isClose(
          sum([...half].map((value) => value ** 2)),
          sum(right.map((value, at) => value * solved[at]!)),
          1e-7,
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('logistic weights are where the penalised likelihood is flat; a constant feature has none', () => {
  const rng = mulberry32(4);
  const rows = Array.from({ length: 120 }, () => [3 * rng() - 1, 10 * rng(), 7]);
  const labels = rows.map(([a, b]) => Number(a! * 2 - b! / 4 + 3 * rng() > 1.5));
  for (const ridge of [0.5, 4]) {
    const { weights, score } = fitLogistic(rows, labels, ridge);
    const standard = rows.map((row) =>
      row.map((value, at) => {
        const column = rows.map((one) => one[at]!);
        const scale = Math.sqrt(mean(column.map((one) => (one - mean(column)) ** 2)));
        return at === 2 ? 0 : (value - mean(column)) / scale;
      }),
    );
    for (const [at, row] of rows.entries()) {
      isClose(score(row), sum(weights.map((weight, i) => weight * standard[at]![i]!)));
    }
    // The constant that fits these scores, by bisection.
    const shareAt = (constant: number, at: number): number =>
      1 / (1 + Math.exp(-constant - score(rows[at]!)));
    let [low, high] = [-50, 50];
    for (let i = 0; i < 100; i += 1) {
      const middle = (low + high) / 2;
      const expected = sum(rows.map((_, at) => shareAt(middle, at)));
      if (expected < sum(labels)) low = middle;
      else high = middle;
    }
    for (const [i, weight] of weights.entries()) {
      const gradient = sum(rows.map((_, at) => (labels[at]! - shareAt(low, at)) * standard[at]![i]!));
      isClose(gradient, ridge * weight, 1e-5);
    }
    assert.equal(weights[2], 0);
    assert.equal(score([1, 2, 8]), score([1, 2, 7]));
    assert.ok(weights[0]! > 0 && weights[1]! < 0);
  }
  // Separated classes stay finite.
  const apart = fitLogistic([[0], [0], [1], [1]], [0, 0, 1, 1], 1);
  assert.ok(apart.weights[0]! > 0 && apart.weights[0]! < 10);
});

test('the normal distribution is the integral of its density, and quantiles are its inverse', () => {
  const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  for (const z of [-4, -1.5, -0.3, 0, 0.7, 2, 5]) {
    // Simpson's rule from 0.
    const n = 2000;
    const h = z / n;
    const inner = Array.from(
      { length: n + 1 },
      (_, i) => density(i * h) * (i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2),
    );
    isClose(normalCdf(z), 0.5 + (h / 3) * sum(inner), 1e-11);
    isClose(normalQuantile(normalCdf(z)), z, 1e-8);
  }
  assert.deepEqual([normalCdf(-9), normalCdf(9), normalCdf(0)], [0, 1, 0.5]);
  assert.ok(normalCdf(-7.9) > 0 && normalCdf(-7.9) < 1e-14 && normalCdf(7.9) > 1 - 1e-14);
  isClose(normalQuantile(0.975), 1.959963984540054, 1e-10);
});

test('sums of Poisson draws have their probabilities, in each cell and far from the mean', () => {
  for (const k of [1, 3, 40]) {
    const draws = new Float64Array(40_000);
    createPoissonSums(mulberry32(k))(k, draws);
    isClose(mean([...draws]), k, 0.03);
    isClose(mean([...draws].map((one) => (one - k) ** 2)), k, 0.05);
    assert.ok(draws.every((one) => Number.isInteger(one) && one >= 0));
    let probability = Math.exp(-k);
    for (let value = 0; value < 2 * k + 3; value += 1) {
      const share = draws.filter((one) => one === value).length / draws.length;
      assert.ok(Math.abs(share - probability) < 0.012, `${value} of ${k}: ${share}`);
      probability *= k / (value + 1);
    }
  }
  const [one, other] = [new Float64Array(9), new Float64Array(9)];
  const fill = createPoissonSums(mulberry32(1));
  fill(2, one);
  fill(2, other);
  assert.notDeepEqual(one, other);
});

test('a resampled statistic has the value of all units, and an interval as wide as theory says', () => {
  const rng = mulberry32(9);
  const units = Array.from({ length: 150 }, () => rng());
  const { whole, measured } = resampled(units, (own) => ({ mean: mean([...own]), n: own.length }), 5);
  assert.deepEqual(whole, { mean: mean(units), n: 150 });
  const { value, interval } = measured((values) => values.mean);
  const error = Math.sqrt(mean(units.map((one) => (one - mean(units)) ** 2)) / units.length);
  assert.equal(value, mean(units));
  for (const [at, sign] of [
    [0, -1],
    [1, 1],
  ] as const) {
    isClose(interval![at], mean(units) + sign * 1.96 * error, 0.01);
  }
  assert.deepEqual(measured(({ n }) => n).interval, [150, 150]);
  const again = resampled(units, (own) => mean([...own]), 5);
  assert.deepEqual(again.measured((one) => one).interval, interval);
});

test('a resampled statistic that more than one sample in twenty lacks has no interval; without units there is none', () => {
  const lacking = (every: number) => {
    let calls = 0;
    const { measured } = resampled([1, 2, 3], (own) => (calls++ % every === 1 ? null : own.length), 1);
    return measured((value) => value);
  };
  assert.deepEqual(lacking(10), { value: 3, interval: null });
  assert.deepEqual(lacking(25), { value: 3, interval: [3, 3] });
  const none = resampled([], () => null, 1);
  assert.deepEqual(
    none.measured((value) => value),
    { value: null, interval: null },
  );
  let calls = 0;
  const counting = (n: number): number => {
    calls = 0;
    resampled(
      Array.from({ length: n }, (_, at) => at),
      () => (calls += 1),
      1,
    );
    return calls - 1;
  };
  assert.deepEqual([1, 200, 400, 4000].map(counting), [1000, 1000, 500, 100]);
});

test('places of problems are even, from 0 to 1, and hang on the seed', () => {
  const places = Array.from({ length: 2000 }, (_, at) => problemPlace(`problem ${at}`, 3));
  assert.ok(places.every((place) => place >= 0 && place < 1));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = places.filter((place) => Math.floor(place * 10) === tenth).length / places.length;
    assert.ok(share > 0.07 && share < 0.13, `${tenth}: ${share}`);
  }
  assert.equal(problemPlace('a', 1), problemPlace('a', 1));
  assert.notEqual(problemPlace('a', 1), problemPlace('a', 2));
});

test('the first step below a threshold is strictly below it; a rejected draw is drawn again', () => {
  assert.equal(firstStepBelow([0.9, 0.5, 0.2], 0.5), 2);
  assert.equal(firstStepBelow([0.9, 0.5], 0.5), -1);
  assert.equal(firstStepBelow([], 0.5), -1);
  let drawn = 0;
  assert.equal(
    drawUntil(
      () => (drawn += 1),
      (value) => value > 3,
    ),
    4,
  );
});
