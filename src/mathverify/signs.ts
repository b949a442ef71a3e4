// Expands ± and ∓: an expression with them represents the set of its readings. Several ± without a ∓ may belong together or
// not: ±√2 ± √3 is two values or four.
import { call, childrenOf, type Node } from './ast.ts';
import { mapChildren, rewrite, someNode } from './walk.ts';

const maxApart = 4;

/** An answer with its ± written out: relations side by side, sets element by element, anything else as a whole. */
export function expandSigns(node: Node): Node {
  if (!someNode(node, isSigned)) return node;
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
  const together: Node = { kind: 'set', items: [chosen(node, [true]), chosen(node, [false])] };
  const count = countSigns(node);
  // Those of a point belong together.
  if (/^(?:tuple|interval|matrix)$/.test(node.kind)) return together;
  if (count < 2 || count > maxApart || someNode(node, (inner) => isSigned(inner) && inner.flipped))
    return together;
  const choices = Array.from({ length: 2 ** count }, (_, k) =>
    Array.from({ length: count }, (_, sign) => ((k >> sign) & 1) === 0),
  );
  return call('signs', [together, { kind: 'set', items: choices.map((signs) => chosen(node, signs)) }]);
}

function isSigned(node: Node): node is Node & { kind: 'plusminus' } {
  return node.kind === 'plusminus';
}

function countSigns(node: Node): number {
  return childrenOf(node).reduce((count, child) => count + countSigns(child), isSigned(node) ? 1 : 0);
}

/** The expression with its signs from left to right; the last of those given holds for the rest. */
function chosen(node: Node, signs: readonly boolean[]): Node {
  let next = 0;
  const choose = (inner: Node): Node => {
    const sign = isSigned(inner) ? signs[Math.min(next++, signs.length - 1)]! : true;
    const result = mapChildren(inner, choose);
    if (!isSigned(result)) return result;
    const right: Node = sign === result.flipped ? { kind: 'negate', value: result.right } : result.right;
    return result.left === null ? right : { kind: 'add', terms: [result.left, right] };
  };
  return choose(node);
}

/** Whether a value has several ± that may belong together or not. */
export function hasFreeSigns(node: Node): boolean {
  return someNode(node, isFree);
}

function isFree(node: Node): node is Node & { kind: 'call' } {
  return node.kind === 'call' && node.known && node.name === 'signs';
}

/** The value with its ± all the same, or with each as it likes. */
export function withSigns(node: Node, apart: boolean): Node {
  const read = (inner: Node): Node =>
    inner.kind === 'call' && isFree(inner) ? inner.args[apart ? 1 : 0]! : inner;
  return rewrite(
    node.kind === 'set'
      ? { ...node, items: node.items.flatMap((item) => (isFree(item) ? childrenOf(read(item)) : [item])) }
      : node,
    read,
  );
}
