// Expands ± and ∓: an expression with them represents the set of its two readings.
import type { Node } from './ast.ts';
import { mapChildren, someNode } from './walk.ts';

/** An answer with its ± written out: relations side by side, sets element by element, anything else as a whole. */
export function expandSigns(node: Node): Node {
  if (!someNode(node, (inner) => inner.kind === 'plusminus')) return node;
  if (node.kind === 'relation' || (node.kind === 'call' && node.name === 'congruent'))
    return mapChildren(node, expandSigns);
  if (node.kind === 'set') {
    const items = node.items.map(expandSigns);
    return {
      kind: 'set',
      items: items.flatMap((item, k) =>
        item.kind === 'set' && node.items[k]!.kind !== 'set' ? item.items : [item],
      ),
    };
  }
  return { kind: 'set', items: [choose(node, true), choose(node, false)] };
}

function choose(node: Node, plus: boolean): Node {
  const chosen = mapChildren(node, (child) => choose(child, plus));
  if (chosen.kind !== 'plusminus') return chosen;
  const right: Node = plus === chosen.flipped ? { kind: 'negate', value: chosen.right } : chosen.right;
  return chosen.left === null ? right : { kind: 'add', terms: [chosen.left, right] };
}
