// Whether two constants are the same: exactly, in 45 decimals, or as far as their digits are known.
import type { Node } from './ast.ts';
import { type Complex, isDefined, size } from './complex.ts';
import { type Context, different, found, type Outcome, same, unknown } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { normalDifference } from './normal-form.ts';
import { compare, type Rational } from './rational.ts';
import { agree, close, compareComplex, precisely, relative } from './same-value.ts';
import { someNode } from './walk.ts';
import { witnessAt } from './witness.ts';

const nowhere: ReadonlyMap<string, Rational> = new Map();

/** Whether two expressions without symbols have the same value. */
export function sameConstant(a: Node, b: Node, context: Context): Outcome {
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
  const hidden =
    context.options.numericPrecision < 15 || isApproximate(a) || isApproximate(b)
      ? null
      : hiddenConstant(a, b, context);
  if (hidden === 'different') return different(context, 'computed', witnessAt(nowhere, x, y));
  if (hidden === 'undecided') return found(context, 'undecided', unknown);
  if (precise === 'equal') return found(context, 'equal', same, 'computed');
  return agree(x, y, context) || (outcome === 'equal' && isSameNoise(a, b, x, context))
    ? found(context, 'equal', `${same} to nine digits`, 'computed')
    : found(context, 'undecided', unknown);
}

/** Values of which rounding left no digit agree by chance: \sin(10^{20}). They are the same only where they are as written. */
function isSameNoise(a: Node, b: Node, value: Complex, context: Context): boolean {
  return size(value) === 0 || normalDifference(a, b, context.budget)?.zero === true;
}

/** Whether a value comes from quadrature, so that it is known in some digits only. */
export function isApproximate(node: Node): boolean {
  return someNode(node, (inner) => inner.kind === 'binder' && inner.name === 'integral');
}

const largeExponent = 16;

/** Whether a power or factorial occurs that may be too small to be seen beside other terms. */
function mayBeTiny(node: Node, context: Context): boolean {
  return someNode(node, (inner) => {
    if (inner.kind === 'call') return /^(?:factorial2?|binomial)$/.test(inner.name);
    if (inner.kind !== 'power') return false;
    const exponent = evaluate(inner.exponent, { values: new Map() }, context.budget);
    return !(size(exponent) < largeExponent);
  });
}

/** What is left of two constants after equal terms are taken out, however small: not zero, or too small to compute. */
function hiddenConstant(a: Node, b: Node, context: Context): 'different' | 'undecided' | null {
  if (!mayBeTiny(a, context) && !mayBeTiny(b, context)) return null;
  const rest = normalDifference(a, b, context.budget);
  if (rest === null || rest.zero) return null;
  const value = evaluate(rest.node, { values: new Map() }, context.budget);
  if (!isDefined(value)) return 'undecided';
  if (size(value) > 64 * value.err && size(value) > 0) return 'different';
  // Both may be far below what rounding leaves of them: 1 - cos(pi/2^98).
  const whole = evaluate(a, { values: new Map() }, context.budget);
  return 16 * whole.err > relative * size(whole) ? 'undecided' : null;
}
