// Logistic regression with a ridge penalty, by Newton's method (iteratively reweighted least squares): for small
// numbers of features. Features are standardised on what it is fitted to.

import { factorise, solveFactorised } from './cholesky.ts';

export interface LogisticModel {
  /** By feature, per standard deviation: the larger the magnitude, the more informative the feature. */
  readonly weights: readonly number[];
  /** The linear score without its constant: ranks cases, and does not depend on how common the classes were. */
  score(features: ArrayLike<number>): number;
}

const maxSteps = 25;
const tolerance = 1e-8;

function moments(rows: readonly ArrayLike<number>[], features: number): { mean: number[]; scale: number[] } {
  const mean = new Array<number>(features).fill(0);
  const scale = new Array<number>(features).fill(0);
  for (const row of rows) for (let at = 0; at < features; at += 1) mean[at]! += row[at]! / rows.length;
  for (const row of rows) {
    for (let at = 0; at < features; at += 1) scale[at]! += (row[at]! - mean[at]!) ** 2 / rows.length;
  }
  // What the rounding of its mean leaves of a constant feature is no scale.
  const isConstant = (value: number, at: number): boolean => Math.sqrt(value) <= 1e-12 * Math.abs(mean[at]!);
  return { mean, scale: scale.map((value, at) => (isConstant(value, at) ? 0 : Math.sqrt(value))) };
}

/** `labels` are 0 or 1, both at least once; `ridge` is the penalty on the squared weights (not on the constant). */
export function fitLogistic(
  rows: readonly ArrayLike<number>[],
  labels: ArrayLike<number>,
  ridge: number,
): LogisticModel {
  const features = rows[0]?.length ?? 0;
  const { mean, scale } = moments(rows, features);
  const standard = (row: ArrayLike<number>, at: number): number =>
    scale[at] === 0 ? 0 : (row[at]! - mean[at]!) / scale[at]!;
  const size = features + 1;
  const beta = new Float64Array(size);
  const x = new Float64Array(size);
  for (let step = 0; step < maxSteps; step += 1) {
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    const gradient = new Float64Array(size);
    for (const [index, row] of rows.entries()) {
      x[features] = 1;
      for (let at = 0; at < features; at += 1) x[at] = standard(row, at);
      let linear = 0;
      for (let at = 0; at < size; at += 1) linear += beta[at]! * x[at]!;
      const share = 1 / (1 + Math.exp(-linear));
      const weight = Math.max(share * (1 - share), 1e-9);
      for (let i = 0; i < size; i += 1) {
        gradient[i]! += (labels[index]! - share) * x[i]!;
        for (let j = 0; j <= i; j += 1) hessian[i]![j]! += weight * x[i]! * x[j]!;
      }
    }
    for (let at = 0; at < features; at += 1) {
      gradient[at]! -= ridge * beta[at]!;
      hessian[at]![at]! += ridge;
    }
    hessian[features]![features]! += 1e-9;
    const change = solveFactorised(factorise(hessian), gradient);
    let largest = 0;
    for (let at = 0; at < size; at += 1) {
      beta[at]! += change[at]!;
      largest = Math.max(largest, Math.abs(change[at]!));
    }
    if (largest < tolerance) break;
  }
  const weights = Array.from(beta.subarray(0, features));
  return {
    weights,
    score: (row) => weights.reduce((sum, weight, at) => sum + weight * standard(row, at), 0),
  };
}
