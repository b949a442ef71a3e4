// Evaluates a real expression in fixed point at a rational point. Null where it is not real or not covered.
import type { CallNode, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { type ExactScope, exactValue } from './exact.ts';
import * as fixed from './fixed-point.ts';
import { floorOf, type Rational } from './rational.ts';

const steps = 12;
const maxAnswer = fixed.fixedOne << 72n;

/** The value times 2^BITS, within a few units of the last place, or null. */
export function preciseValue(node: Node, budget: Budget, scope: ExactScope): bigint | null {
  budget.charge(steps);
  const value = compute(node, budget, scope);
  return value === null || value > maxAnswer || value < -maxAnswer ? null : value;
}

function ofRational(value: Rational): bigint {
  return floorOf({ n: value.n << fixed.bits, d: value.d });
}

function compute(node: Node, budget: Budget, scope: ExactScope): bigint | null {
  const of = (inner: Node): bigint | null => preciseValue(inner, budget, scope);
  switch (node.kind) {
    case 'number':
      return ofRational(node.value);
    case 'symbol': {
      const value = scope.get(node.name);
      return value === undefined ? null : ofRational(value);
    }
    case 'constant':
      return node.name === 'pi' ? fixed.piFixed() : node.name === 'e' ? fixed.expFixed(fixed.fixedOne) : null;
    case 'quantity':
      return of(node.value);
    case 'percent': {
      const value = of(node.value);
      return value && value / 100n;
    }
    case 'negate': {
      const value = of(node.value);
      return value === null ? null : -value;
    }
    case 'add':
      return gather(node.terms, 0n, (a, b) => a + b, of);
    case 'multiply':
      return gather(node.factors, fixed.fixedOne, fixed.multiplyFixed, of);
    case 'divide': {
      const [top, bottom] = [of(node.top), of(node.bottom)];
      return top === null || bottom === null ? null : fixed.divideFixed(top, bottom);
    }
    case 'power': {
      const exact = exactValue(node, budget, scope);
      if (exact !== null) return ofRational(exact);
      return power(of(node.base), node.exponent, budget, scope);
    }
    case 'call':
      return node.known ? call(node, budget, scope) : null;
    case 'set':
      return node.items.length === 1 ? of(node.items[0]!) : null;
    default:
      return null;
  }
}

function gather(
  nodes: readonly Node[],
  start: bigint,
  join: (a: bigint, b: bigint) => bigint,
  of: (node: Node) => bigint | null,
): bigint | null {
  let total = start;
  for (const node of nodes) {
    const value = of(node);
    if (value === null) return null;
    total = join(total, value);
  }
  return total;
}

function power(base: bigint | null, exponentNode: Node, budget: Budget, scope: ExactScope): bigint | null {
  if (base === null) return null;
  const exact = exactValue(exponentNode, budget, scope);
  if (exact?.d === 1n) {
    const count = exact.n < 0n ? -exact.n : exact.n;
    if (count > 64n) return viaLogarithm(base, ofRational(exact));
    let result = fixed.fixedOne;
    for (let k = 0n; k < count; k += 1n) {
      result = fixed.multiplyFixed(result, base);
      if (result > maxAnswer || result < -maxAnswer) return null;
    }
    return exact.n < 0n ? fixed.divideFixed(fixed.fixedOne, result) : result;
  }
  if (base < 0n && exact !== null && exact.d % 2n === 1n) {
    const positive = viaLogarithm(-base, ofRational(exact));
    return positive === null ? null : exact.n % 2n === 0n ? positive : -positive;
  }
  const exponent = exact === null ? preciseValue(exponentNode, budget, scope) : ofRational(exact);
  return exponent === null ? null : viaLogarithm(base, exponent);
}

function viaLogarithm(base: bigint, exponent: bigint): bigint | null {
  const log = fixed.logFixed(base);
  return log === null ? null : fixed.expFixed(fixed.multiplyFixed(log, exponent));
}

function call(node: CallNode, budget: Budget, scope: ExactScope): bigint | null {
  const exact = exactValue(node, budget, scope);
  if (exact !== null) return ofRational(exact);
  const first = preciseValue(node.args[0]!, budget, scope);
  if (first === null) return null;
  switch (node.name) {
    case 'root': {
      const degree = exactValue(node.args[1]!, budget, scope);
      if (degree?.d !== 1n || degree.n < 1n) return null;
      if (degree.n === 2n) return fixed.rootFixed(first);
      return power(
        first,
        { kind: 'number', value: { n: 1n, d: degree.n }, decimal: false, base: null },
        budget,
        scope,
      );
    }
    case 'ln':
      return fixed.logFixed(first);
    case 'log': {
      const [top, base] = [fixed.logFixed(first), preciseValue(node.args[1]!, budget, scope)];
      const bottom = base === null ? null : fixed.logFixed(base);
      return top === null || bottom === null ? null : fixed.divideFixed(top, bottom);
    }
    case 'abs':
      return first < 0n ? -first : first;
    case 'arctan':
      return fixed.arctanFixed(first);
    default:
      return trigonometric(node.name, first);
  }
}

function trigonometric(name: string, x: bigint): bigint | null {
  const both = ['sin', 'cos', 'tan', 'cot', 'sec', 'csc'].includes(name) ? fixed.sinCosFixed(x) : null;
  if (both === null) return null;
  const { sin, cos } = both;
  if (name === 'sin') return sin;
  if (name === 'cos') return cos;
  if (name === 'tan') return fixed.divideFixed(sin, cos);
  if (name === 'cot') return fixed.divideFixed(cos, sin);
  return fixed.divideFixed(fixed.fixedOne, name === 'sec' ? cos : sin);
}
