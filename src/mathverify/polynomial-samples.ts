// Polynomials in one variable with rational coefficients, by their values at 0, 1, 2, ...
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { exactValue } from './exact.ts';
import { polynomialAlong } from './line-roots.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { someNode, symbolsOf } from './walk.ts';

const maxDegree = 8;

/** The values of a polynomial in one variable with rational coefficients at 0, 1, ..., degree; null for anything else. */
export function samples(body: Node, variable: string, budget: Budget): Rational[] | null {
  const names = symbolsOf(body);
  names.delete(variable);
  const shape = names.size > 0 ? null : polynomialAlong(body, variable, new Map(), budget);
  if (shape === null || shape.length > maxDegree) return null;
  const values = Array.from({ length: shape.length }, (_, k) =>
    exactValue(body, budget, new Map([[variable, q.integer(k)]])),
  );
  return values.every((value) => value !== null) ? (values as Rational[]) : null;
}

/** Whether infinity occurs in a bound. */
export function isInfinite(node: Node): boolean {
  return someNode(node, (inner) => inner.kind === 'constant' && inner.name === 'infinity');
}
