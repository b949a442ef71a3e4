// Quadrature and information of the item response model beside integrals on a fine grid and finite differences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  noAnswer,
  posteriorOf,
  prior,
  type Responses,
} from '../../src/statistics/item-response-posterior.ts';
import { itemVariances } from '../../src/statistics/item-response-variance.ts';
import { mulberry32 } from '../../src/statistics/random.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const grid = Array.from({ length: 2401 }, (_, at) => -6 + at / 200);

interface Items {
  readonly slope: Float64Array;
  readonly intercept: Float64Array;
}

function drawn(items: number, raters: number, seed: number) {
  const rng = mulberry32(seed);
  const slope = Float64Array.from({ length: items }, () => 0.4 + rng());
  const intercept = Float64Array.from({ length: items }, () => 2 * rng() - 1);
  const right = Uint8Array.from({ length: items * raters }, () => {
    const draw = rng();
    return draw < 0.15 ? noAnswer : draw < 0.6 ? 1 : 0;
  });
  return { responses: { items, raters, right } satisfies Responses, slope, intercept };
}

/** Prior times likelihood of a rater's answers, at each ability of the grid. */
function densityOf(
  { items, raters, right }: Responses,
  { slope, intercept }: Items,
  rater: number,
): number[] {
  return grid.map((ability) => {
    let value = Math.exp((-ability * ability) / 2);
    for (let item = 0; item < items; item += 1) {
      const answer = right[item * raters + rater]!;
      if (answer === noAnswer) continue;
      const p = 1 / (1 + Math.exp(-slope[item]! * ability - intercept[item]!));
      value *= answer === 1 ? p : 1 - p;
    }
    return value;
  });
}

test("the nodes of a rater's posterior have its mean and variance, for few answers and for many", () => {
  for (const [items, tolerance] of [
    [3, 2e-3],
    [12, 2e-3],
    [400, 2e-3],
  ] as const) {
    const { responses, slope, intercept } = drawn(items, 6, items);
    for (let rater = 0; rater < 6; rater += 1) {
      const density = densityOf(responses, { slope, intercept }, rater);
      const total = sum(density);
      const mean = sum(density.map((one, at) => one * grid[at]!)) / total;
      const variance = sum(density.map((one, at) => one * (grid[at]! - mean) ** 2)) / total;
      const ability = new Float64Array(6);
      const { nodes, weights } = posteriorOf(responses, { slope, intercept, ability }, rater);
      assert.ok(Math.abs(sum([...weights]) - 1) < 1e-12);
      const found = sum([...nodes].map((at, q) => at * weights[q]!));
      const spread = sum([...nodes].map((at, q) => (at - found) ** 2 * weights[q]!));
      assert.ok(Math.abs(found - mean) < tolerance, `mean ${found} of ${items} is not ${mean}`);
      assert.ok(Math.abs(spread / variance - 1) < 0.02, `variance ${spread} of ${items} is not ${variance}`);
      assert.equal(nodes.length, Math.sqrt(variance) < 0.15 ? 3 : 7);
    }
  }
});

test('variances are the inverse of the curvature of the likelihood in which abilities are integrated out', () => {
  const raters = 10;
  const { responses, slope, intercept } = drawn(8, raters, 21);
  const ability = new Float64Array(raters);
  const posteriors = Array.from({ length: raters }, (_, rater) =>
    posteriorOf(responses, { slope, intercept, ability }, rater),
  );
  const found = itemVariances(responses, { slope, intercept }, posteriors);
  const h = 1e-3;
  for (let item = 0; item < 8; item += 1) {
    const likelihood = (da: number, dd: number): number => {
      const moved = { slope: slope.slice(), intercept: intercept.slice() };
      moved.slope[item]! += da;
      moved.intercept[item]! += dd;
      const logs = Array.from({ length: raters }, (_, rater) =>
        Math.log(sum(densityOf(responses, moved, rater))),
      );
      const [a, d] = [moved.slope[item]! - prior.slopeMean, moved.intercept[item]!];
      return sum(logs) - (a * a) / prior.slopeVariance / 2 - (d * d) / prior.interceptVariance / 2;
    };
    const middle = likelihood(0, 0);
    const haa = -(likelihood(h, 0) - 2 * middle + likelihood(-h, 0)) / (h * h);
    const hdd = -(likelihood(0, h) - 2 * middle + likelihood(0, -h)) / (h * h);
    const had =
      -(likelihood(h, h) - likelihood(h, -h) - likelihood(-h, h) + likelihood(-h, -h)) / (4 * h * h);
    const determinant = haa * hdd - had * had;
    for (const [name, expected] of [
      ['slopeVariance', hdd / determinant],
      ['interceptVariance', haa / determinant],
      ['covariance', -had / determinant],
    ] as const) {
      const value = found[name][item]!;
      assert.ok(
        Math.abs(value - expected) < 0.02 * Math.abs(haa / determinant),
        `${name}: ${value}, ${expected}`,
      );
    }
  }
});
