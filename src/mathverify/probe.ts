// Decides whether two expressions have the same value everywhere. Quotients of polynomials are the same when they agree
// at a few random rational points; everything else is compared at chosen points (probe-set.ts), exactly where possible,
// else in doubles with a bound of their error and in 45 decimals at a point where that suffices.
import type { Node } from './ast.ts';
import { provedByCases } from './case-proof.ts';
import { type Complex, isDefined } from './complex.ts';
import { type Context, different, found, type Outcome, same, unknown } from './context.ts';
import { exactValue } from './exact.ts';
import { hiddenDifference, isGentle } from './hidden-difference.ts';
import { hasCases, isBent } from './kinks.ts';
import { normalDifference } from './normal-form.ts';
import { orthants } from './probe-points.ts';
import {
  inComplex,
  isAboutComplex,
  type ProbeSet,
  probeSet,
  sharedSymbols,
  type Value,
  valuesAt,
} from './probe-set.ts';
import { isQuotient, sameQuotient } from './quotient.ts';
import { compare, rational } from './rational.ts';
import { isApproximate, sameConstant } from './same-constant.ts';
import { close, compareComplex, precisely, relative } from './same-value.ts';
import { someNode } from './walk.ts';
import { type Whole, wholeSymbols } from './whole-symbols.ts';
import { type Witness, witnessAt } from './witness.ts';

/** Whether two expressions are the same function of their symbols. */
export function sameFunction(a: Node, b: Node, context: Context): Outcome {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return sameConstant(a, b, context);
  if (isQuotient(a) && isQuotient(b)) {
    const outcome = sameQuotient(a, b, names, context);
    if (outcome !== null) return outcome;
  }
  return probed(a, b, context);
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
  const whole = wholeSymbols(a, b);
  const early = atFirstPoints(a, b, whole, context);
  if (early !== null) return early;
  const bent = isBent(a) || isBent(b);
  const difference = normalDifference(a, b, context.budget);
  if (difference?.zero) return found(context, 'equal', same, 'exact');
  if (bent && hasCases(a, b) && !isAboutComplex(a) && !isAboutComplex(b)) {
    const outcome = byCases(a, b, whole, context);
    if (outcome !== null) return outcome;
  }
  const set = probeSet(a, b, whole, context, bent ? (difference?.node ?? null) : null);
  const tally: Tally = { agreements: 0, unreal: 0, oneSided: 0 };
  for (const point of set.points) {
    const [left, right] = valuesAt(a, b, point, set, context);
    if (count(left, right, set, tally, context))
      return different(context, 'probes', witnessAt(point, left, right), 'n' in left && 'n' in right);
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
  if (!(isGentle(a) && isGentle(b)))
    return found(
      context,
      'undecided',
      `${same} at ${tally.agreements} points, but between them the functions may change fast`,
    );
  const hidden =
    difference === null || isApproximate(a) || isApproximate(b) || context.options.numericPrecision < 15
      ? null
      : hiddenDifference(difference.node, a, b, set, context);
  if (hidden !== null) return different(context, 'probes', hidden);
  if (tally.oneSided * 4 > length || tally.agreements < Math.min(4, length))
    return found(context, 'undecided', unknown);
  if (tally.oneSided > 0 && (isByCases(a) || isByCases(b)))
    return found(
      context,
      'undecided',
      'the cases of one side leave out points at which the other has a value',
    );
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

function isByCases(node: Node): boolean {
  return someNode(node, (inner) => inner.kind === 'call' && inner.known && inner.name === 'piecewise');
}

/** Case by case: equal when proved, different at a point of a case where they are not; null when neither is shown. */
function byCases(a: Node, b: Node, whole: ReadonlyMap<string, Whole>, context: Context): Outcome | null {
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

function isReal(value: Complex): boolean {
  return Math.abs(value.im) <= relative * Math.abs(value.re) + 4 * value.err;
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

const firstPoints = 4;

/** A counterexample among the first few points, before anything is brought to a normal form. */
function atFirstPoints(
  a: Node,
  b: Node,
  whole: ReadonlyMap<string, Whole>,
  context: Context,
): Outcome | null {
  if (isAboutComplex(a) || isAboutComplex(b)) return null;
  const names = sharedSymbols(a, b);
  const bases = orthants(names, whole, false);
  for (const [k, base] of bases.slice(0, firstPoints).entries()) {
    const point = new Map(base);
    for (const [j, name] of [...whole.keys()].entries())
      if (names.includes(name)) point.set(name, rational(BigInt(k + 2 + j)));
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left === null || right === null) return null;
    if (compare(left, right) !== 0 && !close(left, right, context))
      return different(context, 'probes', witnessAt(point, left, right), true);
  }
  return null;
}
