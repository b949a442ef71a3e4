// Arithmetic of points and sets in brackets: 1/3 (1, 2, 2), (1, 0) + t(1, 1), (1, 2)^T and R - {0}; and points with a name
// before them, A(1, 2).
import type { CallNode, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { mapChildren, someNode } from './walk.ts';

/** The value with multiples, sums and transposes of points worked out, and sets that are taken away. */
export function withVectors(node: Node, budget: Budget): Node {
  if (!someNode(node, (inner) => /^(?:tuple|interval|set|domain)$/.test(inner.kind))) return node;
  return combined(node, budget);
}

function combined(node: Node, budget: Budget): Node {
  budget.charge();
  const value = mapChildren(node, (child) => combined(child, budget));
  const items = arithmetic(value);
  if (items !== null) return { kind: 'tuple', items };
  return takenAway(value) ?? value;
}

function arithmetic(node: Node): readonly Node[] | null {
  switch (node.kind) {
    case 'negate':
      return each(pointOf(node.value), (item) => ({ kind: 'negate', value: item }));
    case 'divide':
      return isScalar(node.bottom)
        ? each(pointOf(node.top), (item) => ({ kind: 'divide', top: item, bottom: node.bottom }))
        : null;
    case 'power':
      return node.exponent.kind === 'symbol' && node.exponent.name === 'T' ? pointOf(node.base) : null;
    case 'multiply':
      return multiple(node.factors);
    case 'add':
      return sumOf(node.terms.map((term) => pointOf(term) ?? multipleByLetter(term)));
    default:
      return null;
  }
}

function each(items: readonly Node[] | null, change: (item: Node) => Node): readonly Node[] | null {
  return items === null ? null : items.map(change);
}

/** The coordinates of a point; null for anything else. */
function pointOf(node: Node): readonly Node[] | null {
  if (node.kind === 'tuple') return node.ratio ? null : node.items;
  if (node.kind !== 'interval' || node.lowClosed || node.highClosed || node.sure) return null;
  return [node.low, node.high];
}

function isScalar(node: Node): boolean {
  return !someNode(node, (inner) =>
    /^(?:tuple|interval|set|setop|domain|matrix|text|relation)$/.test(inner.kind),
  );
}

function multiple(factors: readonly Node[]): readonly Node[] | null {
  const k = factors.findIndex((factor) => pointOf(factor) !== null);
  const rest = factors.filter((_, i) => i !== k);
  if (k < 0 || !rest.every(isScalar)) return null;
  return each(pointOf(factors[k]!), (item) => ({ kind: 'multiply', factors: [...rest, item] }));
}

/** t(1, 2), which is read as t applied to both. */
function multipleByLetter(node: Node): readonly Node[] | null {
  if (!isApplied(node) || !/^[a-z]$/.test(node.name) || /^[fgh]$/.test(node.name)) return null;
  const letter: Node = { kind: 'symbol', name: node.name };
  return node.args.map((item) => ({ kind: 'multiply', factors: [letter, item] }));
}

function sumOf(points: readonly (readonly Node[] | null)[]): readonly Node[] | null {
  const first = points[0];
  if (!first || !points.every((point) => point !== null && point.length === first.length)) return null;
  return first.map((_, k) => ({ kind: 'add', terms: points.map((point) => point![k]!) }));
}

/** R - {0}, [0, 5] - {1, 2}. */
function takenAway(node: Node): Node | null {
  if (node.kind !== 'add' || node.terms.length !== 2) return null;
  const [whole, term] = node.terms as [Node, Node];
  if (!/^(?:domain|interval|set|setop)$/.test(whole.kind) || term.kind !== 'negate') return null;
  return term.value.kind === 'set' ? { kind: 'setop', name: 'difference', parts: [whole, term.value] } : null;
}

function isApplied(node: Node): node is CallNode {
  return node.kind === 'call' && !node.known && node.args.length > 1;
}

/** Both values, where one has names before its points, as in A(1, 2), and the other points alone, without the names. */
export function withoutPointNames(gold: Node, prediction: Node): [Node, Node] {
  if (arePoints(gold)) return [gold, unnamed(prediction)];
  return arePoints(prediction) ? [unnamed(gold), prediction] : [gold, prediction];
}

function arePoints(node: Node): boolean {
  return node.kind === 'set' ? node.items.length > 0 && node.items.every(arePoints) : pointOf(node) !== null;
}

function unnamed(node: Node): Node {
  if (node.kind === 'set') {
    const items = node.items.map(unnamed);
    return items.every(arePoints) ? { ...node, items } : node;
  }
  return isApplied(node) && isPointName(node.name, node.args) ? { kind: 'tuple', items: node.args } : node;
}

/** C(5, 2) and P(5, 2) count choices; N(0, 1), U(0, 1) and B(10, 1/2) are distributions. */
function isPointName(name: string, coordinates: readonly Node[]): boolean {
  const whole = coordinates.every((item) => item.kind === 'number' && item.value.d === 1n);
  return /^[ADEFH-MOQ-TV-Z]'?$/.test(name) || (/^B'?$/.test(name) && whole);
}

/** Compares t(1, 2), which is read as t of both, with a point; null for anything else. */
export function compareMultiples(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  const [a, b] = [multipleByLetter(gold), multipleByLetter(prediction)];
  if ((a === null) === (b === null) || pointOf(a === null ? gold : prediction) === null) return null;
  const point = (items: readonly Node[] | null, other: Node): Node =>
    items === null ? other : { kind: 'tuple', items };
  const outcome = compare(point(a, gold), point(b, prediction), context);
  return outcome === 'equal'
    ? outcome
    : found(context, 'undecided', 'a letter before a point may be a factor or a function');
}
