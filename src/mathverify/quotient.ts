// Quotients of polynomials: a few random rational points decide whether two of them are the same.
import type { Node } from './ast.ts';
import { type Context, different, found, type Outcome, same } from './context.ts';
import { exactValue } from './exact.ts';
import { isWholeExponent } from './kinks.ts';
import { hashOf } from './opaque.ts';
import { compare, type Rational, rational } from './rational.ts';
import { someNode } from './walk.ts';
import { type Witness, witnessAt } from './witness.ts';

export const exactPoints = 3;

/** A rational for a symbol at a random point: five-figure numerators make a chance zero negligible. */
export function exactPoint(names: readonly string[], round: number): Map<string, Rational> {
  return new Map(
    names.map((name) => {
      const hash = hashOf(`${name}#${round}`);
      const numerator = 7 * (hash % 9973) + 1 + ((hash >>> 14) % 6);
      return [name, rational(BigInt((hash >>> 20) % 2 === round % 2 ? numerator : -numerator), 7n)];
    }),
  );
}

/** Whether an expression is a quotient of polynomials, for which a few random points decide. */
export function isQuotient(node: Node): boolean {
  return !someNode(node, (inner) => {
    if (inner.kind === 'power') return !isWholeExponent(inner.exponent);
    return !/^(?:number|symbol|percent|negate|add|multiply|divide)$/.test(inner.kind);
  });
}

/** Compares two quotients of polynomials; null where a value outgrows what is computed exactly. */
export function sameQuotient(a: Node, b: Node, names: readonly string[], context: Context): Outcome | null {
  for (let round = 0; round < exactPoints; round += 1) {
    const point = exactPoint(names, round);
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left === null || right === null) return null;
    if (compare(left, right) !== 0)
      return different(context, 'exact', simpler(a, b, names, context) ?? witnessAt(point, left, right));
  }
  return found(context, 'equal', same, 'exact');
}

/** A counterexample in small whole numbers, for people. */
function simpler(a: Node, b: Node, names: readonly string[], context: Context): Witness | null {
  for (const offset of [1, 2, -1, 3]) {
    const point = new Map(names.map((name, k) => [name, rational(BigInt(offset + k))]));
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left !== null && right !== null && compare(left, right) !== 0) return witnessAt(point, left, right);
  }
  return null;
}
