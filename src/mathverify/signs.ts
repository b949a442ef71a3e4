// Writes out ± and ∓: an expression that holds them stands for the set of its two readings.
import type { Node } from './ast.ts';
import { mapChildren, someNode } from './walk.ts';

/** The set of both readings of a part with ±, else the part itself. Inside a set only the elements multiply. */
export function expandSigns(node: Node): Node {
  if (!someNode(node, (inner) => inner.kind === 'plusminus')) return node;
  if (node.kind === 'set') {
    return { kind: 'set', items: node.items.flatMap((item) => spread(expandSigns(item), item)) };
  }
  return { kind: 'set', items: [choose(node, true), choose(node, false)] };
}

function spread(expanded: Node, original: Node): readonly Node[] {
  return expanded.kind === 'set' && original.kind !== 'set' ? expanded.items : [expanded];
}

function choose(node: Node, plus: boolean): Node {
  const chosen = mapChildren(node, (child) => choose(child, plus));
  if (chosen.kind !== 'plusminus') return chosen;
  const right: Node = plus === chosen.flipped ? { kind: 'negate', value: chosen.right } : chosen.right;
  return chosen.left === null ? right : { kind: 'add', terms: [chosen.left, right] };
}
