// The reference reads gcd and lcm of symbols as those of polynomials: gcd(x, y) is 1 to it. We evaluate them and never
// rewrite them, so its printed forms are compared with ours after this rewriting. For tests only.
import { type CallNode, type Node, number } from '../../src/mathverify/ast.ts';
import type { Budget } from '../../src/mathverify/budget.ts';
import { commonDivisor, commonMultiple, exactValue } from '../../src/mathverify/exact.ts';
import { keyOf } from '../../src/mathverify/key.ts';
import { absolute, multiply, oneRational, type Rational } from '../../src/mathverify/rational.ts';
import { rewrite } from '../../src/mathverify/walk.ts';

/** The value with gcd and lcm of symbolic arguments replaced by what polynomials have in common. */
export function withPolynomialDivisors(node: Node, budget: Budget): Node {
  return rewrite(node, (inner) =>
    inner.kind === 'call' &&
    (inner.name === 'gcd' || inner.name === 'lcm') &&
    exactValue(inner, budget) === null
      ? symbolicDivisor(inner, budget)
      : inner,
  );
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
