// Makes a value ready for comparison: matrices worked out, common divisors of symbolic arguments taken apart.
import { type CallNode, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { commonDivisor, commonMultiple, exactValue } from './exact.ts';
import { keyOf } from './key.ts';
import { matrixOf } from './matrix.ts';
import { absolute, multiply, oneRational, type Rational } from './rational.ts';
import { mapChildren, someNode } from './walk.ts';

/** The value with its matrices computed and gcd, lcm of symbolic arguments replaced by what they come to. */
export function prepare(node: Node, budget: Budget): Node {
  if (!someNode(node, needsWork)) return node;
  return work(node, budget);
}

function needsWork(node: Node): boolean {
  return node.kind === 'matrix' || (node.kind === 'call' && (node.name === 'gcd' || node.name === 'lcm'));
}

function work(node: Node, budget: Budget): Node {
  budget.charge();
  const matrix = matrixOf(node, budget);
  if (matrix !== null) return matrix.kind === 'matrix' ? matrix : work(matrix, budget);
  const inner = mapChildren(node, (child) => work(child, budget));
  if (inner.kind !== 'call' || (inner.name !== 'gcd' && inner.name !== 'lcm')) return inner;
  return exactValue(inner, budget) === null ? symbolicDivisor(inner, budget) : inner;
}

/** A rational coefficient and what is left of a product without it. */
interface Content {
  readonly coefficient: Rational;
  readonly rest: Node | null;
}

function contentOf(node: Node, budget: Budget): Content {
  const exact = exactValue(node, budget);
  if (exact !== null) return { coefficient: absolute(exact), rest: null };
  if (node.kind === 'negate') return contentOf(node.value, budget);
  if (node.kind !== 'multiply') return { coefficient: oneRational, rest: node };
  let coefficient = oneRational;
  const rest: Node[] = [];
  for (const factor of node.factors) {
    const value = exactValue(factor, budget);
    if (value === null) rest.push(factor);
    else coefficient = multiply(coefficient, absolute(value));
  }
  return { coefficient, rest: rest.length === 1 ? rest[0]! : { kind: 'multiply', factors: rest } };
}

/** Different irrational or symbolic parts are taken to share no divisor. */
function symbolicDivisor(node: CallNode, budget: Budget): Node {
  const contents = node.args.map((arg) => contentOf(arg, budget));
  const divisor = node.name === 'gcd';
  // Over the integers coefficients count; over the rationals every one of them divides every other.
  const whole = contents.every((c) => c.coefficient.d === 1n);
  const coefficient = whole
    ? contents.map((c) => c.coefficient).reduce(divisor ? commonDivisor : commonMultiple)
    : oneRational;
  const rests = new Map<string, Node>();
  for (const { rest } of contents) if (rest !== null) rests.set(keyOf(rest), rest);
  const shared = divisor && (rests.size > 1 || contents.some((c) => c.rest === null));
  const factors = shared ? [] : [...rests.values()];
  return factors.length === 0
    ? number(coefficient)
    : { kind: 'multiply', factors: [number(coefficient), ...factors] };
}
