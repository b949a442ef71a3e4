// The two-parameter logistic model of item response: a rater of ability t answers an item right with probability
// 1 / (1 + exp(-(a t + d))). Marginal maximum likelihood by EM (Bock and Aitkin, Psychometrika 46, 1981) with quadrature
// around each rater's own posterior (Naylor and Smith, Applied Statistics 31, 1982): with thousands of items that is far
// narrower than the distance of fixed nodes. Weak normal priors keep items that all or none answer right finite (Mislevy,
// Psychometrika 51, 1986). Abilities have mean 0 and standard deviation 1. Deterministic.

import {
  maxStep,
  noAnswer,
  type Parameters,
  type Posterior,
  posteriorOf,
  prior,
  type Responses,
  share,
} from './item-response-posterior.ts';
import { itemVariances } from './item-response-variance.ts';

export interface ItemResponseFit {
  /** By item: a, d, and the variances and covariance of the two from the observed information (Louis 1982). */
  readonly slope: Float64Array;
  readonly intercept: Float64Array;
  readonly slopeVariance: Float64Array;
  readonly interceptVariance: Float64Array;
  readonly covariance: Float64Array;
  /** By rater: mean of the posterior. */
  readonly ability: Float64Array;
  readonly iterations: number;
  readonly converged: boolean;
}

/** Below this many raters (or answers to an item) the parameters would be little more than their priors. */
export const minRaters = 8;

const maxIterations = 200;
const tolerance = 1e-4;

function startOf({ items, raters, right }: Responses) {
  const intercept = new Float64Array(items);
  const ability = new Float64Array(raters);
  const counts = new Float64Array(raters);
  for (let item = 0; item < items; item += 1) {
    let [n, sum] = [0, 0];
    for (let rater = 0; rater < raters; rater += 1) {
      const answer = right[item * raters + rater]!;
      if (answer === noAnswer) continue;
      n += 1;
      sum += answer;
      counts[rater]! += 1;
      ability[rater]! += answer;
    }
    intercept[item] = Math.log((sum + 0.5) / (n - sum + 0.5));
  }
  for (let rater = 0; rater < raters; rater += 1) {
    ability[rater] = Math.log((ability[rater]! + 0.5) / (counts[rater]! - ability[rater]! + 0.5));
  }
  const mean = ability.reduce((sum, one) => sum + one / raters, 0);
  const deviation = Math.sqrt(ability.reduce((sum, one) => sum + (one - mean) ** 2 / raters, 0));
  for (let rater = 0; rater < raters; rater += 1) {
    ability[rater] = deviation === 0 ? 0 : (ability[rater]! - mean) / deviation;
  }
  return { slope: new Float64Array(items).fill(1), intercept, ability };
}

/** Abilities get mean 0 and standard deviation 1, and the items the same curves on that scale. */
function standardise({ slope, intercept, ability }: Parameters, posteriors: readonly Posterior[]): void {
  let [mean, square] = [0, 0];
  for (const [rater, { nodes, weights }] of posteriors.entries()) {
    ability[rater] = nodes.reduce((sum, at, q) => sum + at * weights[q]!, 0);
    mean += ability[rater]! / posteriors.length;
    square += nodes.reduce((sum, at, q) => sum + at * at * weights[q]!, 0) / posteriors.length;
  }
  const deviation = Math.sqrt(Math.max(square - mean * mean, 1e-6));
  for (const { nodes } of posteriors) {
    for (let q = 0; q < nodes.length; q += 1) nodes[q] = (nodes[q]! - mean) / deviation;
  }
  for (let rater = 0; rater < ability.length; rater += 1)
    ability[rater] = (ability[rater]! - mean) / deviation;
  for (let item = 0; item < slope.length; item += 1) {
    intercept[item]! += slope[item]! * mean;
    slope[item]! *= deviation;
  }
}

/** Two Newton steps for the item. */
function fitItem(
  { raters, right }: Responses,
  { slope, intercept }: Parameters,
  posteriors: readonly Posterior[],
  item: number,
): void {
  for (let step = 0; step < 2; step += 1) {
    const [a, d] = [slope[item]!, intercept[item]!];
    let [ga, gd] = [(prior.slopeMean - a) / prior.slopeVariance, -d / prior.interceptVariance];
    let [haa, had, hdd] = [1 / prior.slopeVariance, 0, 1 / prior.interceptVariance];
    for (let rater = 0; rater < raters; rater += 1) {
      const answer = right[item * raters + rater]!;
      if (answer === noAnswer) continue;
      const { nodes, weights } = posteriors[rater]!;
      for (let q = 0; q < nodes.length; q += 1) {
        const [at, weight] = [nodes[q]!, weights[q]!];
        const p = share(a * at + d);
        const miss = weight * (answer - p);
        const information = weight * p * (1 - p);
        gd += miss;
        ga += miss * at;
        hdd += information;
        had += information * at;
        haa += information * at * at;
      }
    }
    const determinant = haa * hdd - had * had;
    const moved = [(hdd * ga - had * gd) / determinant, (haa * gd - had * ga) / determinant].map((by) =>
      Math.max(-maxStep, Math.min(maxStep, by)),
    );
    slope[item] = a + moved[0]!;
    intercept[item] = d + moved[1]!;
  }
}

const largestChange = (before: Float64Array, after: Float64Array): number =>
  after.reduce((max, one, at) => Math.max(max, Math.abs(one - before[at]!)), 0);

/** Null with fewer than `minRaters` raters or no item. */
export function fitItemResponse(responses: Responses): ItemResponseFit | null {
  const { items, raters } = responses;
  if (raters < minRaters || items === 0) return null;
  const parameters = startOf(responses);
  const allPosteriors = () =>
    Array.from({ length: raters }, (_, rater) => posteriorOf(responses, parameters, rater));
  let posteriors = allPosteriors();
  let iterations = 0;
  for (
    let change = Number.POSITIVE_INFINITY;
    change > tolerance && iterations < maxIterations;
    iterations += 1
  ) {
    // Compared from round to round: within one, the scale is set anew and the items follow it.
    const before = [parameters.slope.slice(), parameters.intercept.slice()] as const;
    standardise(parameters, posteriors);
    for (let item = 0; item < items; item += 1) fitItem(responses, parameters, posteriors, item);
    change = Math.max(
      largestChange(before[0], parameters.slope),
      largestChange(before[1], parameters.intercept),
    );
    posteriors = allPosteriors();
  }
  return {
    ...parameters,
    ...itemVariances(responses, parameters, posteriors),
    iterations,
    converged: iterations < maxIterations,
  };
}
