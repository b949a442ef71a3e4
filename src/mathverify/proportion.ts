// Whether two expressions are multiples of each other: by the factor that they have at one point, which then has to make
// them the same function everywhere.
import { type Node, number } from './ast.ts';
import type { Context } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { sameFunction } from './probe.ts';
import { orthants, type ProbePoint } from './probe-points.ts';
import { isAboutComplex, sharedSymbols } from './probe-set.ts';
import { exactPoint, exactPoints, isQuotient } from './quotient.ts';
import { compare, divide, type Rational, rational } from './rational.ts';
import { substituted } from './substitute.ts';
import { type Whole, wholeSymbols } from './whole-symbols.ts';

/** The constant factor between two expressions that are multiples of each other: its sign, or null for none. */
export function proportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return null;
  const quotients = isQuotient(a) && isQuotient(b);
  return quotients ? exactProportion(a, b, names, context) : provedProportion(a, b, names, context);
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

const maxTries = 4;

function provedProportion(a: Node, b: Node, names: readonly string[], context: Context): 1 | -1 | null {
  if (isAboutComplex(a) || isAboutComplex(b)) return null;
  const whole = wholeSymbols(a, b);
  for (const base of orthants(names, whole, false).slice(0, maxTries)) {
    const factor = factorAt(a, b, withWhole(base, names, whole), context);
    if (factor === null) continue;
    const multiple: Node = { kind: 'multiply', factors: [factor.node, b] };
    return sameFunction(a, multiple, context) === 'equal' ? factor.sign : null;
  }
  return null;
}

function withWhole(
  base: ProbePoint,
  names: readonly string[],
  whole: ReadonlyMap<string, Whole>,
): ProbePoint {
  const point = new Map(base);
  for (const [k, name] of names.entries()) if (whole.has(name)) point.set(name, rational(BigInt(k + 3)));
  return point;
}

/** a/b at a point: a fraction where it is one with a small denominator, else the quotient of the values as written. */
function factorAt(
  a: Node,
  b: Node,
  point: ProbePoint,
  context: Context,
): { node: Node; sign: 1 | -1 } | null {
  const left = exactValue(a, context.budget, point);
  const right = left && exactValue(b, context.budget, point);
  const exact = left && right && divide(left, right);
  if (exact !== null) return exact.n === 0n ? null : { node: number(exact), sign: exact.n > 0n ? 1 : -1 };
  const at = new Map([...point].map(([name, value]) => [name, number(value)]));
  const [top, bottom] = [substituted(a, at), substituted(b, at)];
  if (top === null || bottom === null) return null;
  const { re, im, err } = evaluate({ kind: 'divide', top, bottom }, { values: new Map() }, context.budget);
  if (im !== 0 || !(Math.abs(re) > 64 * err) || !Number.isFinite(re)) return null;
  const sign = re > 0 ? 1 : -1;
  const near = smallFraction(re);
  return { node: near === null ? { kind: 'divide', top, bottom } : number(near), sign };
}

const maxDenominator = 60;

function smallFraction(value: number): Rational | null {
  for (let d = 1; d <= maxDenominator; d += 1) {
    const n = Math.round(value * d);
    if (Math.abs(value - n / d) <= 1e-11 * Math.abs(value)) return rational(BigInt(n), BigInt(d));
  }
  return null;
}
