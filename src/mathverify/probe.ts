// Decides whether two expressions have the same value everywhere. Quotients of polynomials are the same when they agree
// at a few random rational points; everything else is compared at chosen points (probe-set.ts), exactly where possible,
// else in doubles with a bound of their error and in 45 decimals at a point where that suffices.
import type { Node } from './ast.ts';
import { provedByCases } from './case-proof.ts';
import { type Complex, complex, isDefined, minus, over, plus, size } from './complex.ts';
import { type Context, found, type Outcome } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { fixedOne } from './fixed-point.ts';
import { isWholeExponent } from './kinks.ts';
import { normalDifference } from './normal-form.ts';
import { hashOf } from './opaque.ts';
import { preciseValue } from './precise.ts';
import type { ProbePoint } from './probe-points.ts';
import { isAboutComplex, type ProbeSet, probeSet, sharedSymbols, type Value, valuesAt } from './probe-set.ts';
import { compare, divide, type Rational, rational, subtract, toNumber } from './rational.ts';
import { someNode } from './walk.ts';
import { wholeSymbols } from './whole-symbols.ts';
import { type Witness, witnessAt } from './witness.ts';

const exactPoints = 3;
const relative = 1e-9;
const same = 'the values are the same';
const notSame = 'the values are not the same';
const unknown = 'the values could not be told apart or computed';

/** A rational for a symbol at a random point: five-figure numerators make a chance zero negligible. */
function exactPoint(names: readonly string[], round: number): Map<string, Rational> {
  return new Map(
    names.map((name) => {
      const hash = hashOf(`${name}#${round}`);
      const numerator = 7 * (hash % 9973) + 1 + ((hash >>> 14) % 6);
      return [name, rational(BigInt((hash >>> 20) % 2 === round % 2 ? numerator : -numerator), 7n)];
    }),
  );
}

/** Whether two expressions are the same function of their symbols. */
export function sameFunction(a: Node, b: Node, context: Context): Outcome {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return sameConstant(a, b, context);
  if (isQuotient(a) && isQuotient(b)) {
    const outcome = exactly(a, b, names, context);
    if (outcome !== null) return outcome;
  }
  return probed(a, b, context);
}

/** Whether an expression is a quotient of polynomials, for which a few random points decide. */
function isQuotient(node: Node): boolean {
  return !someNode(node, (inner) => {
    if (inner.kind === 'power') return !isWholeExponent(inner.exponent);
    return !/^(?:number|symbol|percent|negate|add|multiply|divide)$/.test(inner.kind);
  });
}

function exactly(a: Node, b: Node, names: readonly string[], context: Context): Outcome | null {
  for (let round = 0; round < exactPoints; round += 1) {
    const point = exactPoint(names, round);
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left === null || right === null) return null;
    if (compare(left, right) !== 0)
      return different(context, 'exact', simpler(a, b, names, context) ?? witnessAt(point, left, right));
  }
  return found(context, 'equal', same, 'exact');
}

/** A counterexample in small whole numbers, for people. */
function simpler(a: Node, b: Node, names: readonly string[], context: Context): Witness | null {
  for (const offset of [1, 2, -1, 3]) {
    const point = new Map(names.map((name, k) => [name, rational(BigInt(offset + k))]));
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left !== null && right !== null && compare(left, right) !== 0) return witnessAt(point, left, right);
  }
  return null;
}

function different(context: Context, method: 'exact' | 'probes' | 'computed', witness: Witness): Outcome {
  return found(context, 'different', notSame, method, witness);
}

const nowhere: ReadonlyMap<string, Rational> = new Map();

function sameConstant(a: Node, b: Node, context: Context): Outcome {
  const left = exactValue(a, context.budget);
  const right = left && exactValue(b, context.budget);
  if (left !== null && right !== null) {
    if (compare(left, right) === 0 || close(left, right, context))
      return found(context, 'equal', same, 'exact');
    return different(context, 'exact', witnessAt(nowhere, left, right));
  }
  const [x, y] = [
    evaluate(a, { values: new Map() }, context.budget),
    evaluate(b, { values: new Map() }, context.budget),
  ];
  const outcome = compareComplex(x, y, context);
  if (outcome === 'different') return different(context, 'computed', witnessAt(nowhere, x, y));
  const precise = context.options.numericPrecision < 15 ? null : precisely(a, b, nowhere, context);
  if (precise === 'different') return different(context, 'computed', witnessAt(nowhere, x, y));
  if (precise === 'equal') return found(context, 'equal', same, 'computed');
  return outcome === 'equal' || agree(x, y, context)
    ? found(context, 'equal', `${same} to nine digits`, 'computed')
    : found(context, 'undecided', unknown);
}

/** Values that are computed in doubles only have to agree in nine digits, when their error allows to say that. */
function agree(a: Complex, b: Complex, context: Context): boolean {
  if (!isDefined(a) || !isDefined(b)) return false;
  const allowed = tolerance(context) * Math.max(size(a), size(b));
  return size(plus(a, minus(b))) <= allowed && 16 * (a.err + b.err) <= allowed;
}

function close(a: Rational, b: Rational, context: Context): boolean {
  if (context.options.numericPrecision >= 15) return false;
  const difference = divide(subtract(a, b), a.n === 0n ? b : a);
  return difference !== null && Math.abs(Number(difference.n) / Number(difference.d)) < tolerance(context);
}

function tolerance(context: Context): number {
  return Math.max(relative, 10 ** -context.options.numericPrecision);
}

/** What the points showed so far. */
interface Tally {
  agreements: number;
  /** Points at which the expressions differ outside the real numbers, where neither has to have a value. */
  unreal: number;
  /** Points at which only one of them has a value. */
  oneSided: number;
}

function probed(a: Node, b: Node, context: Context): Outcome {
  const bent = hasKinks(a) || hasKinks(b);
  const difference = bent ? normalDifference(a, b, context.budget) : null;
  if (difference?.zero) return found(context, 'equal', same, 'exact');
  if (bent && !isAboutComplex(a) && !isAboutComplex(b)) {
    const outcome = byCases(a, b, context);
    if (outcome !== null) return outcome;
  }
  const set = probeSet(a, b, context, difference?.node ?? null);
  const tally: Tally = { agreements: 0, unreal: 0, oneSided: 0 };
  for (const point of set.points) {
    const [left, right] = valuesAt(a, b, point, set, context);
    if (count(left, right, set, tally, context))
      return different(context, 'probes', witnessAt(point, left, right));
  }
  const digits = context.options.numericPrecision < 15 ? null : inDigits(a, b, set, context);
  if (digits !== null) return different(context, 'probes', digits);
  const { length } = set.points;
  if (tally.unreal > 0) {
    return found(
      context,
      'undecided',
      'the values are the same where both are real, but they are not real at the same points',
    );
  }
  if (tally.oneSided * 4 > length || tally.agreements < Math.min(4, length))
    return found(context, 'undecided', unknown);
  if (!set.complete) {
    return found(
      context,
      'undecided',
      `${same} at ${tally.agreements} points, but there are too many pieces to reach each`,
    );
  }
  const coverage = set.smooth ? 'points of every sign' : 'points of every sign and order, beside every kink';
  return found(context, 'equal', `${same} at ${tally.agreements} ${coverage}`, 'probes');
}

/** Case by case: equal when proved, different at a point of a case where they are not; null when neither is shown. */
function byCases(a: Node, b: Node, context: Context): Outcome | null {
  const whole = wholeSymbols(a, b);
  const proof = provedByCases(a, b, whole, context.budget);
  if (proof.proved) return found(context, 'equal', `${same} in each of ${proof.cases} cases`, 'exact');
  for (const point of proof.points) {
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left !== null && right !== null && compare(left, right) !== 0 && !close(left, right, context))
      return different(context, 'exact', witnessAt(point, left, right));
  }
  return null;
}

function hasKinks(node: Node): boolean {
  return someNode(
    node,
    (inner) =>
      inner.kind === 'call' && /^(?:abs|sgn|floor|ceil|max|min|mod|root|piecewise)$/.test(inner.name),
  );
}

/** Adds a point to the tally; true when it is a counterexample. */
function count(left: Value, right: Value, set: ProbeSet, tally: Tally, context: Context): boolean {
  if ('n' in left && 'n' in right) {
    if (compare(left, right) !== 0) return !close(left, right, context);
    tally.agreements += 1;
    return false;
  }
  const [x, y] = [inComplex(left), inComplex(right)];
  if (!isDefined(x) || !isDefined(y)) {
    if (isDefined(x) !== isDefined(y)) tally.oneSided += 1;
    return false;
  }
  const outcome = compareComplex(x, y, context);
  if (outcome === 'equal') tally.agreements += 1;
  else if (outcome === 'different') {
    if (set.aboutComplex || (isReal(x) && isReal(y))) return true;
    tally.unreal += 1;
  }
  return false;
}

function inComplex(value: Value): Complex {
  return 'n' in value ? complex(toNumber(value)) : value;
}

function isReal(value: Complex): boolean {
  return Math.abs(value.im) <= relative * Math.abs(value.re) + 4 * value.err;
}

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

const maxDigitPoints = 3;

/** A counterexample that shows in 45 decimals only, at one of a few moderate points. */
function inDigits(a: Node, b: Node, set: ProbeSet, context: Context): Witness | null {
  if (set.complexNames.length > 0) return null;
  const stride = Math.max(1, Math.floor(set.points.length / (2 * maxDigitPoints)));
  let tried = 0;
  for (let k = 0; k < set.points.length && tried < (set.smooth ? 2 : maxDigitPoints); k += stride) {
    const point = set.points[k]!;
    const outcome = precisely(a, b, point, context);
    if (outcome === null) continue;
    tried += 1;
    if (outcome === 'equal') continue;
    const [left, right] = valuesAt(a, b, point, set, context);
    return witnessAt(point, left, right);
  }
  return null;
}

function precisely(a: Node, b: Node, point: ProbePoint, context: Context): 'equal' | 'different' | null {
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

/** The constant factor between two expressions that are multiples of each other: its sign, or null for none. */
export function proportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return null;
  const quotients = isQuotient(a) && isQuotient(b);
  return quotients ? exactProportion(a, b, names, context) : sampledProportion(a, b, context);
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

function sampledProportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const set = probeSet(a, b, context);
  let ratio: Complex | null = null;
  let agreements = 0;
  for (const point of set.points) {
    const [left, right] = valuesAt(a, b, point, set, context).map(inComplex) as [Complex, Complex];
    if (!isDefined(left) || !isDefined(right)) continue;
    const zero = [left, right].map((value) => size(value) <= 16 * value.err);
    if (zero[0] && zero[1]) continue;
    if (zero[0] || zero[1]) return null;
    const next = over(left, right);
    if (!isDefined(next)) continue;
    if (ratio === null) ratio = next;
    else {
      const outcome = compareComplex(ratio, next, context);
      if (outcome === 'different') return null;
      if (outcome === 'equal') agreements += 1;
    }
  }
  if (ratio === null || agreements < 3 || Math.abs(ratio.im) > relative * size(ratio)) return null;
  return ratio.re > 0 ? 1 : -1;
}
