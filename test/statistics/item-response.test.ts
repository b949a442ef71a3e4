import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitItemResponse, minRaters } from '../../src/statistics/item-response.ts';
import { noAnswer } from '../../src/statistics/item-response-posterior.ts';
import { mulberry32, type Rng } from '../../src/statistics/random.ts';

const normal = (rng: Rng): number =>
  Math.sqrt(-2 * Math.log(rng() + 2 ** -33)) * Math.cos(2 * Math.PI * rng());

/** Answers drawn from the model itself, with the parameters that they were drawn with. */
function drawn(items: number, raters: number, seed: number) {
  const rng = mulberry32(seed);
  const raw = Array.from({ length: raters }, () => normal(rng));
  const mean = raw.reduce((sum, one) => sum + one, 0) / raters;
  const deviation = Math.sqrt(raw.reduce((sum, one) => sum + (one - mean) ** 2, 0) / raters);
  const ability = raw.map((one) => (one - mean) / deviation);
  const slope = Array.from({ length: items }, () => Math.exp(0.4 * normal(rng)));
  const intercept = Array.from({ length: items }, () => 0.5 + 1.2 * normal(rng));
  const right = new Uint8Array(items * raters);
  for (let item = 0; item < items; item += 1) {
    for (let rater = 0; rater < raters; rater += 1) {
      const p = 1 / (1 + Math.exp(-(slope[item]! * ability[rater]! + intercept[item]!)));
      right[item * raters + rater] = rng() < p ? 1 : 0;
    }
  }
  return { items, raters, right, slope, intercept, ability };
}

function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const mean = (of: ArrayLike<number>): number =>
    Array.from(of).reduce((sum, one) => sum + one, 0) / of.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let at = 0; at < x.length; at += 1) {
    xy += (x[at]! - mx) * (y[at]! - my);
    xx += (x[at]! - mx) ** 2;
    yy += (y[at]! - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

const covered = (truth: readonly number[], value: Float64Array, variance: Float64Array): number =>
  truth.filter((one, at) => Math.abs(one - value[at]!) < 1.96 * Math.sqrt(variance[at]!)).length /
  truth.length;

test('parameters that answers were drawn with come back, and 95 % intervals hold about 95 % of them', () => {
  for (const [items, raters] of [
    [400, 50],
    [2000, 20],
  ] as const) {
    const given = drawn(items, raters, raters);
    const fit = fitItemResponse(given)!;
    assert.ok(fit.converged && fit.iterations < 50, `${fit.iterations} iterations`);
    assert.ok(correlation(given.ability, fit.ability) > 0.98);
    assert.ok(correlation(given.intercept, fit.intercept) > 0.88);
    assert.ok(correlation(given.slope, fit.slope) > 0.5);
    for (const share of [
      covered(given.slope, fit.slope, fit.slopeVariance),
      covered(given.intercept, fit.intercept, fit.interceptVariance),
    ]) {
      assert.ok(share > 0.92 && share < 0.995, `${share} of the intervals hold the parameter`);
    }
  }
});

test('missing answers, and items that all or none answer right, give finite parameters', () => {
  const given = drawn(60, 12, 7);
  given.right.fill(1, 0, 12);
  given.right.fill(0, 12, 24);
  for (let at = 24; at < given.right.length; at += 5) given.right[at] = noAnswer;
  const fit = fitItemResponse(given)!;
  for (const values of [fit.slope, fit.intercept, fit.slopeVariance, fit.interceptVariance]) {
    assert.ok(values.every(Number.isFinite));
  }
  assert.ok(fit.intercept[0]! > 1.5 && fit.intercept[1]! < -1.5);
  assert.ok([...fit.slopeVariance].every((variance) => variance > 0 && variance <= 1));
});

test('an item that weaker raters answer right more often has a discrimination below 0', () => {
  const given = drawn(200, 40, 3);
  for (let rater = 0; rater < 40; rater += 1) given.right[rater] = given.ability[rater]! < 0 ? 1 : 0;
  const { slope, slopeVariance } = fitItemResponse(given)!;
  assert.ok(slope[0]! + 1.96 * Math.sqrt(slopeVariance[0]!) < 0);
});

test('too few raters are not fitted, and the same answers give the same parameters', () => {
  assert.equal(fitItemResponse(drawn(50, minRaters - 1, 1)), null);
  assert.deepEqual(fitItemResponse(drawn(50, minRaters, 1)), fitItemResponse(drawn(50, minRaters, 1)));
});
