// Where a part with steps in it may change its sign: |⌊x - 4⌋(x - 6)| differs from what it is of between 5 and 6 only, and
// samples along the whole line miss that.
import type { Node } from './ast.ts';
import { keyOf } from './key.ts';
import { type Kink, kinksOf, minus } from './kinks.ts';
import { oneRational } from './rational.ts';
import { rewrite, someNode } from './walk.ts';

/** A polynomial: its zeros along a line are known. */
export function isPlain(node: Node): boolean {
  return !someNode(node, (inner) => inner.kind === 'call' || inner.kind === 'binder');
}

/**
 * More kinks for the choice of points, where some of those known are no polynomials: the zeros of polynomials in either
 * expression, which their difference may have multiplied out, and the bounds of each part with steps in it, with u and
 * u - 1 in place of ⌊u⌋. Between the zeros of the two bounds it changes its sign.
 */
export function edgesOfSteps(a: Node, b: Node, known: readonly Kink[]): Kink[] {
  if (known.every(({ node }) => isPlain(node))) return [];
  const all = [...known, ...kinksOf([a, b])].filter(({ steps }) => !steps);
  const edges = new Map<string, Kink>();
  for (const { node } of all.flatMap((kink) => (isPlain(kink.node) ? [kink] : boundsOf(kink))))
    edges.set(keyOf(node), { node, steps: false, bends: true });
  for (const { node, steps } of known) if (!steps) edges.delete(keyOf(node));
  return [...edges.values()];
}

function boundsOf(kink: Kink): Kink[] {
  const bound = (shift: boolean): Node =>
    rewrite(kink.node, (inner) => {
      if (inner.kind !== 'call' || !inner.known || !/^(?:floor|ceil)$/.test(inner.name)) return inner;
      const [argument] = inner.args as [Node];
      if (!shift) return argument;
      const unit: Node = { kind: 'number', value: oneRational, decimal: false, base: null };
      return inner.name === 'floor' ? minus(argument, unit) : { kind: 'add', terms: [argument, unit] };
    });
  return [bound(false), bound(true)].filter(isPlain).map((node) => ({ ...kink, node }));
}
