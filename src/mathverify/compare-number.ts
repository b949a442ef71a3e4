// Comparing plain numbers and percentages with anything constant: exactly, or rounded where a decimal was written.
import type { Node } from './ast.ts';
import { type Context, defaultOptions, found, type Outcome } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { bits } from './fixed-point.ts';
import { preciseValue } from './precise.ts';
import { absolute, fromNumber, type Rational, rational, roundedUnits } from './rational.ts';
import { isApproximate } from './same-constant.ts';
import { someNode } from './walk.ts';

const empty = new Map<string, never>();

/** Whether a node is a number written with a decimal point, perhaps negative or a percentage. */
function isDecimal(node: Node): boolean {
  if (node.kind === 'number') return node.decimal;
  return (node.kind === 'negate' || node.kind === 'percent') && isDecimal(node.value);
}

/** The sign of an infinite value, or 0. */
export function infinitySign(node: Node): number {
  switch (node.kind) {
    case 'constant':
      return node.name === 'infinity' ? 1 : 0;
    case 'negate':
      return -infinitySign(node.value);
    case 'add': {
      // Infinity and something finite; what infinity less infinity is, nobody knows.
      const signs = node.terms.map((term) => infinitySign(term));
      const infinite = new Set(signs.filter((sign) => sign !== 0));
      const isPlain = node.terms.every((term, k) => signs[k] !== 0 || isNumber(term));
      return infinite.size === 1 && isPlain ? [...infinite][0]! : 0;
    }
    case 'multiply': {
      const signs = node.factors.map((factor) => infinitySign(factor));
      if (!signs.some((sign) => sign !== 0)) return 0;
      return node.factors.reduce((product, factor, k) => product * (signs[k]! || signOf(factor)), 1);
    }
    default:
      return 0;
  }
}

/** Compares when one side is infinite; null where neither is. 1/0 is without a value, and some take it for infinite. */
export function compareInfinite(gold: Node, prediction: Node, context: Context): Outcome | null {
  const signs = [infinitySign(gold), infinitySign(prediction)];
  if (signs[0] === 0 && signs[1] === 0) return null;
  const isPole = (node: Node): boolean =>
    node.kind === 'divide' && exactValue(node.bottom, context.budget)?.n === 0n;
  if (someNode(signs[0] === 0 ? gold : prediction, isPole))
    return found(context, 'undecided', 'a division by 0 beside infinity');
  return found(context, signs[0] === signs[1] ? 'equal' : 'different', 'infinite values');
}

/** The sign of a plain number, 0 for anything else. */
function signOf(node: Node): number {
  if (node.kind === 'negate') return -signOf(node.value);
  return node.kind === 'number' ? Number(node.value.n > 0n) - Number(node.value.n < 0n) : 0;
}

function isNumber(node: Node): boolean {
  return node.kind === 'negate' ? isNumber(node.value) : node.kind === 'number';
}

/** Compares when one side is a decimal; null when rounding does not apply. */
export function compareDecimals(gold: Node, prediction: Node, context: Context): Outcome | null {
  if (!isDecimal(gold) && !isDecimal(prediction)) return null;
  const a = constantValue(gold, context);
  const b = constantValue(prediction, context);
  if (a === null || b === null) return null;
  const { precision } = context.options;
  const [ra, rb] = [roundedUnits(a, precision), roundedUnits(b, precision)];
  if (ra === 0n && rb === 0n && a.n !== 0n && b.n !== 0n) return significant(a, b, context);
  const isAsked = precision !== defaultOptions.precision;
  if (!isAsked && ra === rb && ra < fewDigits && -ra < fewDigits && !agreeInPlaces(a, b))
    return found(context, 'different', 'decimals with more places than are compared', 'computed');
  // What only quadrature gives is not rounded to a decimal of few digits: it may be near it and still another number.
  if (ra === rb && (isApproximate(gold) || isApproximate(prediction)))
    return found(
      context,
      'undecided',
      'the value is known in a few digits only, and the decimal may be exact',
    );
  return found(context, ra === rb ? 'equal' : 'different', `rounded to ${precision} decimals`, 'computed');
}

/** Below this, rounding leaves three digits or fewer: enough for whoever asks for so many decimals, and for nobody else. */
const fewDigits = 1000n;

/** Whether of two decimals each is the other, rounded to its places: 0.000067 and 0.0000672, but not 0.00006672 and 0.0000672. */
function agreeInPlaces(a: Rational, b: Rational): boolean {
  const places = [placesOf(a), placesOf(b)];
  const fewer = Math.min(...places);
  return !Number.isFinite(Math.max(...places)) || roundedUnits(a, fewer) === roundedUnits(b, fewer);
}

const maxPlaces = 40;

/** How many decimals a number has, infinitely many where they never end. */
function placesOf({ d }: Rational): number {
  let power = 1n;
  for (let places = 0; places <= maxPlaces; places += 1, power *= 10n) if (power % d === 0n) return places;
  return Number.POSITIVE_INFINITY;
}

// Both round to nothing: compare as many decimals behind the first digit that is not 0, so that tiny values stay apart.
function significant(a: Rational, b: Rational, context: Context): Outcome {
  const { precision } = context.options;
  const { n, d } = absolute(a);
  // 10^-places is the largest power of ten that is not above the value.
  const places = `${(d - 1n) / n}`.length;
  const same = roundedUnits(a, places + precision) === roundedUnits(b, places + precision);
  return found(context, same ? 'equal' : 'different', `rounded to ${precision} significant decimals`);
}

/** A real constant as a rational: exact, or near enough for rounding; null when it is not real. */
export function constantValue(node: Node, context: Context): Rational | null {
  const exact = exactValue(node, context.budget);
  if (exact !== null) return exact;
  const precise = preciseValue(node, context.budget, empty);
  if (precise !== null) return rational(precise, 1n << bits);
  const value = evaluate(node, { values: empty }, context.budget);
  return Number.isFinite(value.re) && Math.abs(value.im) < 1e-9 * Math.abs(value.re) + 1e-300
    ? fromNumber(value.re)
    : null;
}
