// Limits: by substitution where the expression is smooth, by de l'Hospital's rule where both parts of a quotient vanish,
// by leading terms of quotients of polynomials at infinity, and powers that tend to 1^infinity by their exponent.
import type { BinderNode, Node } from './ast.ts';
import { number } from './ast.ts';
import type { Budget } from './budget.ts';
import { isDefined, size } from './complex.ts';
import { derivativeOf } from './derivative.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { normalDifference } from './normal-form.ts';
import { isInfinite, samples } from './polynomial-samples.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

const maxRounds = 4;
const zero = number(q.zeroRational);

/** The value of a limit, or null where none of the rules gives it. */
export function limitOf(node: BinderNode, budget: Budget): Node | null {
  if (node.from === null || node.to !== null) return null;
  if (someNode(node.body, (inner) => inner.kind === 'binder' || (inner.kind === 'call' && !inner.known)))
    return null;
  if (isInfinite(node.from))
    return node.from.kind === 'negate' ? null : atInfinity(node.body, node.variable, budget);
  return exactValue(node.from, budget) === null
    ? null
    : at(node.body, node.variable, node.from, budget, maxRounds);
}

function at(body: Node, variable: string, place: Node, budget: Budget, rounds: number): Node | null {
  budget.charge();
  if (body.kind !== 'divide') {
    const value = put(body, variable, place);
    // Steps and bars may jump at the place; a root ends there.
    return mayJump(body) || !hasValue(value, budget) ? null : value;
  }
  const [top, bottom] = [put(body.top, variable, place), put(body.bottom, variable, place)];
  if (mayJump(body) || !hasValue(top, budget) || !hasValue(bottom, budget)) return null;
  if (!isZero(bottom, budget)) return isClear(bottom, budget) ? { kind: 'divide', top, bottom } : null;
  if (!isZero(top, budget) || rounds === 0) return null;
  const [above, below] = [body.top, body.bottom].map((part) => derivativeOf(part, variable, budget));
  if (!above || !below) return null;
  return at({ kind: 'divide', top: above, bottom: below }, variable, place, budget, rounds - 1);
}

function put(body: Node, variable: string, place: Node): Node {
  return rewrite(body, (inner) => (inner.kind === 'symbol' && inner.name === variable ? place : inner));
}

/** A value at the place; one with other symbols is taken to have one. */
function hasValue(node: Node, budget: Budget): boolean {
  return !someNode(node, (inner) => {
    if (inner.kind === 'divide' && isZero(inner.bottom, budget)) return true;
    if (
      inner.kind === 'power' &&
      isZero(inner.base, budget) &&
      (exactValue(inner.exponent, budget)?.n ?? -1n) < 0n
    )
      return true;
    return (
      symbolsOf(inner).size === 0 &&
      exactValue(inner, budget) === null &&
      !isDefined(evaluate(inner, { values: new Map() }, budget))
    );
  });
}

function mayJump(node: Node): boolean {
  return someNode(
    node,
    (inner) =>
      inner.kind === 'call' && /^(?:abs|sgn|floor|ceil|max|min|mod|piecewise|gcd|lcm|arg)$/.test(inner.name),
  );
}

/** Exactly zero: as a number, in normal form, or by functions at zero. */
function isZero(node: Node, budget: Budget): boolean {
  const simple = rewrite(node, (inner) => atZero(inner, budget));
  if (symbolsOf(simple).size === 0 && exactValue(simple, budget)?.n === 0n) return true;
  return normalDifference(simple, zero, budget)?.zero ?? false;
}

function isClear(node: Node, budget: Budget): boolean {
  if (symbolsOf(node).size > 0) return true;
  const value = evaluate(node, { values: new Map() }, budget);
  return size(value) > 64 * value.err;
}

/** sin 0, cos 0, e^0 and ln 1 as numbers. */
function atZero(node: Node, budget: Budget): Node {
  if (node.kind === 'power' && exactValue(node.exponent, budget)?.n === 0n) return number(q.oneRational);
  if (node.kind !== 'call' || !node.known || node.args.length !== 1) return node;
  const inside = exactValue(node.args[0]!, budget);
  if (inside === null) return node;
  if (inside.n === 0n && /^(?:sin|tan|sinh|tanh|arcsin|arctan)$/.test(node.name)) return zero;
  if (inside.n === 0n && /^(?:cos|cosh|sec)$/.test(node.name)) return number(q.oneRational);
  return node.name === 'ln' && q.compare(inside, q.oneRational) === 0 ? zero : node;
}

function atInfinity(body: Node, variable: string, budget: Budget): Node | null {
  const value = ratioAtInfinity(body, variable, budget);
  if (value !== null) return number(value);
  if (body.kind !== 'power') return null;
  // (1 + u)^v with u v tending to L tends to e^L where u vanishes.
  const excess: Node = { kind: 'add', terms: [body.base, number(q.integer(-1))] };
  if (ratioAtInfinity(excess, variable, budget)?.n !== 0n) return null;
  const growth = ratioAtInfinity({ kind: 'multiply', factors: [excess, body.exponent] }, variable, budget);
  return growth && { kind: 'power', base: { kind: 'constant', name: 'e' }, exponent: number(growth) };
}

/** The limit of a quotient of polynomials: that of its leading terms; null when it is none or grows. */
function ratioAtInfinity(node: Node, variable: string, budget: Budget): Rational | null {
  const quotient = asQuotient(node, budget);
  const [top, bottom] = [
    quotient && leading(quotient[0], variable, budget),
    quotient && leading(quotient[1], variable, budget),
  ];
  if (top === null || bottom === null || bottom.value.n === 0n || top.degree > bottom.degree) return null;
  return top.degree < bottom.degree ? q.zeroRational : q.divide(top.value, bottom.value);
}

/** Top and bottom of an expression as one quotient; null when it holds more than the four operations. */
function asQuotient(node: Node, budget: Budget): [Node, Node] | null {
  budget.charge();
  const one = number(q.oneRational);
  const times = (...factors: Node[]): Node => ({ kind: 'multiply', factors });
  switch (node.kind) {
    case 'number':
    case 'symbol':
      return [node, one];
    case 'negate': {
      const inner = asQuotient(node.value, budget);
      return inner && [{ kind: 'negate', value: inner[0] }, inner[1]];
    }
    case 'add':
      return node.terms
        .map((term) => asQuotient(term, budget))
        .reduce(
          (a, b) =>
            a && b && [{ kind: 'add', terms: [times(a[0], b[1]), times(b[0], a[1])] }, times(a[1], b[1])],
        );
    case 'multiply':
      return node.factors
        .map((factor) => asQuotient(factor, budget))
        .reduce((a, b) => a && b && [times(a[0], b[0]), times(a[1], b[1])]);
    case 'divide': {
      const [a, b] = [asQuotient(node.top, budget), asQuotient(node.bottom, budget)];
      return a && b && [times(a[0], b[1]), times(a[1], b[0])];
    }
    case 'power': {
      const inner = asQuotient(node.base, budget);
      return inner && node.exponent.kind === 'number' && node.exponent.value.d === 1n
        ? [
            { kind: 'power', base: inner[0], exponent: node.exponent },
            { kind: 'power', base: inner[1], exponent: node.exponent },
          ]
        : null;
    }
    default:
      return null;
  }
}

/** Degree and leading coefficient of a polynomial, by differences of its values; null for anything else. */
function leading(node: Node, variable: string, budget: Budget): { degree: number; value: Rational } | null {
  let row = samples(node, variable, budget);
  let result: { degree: number; value: Rational } | null = row && { degree: 0, value: q.zeroRational };
  let factorial = q.oneRational;
  for (let degree = 0; row !== null && row.length > 0; degree += 1) {
    if (degree > 0) factorial = q.multiply(factorial, q.integer(degree));
    if (row[0]!.n !== 0n) result = { degree, value: q.divide(row[0]!, factorial)! };
    const before: Rational[] = row;
    row = row.slice(1).map((value, k) => q.subtract(value, before[k]!));
  }
  return result;
}
