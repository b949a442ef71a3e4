// Exact evaluation to a rational number, where an expression has one that is small enough to write down.
import type { BinderNode, CallNode, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { chosenCase } from './piecewise.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';

/** Exact values of symbols. */
export type ExactScope = ReadonlyMap<string, Rational>;

const none: ExactScope = new Map();
const maxFactorial = 3000n;
const maxTerms = 2000n;
/** Size in bits beyond which a value at a sampled point is left to doubles. */
const maxSample = 4096;

/** The exact value, or null when it is irrational, undefined, too large or depends on an unknown symbol. */
export function exactValue(node: Node, budget: Budget, scope: ExactScope = none): Rational | null {
  budget.charge();
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'symbol':
      return scope.get(node.name) ?? null;
    case 'quantity':
      return exactValue(node.value, budget, scope);
    case 'percent': {
      const value = exactValue(node.value, budget, scope);
      return value && q.multiply(value, { n: 1n, d: 100n });
    }
    case 'negate': {
      const value = exactValue(node.value, budget, scope);
      return value && q.negate(value);
    }
    case 'add':
      return fold(node.terms, q.zeroRational, q.add, budget, scope);
    case 'multiply':
      return fold(node.factors, q.oneRational, q.multiply, budget, scope);
    case 'divide': {
      const top = exactValue(node.top, budget, scope);
      const bottom = top && exactValue(node.bottom, budget, scope);
      return top && bottom && sized(q.divide(top, bottom), budget, scope);
    }
    case 'power':
      return exactPower(node.base, node.exponent, budget, scope);
    case 'call':
      if (!node.known) return null;
      return node.name === 'piecewise' ? exactCase(node, budget, scope) : exactCall(node, budget, scope);
    case 'set':
      return node.items.length === 1 ? exactValue(node.items[0]!, budget, scope) : null;
    case 'binder':
      return exactSum(node, budget, scope);
    default:
      return null;
  }
}

/** Charges the cost of reducing a value of this size, and rejects values that are too large; samples stay smaller. */
function sized(value: Rational | null, budget: Budget, scope: ExactScope): Rational | null {
  if (value === null) return null;
  const [top, bottom] = [q.bitsOf(value.n), q.bitsOf(value.d)];
  const shorter = Math.min(top, bottom) >> 6;
  budget.charge((Math.max(top, bottom) >> 7) + ((shorter * shorter) >> 3));
  return Math.max(top, bottom) > (scope.size > 0 ? maxSample : q.maxBits) ? null : value;
}

function fold(
  nodes: readonly Node[],
  start: Rational,
  join: typeof q.add,
  budget: Budget,
  scope: ExactScope,
): Rational | null {
  let total = start;
  for (const node of nodes) {
    const value = exactValue(node, budget, scope);
    const next = value && sized(join(total, value), budget, scope);
    if (next === null) return null;
    total = next;
  }
  return total;
}

function exactPower(baseNode: Node, exponentNode: Node, budget: Budget, scope: ExactScope): Rational | null {
  const base = exactValue(baseNode, budget, scope);
  const exponent = base && exactValue(exponentNode, budget, scope);
  if (!base || !exponent) return null;
  if (exponent.d === 1n) return sized(q.power(base, exponent.n), budget, scope);
  const root = q.sizeOf(base) > 2048 ? null : q.exactRoot(base, exponent.d);
  return root && sized(q.power(root, exponent.n), budget, scope);
}

function exactCase(node: CallNode, budget: Budget, scope: ExactScope): Rational | null {
  const chosen = chosenCase(node.args, (left, right) => {
    const a = exactValue(left, budget, scope);
    const b = a && exactValue(right, budget, scope);
    return a && b && q.compare(a, b);
  });
  return chosen && exactValue(chosen, budget, scope);
}

function exactCall(node: CallNode, budget: Budget, scope: ExactScope): Rational | null {
  if (node.name === 'sin' || node.name === 'cos') return exactTurn(node, budget, scope);
  const args: Rational[] = [];
  for (const arg of node.args) {
    const value = exactValue(arg, budget, scope);
    if (value === null) return null;
    args.push(value);
  }
  const [first, second] = args;
  if (first === undefined) return null;
  switch (node.name) {
    case 'abs':
      return q.absolute(first);
    case 'floor':
      return q.rational(q.floorOf(first));
    case 'ceil':
      return q.rational(-q.floorOf(q.negate(first)));
    case 'sgn':
      return q.integer(q.compare(first, q.zeroRational));
    case 'min':
      return args.reduce((a, b) => (q.compare(a, b) <= 0 ? a : b));
    case 'max':
      return args.reduce((a, b) => (q.compare(a, b) >= 0 ? a : b));
    case 'gcd':
      return args.map(q.absolute).reduce(commonDivisor);
    case 'lcm':
      return args.map(q.absolute).reduce(commonMultiple);
    case 'mod':
      return second === undefined ? null : remainder(first, second);
    case 'root':
      return second?.d === 1n && q.sizeOf(first) <= 2048 ? q.exactRoot(first, second.n) : null;
    case 'factorial':
      return factorial(first, budget);
    case 'binomial':
      return second === undefined ? null : binomial(first, second, budget);
    default:
      return null;
  }
}

/** The sine or cosine of a whole multiple of pi/2. */
function exactTurn(node: CallNode, budget: Budget, scope: ExactScope): Rational | null {
  const inside = piParts(node.args[0]!, budget, scope);
  const quarters = inside && q.multiply(inside, q.integer(2));
  if (quarters === null || quarters.d !== 1n) return null;
  const turned = node.name === 'sin' ? quarters.n : quarters.n + 1n;
  return q.integer([0, 1, 0, -1][Number(((turned % 4n) + 4n) % 4n)]!);
}

/** The factor of pi in an expression that is a multiple of it; null for anything else. */
function piParts(node: Node, budget: Budget, scope: ExactScope): Rational | null {
  budget.charge();
  switch (node.kind) {
    case 'constant':
      return node.name === 'pi' ? q.oneRational : null;
    case 'number':
      return node.value.n === 0n ? node.value : null;
    case 'negate': {
      const value = piParts(node.value, budget, scope);
      return value && q.negate(value);
    }
    case 'add': {
      const parts = node.terms.map((term) => piParts(term, budget, scope));
      return parts.reduce((a, b) => a && b && q.add(a, b));
    }
    case 'multiply': {
      let [total, found] = [q.oneRational, false];
      for (const factor of node.factors) {
        const part = found ? null : piParts(factor, budget, scope);
        const value = part ?? exactValue(factor, budget, scope);
        if (value === null) return null;
        found ||= part !== null;
        total = q.multiply(total, value);
      }
      return found ? total : null;
    }
    case 'divide': {
      const top = piParts(node.top, budget, scope);
      const bottom = top && exactValue(node.bottom, budget, scope);
      return top && bottom && q.divide(top, bottom);
    }
    default:
      return null;
  }
}

/** The largest rational of which both are whole multiples. */
export function commonDivisor(a: Rational, b: Rational): Rational {
  return q.rational(q.gcdOf(a.n * b.d, b.n * a.d), a.d * b.d);
}

/** The smallest rational that is a whole multiple of both. */
export function commonMultiple(a: Rational, b: Rational): Rational {
  const divisor = commonDivisor(a, b);
  return divisor.n === 0n ? q.zeroRational : q.absolute(q.multiply(a, q.divide(b, divisor)!));
}

/** a - b floor(a/b): takes the sign of b. */
function remainder(a: Rational, b: Rational): Rational | null {
  const quotient = q.divide(a, b);
  return quotient && q.subtract(a, q.multiply(b, q.rational(q.floorOf(quotient))));
}

function factorial(value: Rational, budget: Budget): Rational | null {
  if (value.d !== 1n || value.n < 0n || value.n > maxFactorial) return null;
  budget.charge(Number(value.n) * 2);
  let result = 1n;
  for (let k = 2n; k <= value.n; k += 1n) result *= k;
  return q.rational(result);
}

function binomial(top: Rational, bottom: Rational, budget: Budget): Rational | null {
  if (bottom.d !== 1n || top.d !== 1n) return null;
  if (bottom.n < 0n) return top.n >= 0n ? q.zeroRational : null;
  let count = bottom.n;
  if (top.n >= 0n) {
    if (count > top.n) return q.zeroRational;
    if (count > top.n - count) count = top.n - count;
  }
  if (count > maxTerms) return null;
  budget.charge(Number(count) * 2);
  let result = 1n;
  for (let k = 0n; k < count; k += 1n) result = (result * (top.n - k)) / (k + 1n);
  return q.rational(result);
}

function exactSum(node: BinderNode, budget: Budget, scope: ExactScope): Rational | null {
  const range = termRange(node, budget, scope);
  if (range === null) return null;
  const inner = new Map(scope);
  const product = node.name === 'product';
  let total = product ? q.oneRational : q.zeroRational;
  for (let k = range.from; k <= range.to; k += 1n) {
    inner.set(node.variable, q.rational(k));
    const term = exactValue(node.body, budget, inner);
    const next = term && sized(product ? q.multiply(total, term) : q.add(total, term), budget, scope);
    if (next === null) return null;
    total = next;
  }
  return total;
}

/** The whole bounds of a finite sum or product that is short enough to write out, or null. */
export function termRange(
  node: BinderNode,
  budget: Budget,
  scope: ExactScope,
): { from: bigint; to: bigint } | null {
  if ((node.name !== 'sum' && node.name !== 'product') || node.from === null || node.to === null) return null;
  const from = exactValue(node.from, budget, scope);
  const to = exactValue(node.to, budget, scope);
  if (from === null || to === null || from.d !== 1n || to.d !== 1n) return null;
  return to.n - from.n > maxTerms || to.n < from.n - 1n ? null : { from: from.n, to: to.n };
}
