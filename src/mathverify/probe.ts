// Decides whether two expressions have the same value everywhere: exactly at rational points where that is possible,
// else in complex doubles at seeded points of both signs, and in 45 decimals when doubles cannot separate them.
import type { Node } from './ast.ts';
import { type Complex, complex, isDefined, minus, over, plus, size } from './complex.ts';
import type { Context, Outcome } from './context.ts';
import { evaluate, type Point } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { fixedOne } from './fixed-point.ts';
import { hashOf } from './opaque.ts';
import { preciseValue } from './precise.ts';
import { compare, divide, type Rational, rational, subtract } from './rational.ts';
import { symbolsOf } from './walk.ts';

const exactPoints = 3;
const points = 9;
const enoughAgreements = 4;
const relative = 1e-9;

/** The free symbols of both. */
export function sharedSymbols(a: Node, b: Node): string[] {
  return [...symbolsOf(b, symbolsOf(a))];
}

/**
 * A rational for a symbol at one of the exact points: five-figure numerators make a chance zero negligible. The
 * common denominator keeps sums short, and no value is whole, so that floors and remainders show.
 */
function exactPoint(names: readonly string[], round: number): Map<string, Rational> {
  return new Map(
    names.map((name) => {
      const hash = hashOf(`${name}#${round}`);
      const numerator = 7 * (hash % 9973) + 1 + ((hash >>> 14) % 6);
      return [name, rational(BigInt(round % 2 === 0 ? numerator : -numerator), 7n)];
    }),
  );
}

/** Doubles between 0.2 and 3 for each symbol: two points all positive, one all negative, the others mixed. */
export function samplePoint(names: readonly string[], round: number): Point {
  const values = new Map<string, Complex>();
  for (const [k, name] of names.entries()) {
    const hash = hashOf(`${round}~${name}`);
    const magnitude = 0.2 + ((hash % 65521) / 65521) * 2.8;
    // From the fourth point on the first symbol takes the signs in turn, the others by chance.
    const mixed = k === 0 ? round % 2 === 1 : (hash >>> 17) % 2 === 0;
    const negative = round === 2 || (round > 2 && mixed);
    values.set(name, complex(negative ? -magnitude : magnitude, 0, 0));
  }
  return { values };
}

/** Whether two expressions are the same function of their symbols. */
export function sameFunction(a: Node, b: Node, context: Context): Outcome {
  const names = sharedSymbols(a, b);
  return exactly(a, b, names, context) ?? numerically(a, b, names, context);
}

function exactly(a: Node, b: Node, names: readonly string[], context: Context): Outcome | null {
  for (let round = 0; round < (names.length === 0 ? 1 : exactPoints); round += 1) {
    const scope = exactPoint(names, round);
    const left = exactValue(a, context.budget, scope);
    const right = left && exactValue(b, context.budget, scope);
    if (left === null || right === null) return null;
    if (compare(left, right) !== 0) {
      return names.length === 0 && close(left, right, context) ? 'equal' : 'different';
    }
  }
  return 'equal';
}

function close(a: Rational, b: Rational, context: Context): boolean {
  if (context.options.numericPrecision >= 15) return false;
  const difference = divide(subtract(a, b), a.n === 0n ? b : a);
  return difference !== null && Math.abs(Number(difference.n) / Number(difference.d)) < tolerance(context);
}

function tolerance(context: Context): number {
  return Math.max(relative, 10 ** -context.options.numericPrecision);
}

function numerically(a: Node, b: Node, names: readonly string[], context: Context): Outcome {
  let agreements = 0;
  let doubtful = 0;
  const rounds = names.length === 0 ? 1 : points;
  for (let round = 0; round < rounds && agreements < enoughAgreements; round += 1) {
    const point = samplePoint(names, round);
    const outcome = compareComplex(
      evaluate(a, point, context.budget),
      evaluate(b, point, context.budget),
      context,
    );
    if (outcome === 'different') return 'different';
    if (outcome === 'equal') agreements += 1;
    else doubtful += 1;
  }
  const precise = context.options.numericPrecision < 15 ? null : precisely(a, b, names, context);
  if (precise !== null) return precise;
  return agreements >= Math.min(enoughAgreements, rounds) || (agreements >= 2 && doubtful <= points - 2)
    ? 'equal'
    : 'undecided';
}

/** Two values in doubles: equal within rounding, clearly different, or too inexact to say. */
function compareComplex(a: Complex, b: Complex, context: Context): Outcome {
  if (!isDefined(a) || !isDefined(b)) return 'undecided';
  const largest = Math.max(size(a), size(b));
  const difference = size(plus(a, minus(b)));
  const noise = 16 * (a.err + b.err);
  if (difference > tolerance(context) * largest && difference > noise) return 'different';
  return noise > relative * largest && largest > 0 && noise > 0 && difference > 0 ? 'undecided' : 'equal';
}

function precisely(a: Node, b: Node, names: readonly string[], context: Context): Outcome | null {
  const scope = new Map([...exactPoint(names, 0)].map(([name, value]) => [name, scaledDown(value)]));
  const left = preciseValue(a, context.budget, scope);
  const right = left === null ? null : preciseValue(b, context.budget, scope);
  if (left === null || right === null) return null;
  const difference = magnitude(left - right);
  const largest = magnitude(left) > magnitude(right) ? magnitude(left) : magnitude(right);
  if (largest < fixedOne >> 90n) return null;
  return difference <= (largest >> 140n) + 1n ? 'equal' : 'different';
}

// A moderate point: large ones overflow in powers and exponentials.
function scaledDown(value: Rational): Rational {
  return rational(1n + (value.n % 2003n), 701n);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The constant factor between two expressions that are multiples of each other: its sign, or null for none. */
export function proportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return null;
  return exactProportion(a, b, names, context) ?? sampledProportion(a, b, names, context);
}

function exactProportion(a: Node, b: Node, names: readonly string[], context: Context): 1 | -1 | null {
  let ratio: Rational | null = null;
  for (let round = 0; round < exactPoints; round += 1) {
    const scope = exactPoint(names, round);
    const left = exactValue(a, context.budget, scope);
    const right = left && exactValue(b, context.budget, scope);
    const next = left && right && divide(left, right);
    if (next === null || next.n === 0n || (ratio !== null && compare(ratio, next) !== 0)) return null;
    ratio = next;
  }
  return ratio === null ? null : ratio.n > 0n ? 1 : -1;
}

function sampledProportion(a: Node, b: Node, names: readonly string[], context: Context): 1 | -1 | null {
  let ratio: Complex | null = null;
  let agreements = 0;
  for (let round = 0; round < points && agreements < enoughAgreements; round += 1) {
    const point = samplePoint(names, round);
    const next: Complex = over(evaluate(a, point, context.budget), evaluate(b, point, context.budget));
    if (!isDefined(next) || size(next) < 1e-12) continue;
    if (ratio !== null && compareComplex(ratio, next, context) !== 'equal') return null;
    ratio = next;
    agreements += 1;
  }
  if (ratio === null || agreements < enoughAgreements || Math.abs(ratio.im) > relative * size(ratio))
    return null;
  return ratio.re > 0 ? 1 : -1;
}
