// The test by which two critics are said to differ: a paired bootstrap over problems. The comparison makes it, and the
// planning of studies asks how often it would find a difference.
import { normalQuantile } from './normal.ts';

/** Two-sided, after Holm's correction. */
export const level = 0.05;

/** The share of studies that find a true difference, where nothing else is asked for. */
export const usualPower = 0.8;

/**
 * A true difference of so many standard errors is found with this power, at the level divided by the number of tests
 * that are corrected for.
 */
export function standardErrors(power: number, tests = 1): number {
  return normalQuantile(1 - level / tests / 2) + normalQuantile(power);
}

/** Less is no difference: equal metrics of two critics differ by the rounding of their sums (cluster-sums.ts). */
const rounding = 1e-9;

/** Twice the share of replicates on the other side of 0, at least 1 / replicates. */
export function twoSided(differences: Float64Array): number {
  let below = 0;
  let above = 0;
  for (const value of differences) {
    if (value <= rounding) below += 1;
    if (value >= -rounding) above += 1;
  }
  const n = differences.length;
  return Math.min(1, Math.max((2 * Math.min(below, above)) / n, 1 / n));
}

/** The interval is on one side of 0, and p (corrected) is below the level; null where either is undefined. */
export function differs(interval: readonly [number, number] | null, p: number | null): boolean | null {
  if (interval === null || p === null) return null;
  return (interval[0] > rounding || interval[1] < -rounding) && p < level;
}
