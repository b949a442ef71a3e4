// The item response model beside a second fit of it: EM over a fine fixed grid of abilities, on a small table of answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitItemResponse } from '../../src/statistics/item-response.ts';
import { noAnswer } from '../../src/statistics/item-response-posterior.ts';
import { mulberry32 } from '../../src/statistics/random.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const start = Array.from({ length: 61 }, (_, at) => -6 + at / 5);
const share = (linear: number): number => 1 / (1 + Math.exp(-linear));

/** Answers of abler and abler raters, of which each misses a few items. */
function answers(items: number, raters: number): Uint8Array {
  const rng = mulberry32(11);
  return Uint8Array.from({ length: items * raters }, (_, at) => {
    const [item, rater] = [Math.floor(at / raters), at % raters];
    const draw = rng();
    if (rng() < 0.1) return noAnswer;
    return draw < share((0.5 + (item % 3) / 2) * (rater / 4 - 1.2) + (item % 5) / 2 - 0.7) ? 1 : 0;
  });
}

/** The posterior of each rater over the grid, whose prior has mean 0 and standard deviation 1. */
function posteriorsOf(table: readonly (readonly number[])[], slope: number[], intercept: number[]) {
  return table[0]!.map((_, rater) => {
    const density = start.map((ability) => {
      let value = Math.exp((-ability * ability) / 2);
      for (const [item, row] of table.entries()) {
        const p = share(slope[item]! * ability + intercept[item]!);
        value *= row[rater] === noAnswer ? 1 : row[rater] === 1 ? p : 1 - p;
      }
      return value;
    });
    return density.map((value) => value / sum(density));
  });
}

/** Parameters where the expected gradient is 0, found by ascending it slowly. */
function fitSlowly(table: readonly (readonly number[])[]) {
  const slope = table.map(() => 1);
  const intercept = table.map(() => 0);
  let ability: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const posteriors = posteriorsOf(table, slope, intercept);
    const average = start.map((_, q) => sum(posteriors.map((one) => one[q]!)) / posteriors.length);
    const mean = sum(average.map((weight, q) => weight * start[q]!));
    const deviation = Math.sqrt(sum(average.map((weight, q) => weight * (start[q]! - mean) ** 2)));
    const grid = start.map((at) => (at - mean) / deviation);
    ability = posteriors.map((weights) => sum(weights.map((weight, q) => weight * grid[q]!)));
    for (const [item, row] of table.entries()) {
      let [a, d] = [slope[item]! * deviation, intercept[item]! + slope[item]! * mean];
      for (let step = 0; step < 6; step += 1) {
        let [ga, gd, information] = [1 - a, -d / 4, 1];
        for (const [rater, weights] of posteriors.entries()) {
          if (row[rater] === noAnswer) continue;
          for (const [q, at] of grid.entries()) {
            const p = share(a * at + d);
            ga += weights[q]! * (row[rater]! - p) * at;
            gd += weights[q]! * (row[rater]! - p);
            information += weights[q]! * p * (1 - p) * (1 + at * at);
          }
        }
        a += ga / information;
        d += gd / information;
      }
      [slope[item], intercept[item]] = [a, d];
    }
  }
  return { slope, intercept, ability };
}

test('the fit has the parameters and abilities of a slow one over a fine grid', () => {
  const [items, raters] = [9, 10];
  const right = answers(items, raters);
  const table = Array.from({ length: items }, (_, item) => [
    ...right.slice(item * raters, (item + 1) * raters),
  ]);
  const fit = fitItemResponse({ items, raters, right })!;
  const slow = fitSlowly(table);
  for (const name of ['slope', 'intercept', 'ability'] as const) {
    for (const [at, expected] of slow[name].entries()) {
      assert.ok(Math.abs(fit[name][at]! - expected) < 0.002, `${name} ${at}: ${fit[name][at]}, ${expected}`);
    }
  }
});
