// Whether an equation or inequality holds at a point, exactly or beyond any doubt that rounding leaves.
import {
  type CallNode,
  call,
  childrenOf,
  isNonNumeric,
  type Node,
  number,
  type RelationNode,
} from './ast.ts';
import { isDefined, minus, plus, size } from './complex.ts';
import type { Context } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { always, holdsAt } from './piecewise.ts';
import { isAboutComplex } from './probe-set.ts';
import { compare } from './rational.ts';
import { isOrder } from './relation-proof.ts';
import { relative } from './same-value.ts';
import { someNode } from './walk.ts';

const one = number({ n: 1n, d: 1n });
const zero = number({ n: 0n, d: 1n });

/** Whether a relation compares real numbers that can be worked out, so that it holds or does not at each point. */
export function isComparison(node: RelationNode): boolean {
  return (
    node.operators.every(isOrder) &&
    node.parts.every((part) => !someNode(part, isOther)) &&
    !node.parts.some(isAboutComplex)
  );
}

function isOther(node: Node): boolean {
  return (
    isNonNumeric(node) ||
    /^(?:quantity|plusminus|binder)$/.test(node.kind) ||
    (node.kind === 'constant' && node.name === 'infinity') ||
    (node.kind === 'call' && (!node.known || /^(?:det|tr|cases|congruent)$/.test(node.name)))
  );
}

/** 1 where the relation holds and 0 where it does not: two relations are the same when these are. */
export function indicatorOf(node: RelationNode): CallNode {
  return call('piecewise', [one, node, zero, always]);
}

/**
 * Whether a relation holds at a point.
 *
 * @returns null where a side has no real value, or the sides are too near each other to be told apart.
 */
export function truthAt(
  node: RelationNode,
  point: ReadonlyMap<string, { n: bigint; d: bigint }>,
  context: Context,
): { holds: boolean; exact: boolean } | null {
  let exact = true;
  const holds = holdsAt(node.operators, node.parts, (left, right) => {
    const a = exactValue(left, context.budget, point);
    const b = a && exactValue(right, context.budget, point);
    if (a !== null && b !== null) return compare(a, b);
    exact = false;
    return clearSign(left, right, point, context);
  });
  return holds === null ? null : { holds, exact };
}

/** The sign of the difference of two sides where doubles leave no doubt about it; null elsewhere. */
function clearSign(
  left: Node,
  right: Node,
  point: ReadonlyMap<string, { n: bigint; d: bigint }>,
  context: Context,
): number | null {
  if (hasSteps(left) || hasSteps(right)) return null;
  const values = new Map(
    [...point].map(([name, { n, d }]) => {
      const near = Number(n) / Number(d);
      return [name, { re: near, im: 0, err: d === 1n ? 0 : Math.abs(near) * 1.2e-16 }];
    }),
  );
  const [a, b] = [left, right].map((side) => evaluate(side, { values }, context.budget)) as [
    ReturnType<typeof evaluate>,
    ReturnType<typeof evaluate>,
  ];
  if (!isDefined(a) || !isDefined(b) || a.im !== 0 || b.im !== 0) return null;
  const difference = plus(a, minus(b));
  const doubt = Math.max(relative * Math.max(size(a), size(b)), 64 * (a.err + b.err));
  return Math.abs(difference.re) > doubt && Number.isFinite(difference.re) ? Math.sign(difference.re) : null;
}

/** Steps jump, so that nothing with one is evaluated in doubles here. */
function hasSteps(node: Node): boolean {
  return (
    (node.kind === 'call' && /^(?:floor|ceil|sgn|mod|gcd|lcm|piecewise)$/.test(node.name)) ||
    childrenOf(node).some(hasSteps)
  );
}
