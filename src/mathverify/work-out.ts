// Works out derivatives, sums of polynomials and the integrals and infinite products that have closed forms or a proven
// value, from the inside outwards. What stays is compared as it is, and can prove nothing different.
import { type BinderNode, call, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { gammaAt, infiniteSum, powerIntegral, zetaAt } from './closed-forms.ts';
import { derivativeOf } from './derivative.ts';
import { exactValue } from './exact.ts';
import { limitOf } from './limit.ts';
import { isInfinite, samples } from './polynomial-samples.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { mapChildren, someNode, symbolsOf } from './walk.ts';

/** The expression with what can be worked out replaced by its value. */
export function workedOut(node: Node, budget: Budget): Node {
  if (!someNode(node, mayBeWorkedOut)) return node;
  const inner = mapChildren(node, (child) => workedOut(child, budget));
  budget.charge();
  return (inner.kind === 'binder' ? ofBinder(inner, budget) : special(inner, budget)) ?? inner;
}

function mayBeWorkedOut(node: Node): boolean {
  return node.kind === 'binder' || isNamed(node, 'zeta') || isNamed(node, 'Gamma');
}

function isNamed(node: Node, name: string): boolean {
  return (node.kind === 'symbol' || (node.kind === 'call' && !node.known)) && node.name === name;
}

/** zeta and gamma of numbers where they have a closed form; gamma before brackets is read as a product. */
function special(node: Node, budget: Budget): Node | null {
  if (node.kind === 'multiply') {
    const at = node.factors.findIndex((factor) => isNamed(factor, 'Gamma'));
    const next = at < 0 ? undefined : node.factors[at + 1];
    const inside = next === undefined ? null : exactValue(next, budget);
    const value = inside && gammaAt(inside);
    return value && { kind: 'multiply', factors: node.factors.toSpliced(at, 2, value) };
  }
  if (node.kind !== 'call' || node.known || node.args.length !== 1) return null;
  const inside = exactValue(node.args[0]!, budget);
  if (inside === null) return null;
  return node.name === 'zeta' ? zetaAt(inside) : node.name === 'Gamma' ? gammaAt(inside) : null;
}

function ofBinder(node: BinderNode, budget: Budget): Node | null {
  switch (node.name) {
    case 'derivative':
      return node.body.kind === 'symbol' && node.body.name !== node.variable
        ? null
        : derivativeOf(node.body, node.variable, budget);
    case 'sum':
      return polynomialSum(node, budget) ?? infiniteSum(node, budget);
    case 'integral':
      return wholeLine(node, budget) ?? powerIntegral(node, budget);
    case 'limit':
      return limitOf(node, budget);
    default:
      return null;
  }
}

/** Newton's forward differences: the sum from 0 to n - 1 of a polynomial is one in binomials of n. */
function polynomialSum(node: BinderNode, budget: Budget): Node | null {
  if (node.from === null || node.to === null || isInfinite(node.to) || isInfinite(node.from)) return null;
  let row = samples(node.body, node.variable, budget);
  const start = exactValue(node.from, budget);
  if (row === null || start?.d !== 1n) return null;
  const differences: Rational[] = [];
  while (row.length > 0) {
    differences.push(row[0]!);
    row = row.slice(1).map((value, k) => q.subtract(value, row![k]!));
  }
  const upTo = (bound: Node): Node => ({
    kind: 'add',
    terms: differences.map(
      (difference, k): Node => ({
        kind: 'multiply',
        factors: [number(difference), ...fallingFactors(bound, k)],
      }),
    ),
  });
  const end: Node = { kind: 'add', terms: [node.to, number(q.oneRational)] };
  return { kind: 'add', terms: [upTo(end), { kind: 'negate', value: upTo(node.from) }] };
}

/** The factors of binom(n, k + 1) as a polynomial. */
function fallingFactors(bound: Node, k: number): Node[] {
  return Array.from(
    { length: k + 1 },
    (_, j): Node => ({
      kind: 'divide',
      top: { kind: 'add', terms: [bound, number(q.integer(-j))] },
      bottom: number(q.integer(j + 1)),
    }),
  );
}

/**
 * Integrals to infinity of e to a polynomial: of the whole line for a downward parabola (Gauss), from zero for a multiple
 * of the variable and powers of it before it (Gamma).
 */
function wholeLine(node: BinderNode, budget: Budget): Node | null {
  if (node.from === null || node.to === null || !isInfinite(node.to)) return null;
  const { coefficient, degree, exponent } = exponentialOf(node.body, node.variable);
  if (exponent === null) return null;
  const parts = samples(exponent, node.variable, budget);
  if (
    parts === null ||
    parts.length < 2 ||
    parts.length > 3 ||
    (exactValue(coefficient, budget) ?? { n: 0n }).n === 0n
  )
    return null;
  const c = parts[0]!;
  const a =
    parts.length === 3
      ? q.divide(q.add(q.subtract(parts[2]!, q.add(parts[1]!, parts[1]!)), c), q.integer(2))!
      : q.zeroRational;
  const b = q.subtract(q.subtract(parts[1]!, c), a);
  const scaled = (value: Node): Node => ({
    kind: 'multiply',
    factors: [coefficient, power({ kind: 'constant', name: 'e' }, number(c)), value],
  });
  const fromZero = exactValue(node.from, budget)?.n === 0n;
  if (a.n === 0n && b.n < 0n && fromZero) {
    const rate = number(q.negate(b));
    return scaled({
      kind: 'divide',
      top: call('factorial', [number(q.integer(degree))]),
      bottom: power(rate, number(q.integer(degree + 1))),
    });
  }
  const both = node.from.kind === 'negate' && isInfinite(node.from);
  if (a.n < 0n && degree > 0 && b.n === 0n && (both || fromZero)) {
    const moment = gaussianMoment(degree, q.negate(a), both);
    return moment && scaled(moment);
  }
  if (a.n >= 0n || degree > 0 || (!both && !(fromZero && b.n === 0n))) return null;
  // The square completed: e^(b^2 / 4|a|) sqrt(pi / |a|), and half of it from zero.
  const size = q.negate(a);
  const shift = q.divide(q.multiply(b, b), q.multiply(q.integer(4), size))!;
  const root = call('root', [
    { kind: 'divide', top: { kind: 'constant', name: 'pi' }, bottom: number(size) },
    number(q.integer(2)),
  ]);
  const whole: Node = {
    kind: 'multiply',
    factors: [power({ kind: 'constant', name: 'e' }, number(shift)), root],
  };
  return scaled(both ? whole : { kind: 'divide', top: whole, bottom: number(q.integer(2)) });
}

/** Of x^n e^(-a x^2) from zero: Gamma((n + 1) / 2) / (2 a^((n + 1) / 2)); of the whole line twice that, or nothing. */
function gaussianMoment(degree: number, size: Rational, both: boolean): Node | null {
  if (both && degree % 2 === 1) return number(q.zeroRational);
  const half = q.rational(BigInt(degree + 1), 2n);
  const top = gammaAt(half);
  if (top === null) return null;
  const bottom = power(number(size), number(half));
  return {
    kind: 'divide',
    top,
    bottom: both ? bottom : { kind: 'multiply', factors: [number(q.integer(2)), bottom] },
  };
}

function power(base: Node, exponent: Node): Node {
  return { kind: 'power', base, exponent };
}

/** A product of a constant, a power of the variable and one e^..., taken apart. */
function exponentialOf(
  body: Node,
  variable: string,
): { coefficient: Node; degree: number; exponent: Node | null } {
  const factors = body.kind === 'multiply' ? body.factors : [body];
  const constants: Node[] = [number(q.oneRational)];
  let degree = 0;
  let exponent: Node | null = null;
  for (const factor of factors) {
    if (!symbolsOf(factor).has(variable)) constants.push(factor);
    else if (factor.kind === 'symbol') degree += 1;
    else if (factor.kind !== 'power') return { coefficient: factor, degree: 0, exponent: null };
    else if (factor.base.kind === 'constant' && factor.base.name === 'e' && exponent === null)
      exponent = factor.exponent;
    else if (
      factor.base.kind === 'symbol' &&
      factor.exponent.kind === 'number' &&
      factor.exponent.value.d === 1n &&
      factor.exponent.value.n > 0n
    )
      degree += Number(factor.exponent.value.n);
    else return { coefficient: factor, degree: 0, exponent: null };
  }
  return { coefficient: { kind: 'multiply', factors: constants }, degree, exponent };
}
