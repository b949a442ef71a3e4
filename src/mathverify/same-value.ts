// Whether two values are the same within rounding: exact ones, doubles with a bound of their error, and 45 decimals.
import type { Node } from './ast.ts';
import { type Complex, isDefined, minus, plus, size } from './complex.ts';
import type { Context, Outcome } from './context.ts';
import { fixedOne } from './fixed-point.ts';
import { preciseValue } from './precise.ts';
import type { ProbePoint } from './probe-points.ts';
import { divide, type Rational, subtract } from './rational.ts';

/** Digits in which computed values have to agree, as a relative difference. */
export const relative = 1e-9;

/** Two values in doubles: equal within rounding, clearly different, or too inexact to say. */
export function compareComplex(a: Complex, b: Complex, context: Context): Outcome {
  if (!isDefined(a) || !isDefined(b)) return 'undecided';
  const largest = Math.max(size(a), size(b));
  const difference = size(plus(a, minus(b)));
  const noise = 16 * (a.err + b.err);
  if (difference <= noise) return noise > relative * largest && difference > 0 ? 'undecided' : 'equal';
  if (difference > tolerance(context) * largest) return 'different';
  return context.options.numericPrecision < 15 ? 'equal' : 'undecided';
}

/** Values that are computed in doubles only have to agree in nine digits, when their error allows to say that. */
export function agree(a: Complex, b: Complex, context: Context): boolean {
  if (!isDefined(a) || !isDefined(b)) return false;
  const allowed = tolerance(context) * Math.max(size(a), size(b));
  return size(plus(a, minus(b))) <= allowed && 16 * (a.err + b.err) <= allowed;
}

/** Exact values that are as near as the options ask for where they do not ask for exactness. */
export function close(a: Rational, b: Rational, context: Context): boolean {
  if (context.options.numericPrecision >= 15) return false;
  const difference = divide(subtract(a, b), a.n === 0n ? b : a);
  return difference !== null && Math.abs(Number(difference.n) / Number(difference.d)) < tolerance(context);
}

/** The largest relative difference of equal values. */
function tolerance(context: Context): number {
  return Math.max(relative, 10 ** -context.options.numericPrecision);
}

/** The same or not in 45 decimals at a point; null where these are too few or not known. */
export function precisely(
  a: Node,
  b: Node,
  point: ProbePoint,
  context: Context,
): 'equal' | 'different' | null {
  const left = preciseValue(a, context.budget, point);
  const right = left === null ? null : preciseValue(b, context.budget, point);
  if (left === null || right === null) return null;
  const difference = magnitude(left - right);
  const largest = magnitude(left) > magnitude(right) ? magnitude(left) : magnitude(right);
  if (largest < fixedOne >> 90n) return null;
  return difference <= (largest >> 140n) + 1n ? 'equal' : 'different';
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
