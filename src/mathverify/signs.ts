// Expands ± and ∓: an expression with them represents the set of its two readings.
import type { Node } from './ast.ts';
import { mapChildren, someNode } from './walk.ts';

/**
 * An answer with its ± written out: relations side by side, sets element by element, points coordinate by coordinate,
 * anything else as a whole.
 */
export function expandSigns(node: Node): Node {
  if (!someNode(node, (inner) => inner.kind === 'plusminus')) return node;
  if (node.kind === 'relation') return mapChildren(node, expandSigns);
  if (node.kind === 'set') {
    const items = node.items.map(expandSigns);
    return {
      kind: 'set',
      items: items.flatMap((item, k) =>
        item.kind === 'set' && node.items[k]!.kind !== 'set' ? item.items : [item],
      ),
    };
  }
  const points = isPoint(node) ? independent(node) : null;
  return { kind: 'set', items: points ?? [choose(node, true), choose(node, false)] };
}

const maxPoints = 64;

type Point = Node & { kind: 'tuple' | 'interval' };

function isPoint(node: Node): node is Point {
  return node.kind === 'tuple' || (node.kind === 'interval' && !node.lowClosed && !node.highClosed);
}

/** (±3, ±2) is four points: each coordinate has its own sign. Only a ∓ ties the signs together; null then. */
function independent(point: Point): Node[] | null {
  if (someNode(point, (inner) => inner.kind === 'plusminus' && inner.flipped)) return null;
  let rows: Node[][] = [[]];
  for (const part of point.kind === 'tuple' ? point.items : [point.low, point.high]) {
    const expanded = expandSigns(part);
    const values = expanded !== part && expanded.kind === 'set' ? expanded.items : [expanded];
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
    if (rows.length > maxPoints) return null;
  }
  return rows.map(
    (items): Node =>
      point.kind === 'tuple' ? { kind: 'tuple', items } : { ...point, low: items[0]!, high: items[1]! },
  );
}

function choose(node: Node, plus: boolean): Node {
  const chosen = mapChildren(node, (child) => choose(child, plus));
  if (chosen.kind !== 'plusminus') return chosen;
  const right: Node = plus === chosen.flipped ? { kind: 'negate', value: chosen.right } : chosen.right;
  return chosen.left === null ? right : { kind: 'add', terms: [chosen.left, right] };
}
