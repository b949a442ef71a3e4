// Rebuilding a tree from changed parts, and collecting the symbols in it. Knows shapes, not meanings.
import { childrenOf, type Node } from './ast.ts';

/** A copy of the node with every direct part replaced; the same node when nothing changed. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  const children = childrenOf(node);
  if (children.length === 0) return node;
  let changed: Node[] | null = null;
  for (let k = 0; k < children.length; k += 1) {
    const child = change(children[k]!);
    if (changed === null && child !== children[k]) changed = children.slice(0, k);
    changed?.push(child);
  }
  return changed === null ? node : withChildren(node, changed);
}

function withChildren(node: Node, parts: readonly Node[]): Node {
  const first = parts[0]!;
  switch (node.kind) {
    case 'add':
      return { ...node, terms: parts };
    case 'multiply':
      return { ...node, factors: parts };
    case 'negate':
    case 'percent':
    case 'quantity':
      return { ...node, value: first };
    case 'divide':
      return { ...node, top: first, bottom: parts[1]! };
    case 'power':
      return { ...node, base: first, exponent: parts[1]! };
    case 'plusminus':
      return node.left === null ? { ...node, right: first } : { ...node, left: first, right: parts[1]! };
    case 'set':
    case 'tuple':
      return { ...node, items: parts };
    case 'setop':
    case 'relation':
      return { ...node, parts };
    case 'interval':
      return { ...node, low: first, high: parts[1]! };
    case 'call':
      return { ...node, args: parts };
    case 'matrix':
      return { ...node, rows: inRows(node.rows, parts) };
    case 'binder': {
      const from = node.from ? parts[1]! : null;
      const to = node.to ? parts[node.from ? 2 : 1]! : null;
      return { ...node, body: first, from, to };
    }
    default:
      return node;
  }
}

function inRows(rows: readonly (readonly Node[])[], cells: readonly Node[]): Node[][] {
  let at = 0;
  return rows.map((row) => row.map(() => cells[at++]!));
}

/** The names of free symbols, in order of first appearance; unknown functions are not among them. */
export function symbolsOf(
  node: Node,
  found: Set<string> = new Set(),
  bound: ReadonlySet<string> = new Set(),
): Set<string> {
  if (node.kind === 'symbol') {
    if (!bound.has(node.name)) found.add(node.name);
    return found;
  }
  if (node.kind === 'binder' && node.name !== 'derivative') {
    const inner = new Set(bound).add(node.variable);
    symbolsOf(node.body, found, inner);
    if (node.from) symbolsOf(node.from, found, bound);
    if (node.to) symbolsOf(node.to, found, bound);
    return found;
  }
  for (const child of childrenOf(node)) symbolsOf(child, found, bound);
  return found;
}

/** Whether any node of the tree satisfies the test. */
export function someNode(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true;
  // The most frequent kinds without a list of their parts.
  switch (node.kind) {
    case 'number':
    case 'symbol':
    case 'constant':
      return false;
    case 'negate':
      return someNode(node.value, test);
    case 'divide':
      return someNode(node.top, test) || someNode(node.bottom, test);
    case 'power':
      return someNode(node.base, test) || someNode(node.exponent, test);
  }
  for (const child of childrenOf(node)) if (someNode(child, test)) return true;
  return false;
}

/** The tree with every node rewritten from the leaves up. */
export function rewrite(node: Node, change: (node: Node) => Node): Node {
  return change(mapChildren(node, (child) => rewrite(child, change)));
}

/** The names of the unknown functions in a value: what one side alone applies may be anything. */
export function functionsOf(node: Node): string {
  const names = new Set<string>();
  someNode(node, (inner) => {
    if (inner.kind === 'call' && !inner.known) names.add(inner.name);
    return false;
  });
  return [...names].sort().join(' ');
}
