// The arguments of definitions: f(x) = x^2 and f(t) = t^2 define the same function, so that their names do not matter.
import { type Node, type RelationNode, symbol } from './ast.ts';
import { substituted } from './substitute.ts';
import { mapChildren, rewrite, someNode } from './walk.ts';

/**
 * Two definitions of one function with the same names for its arguments. These are the names of the gold answer, or new
 * ones where the prediction calls something else so: f(t) = t + x is not f(x) = x + x.
 */
export function withSameDummies(gold: RelationNode, prediction: RelationNode): [RelationNode, RelationNode] {
  const [left, right] = [gold.parts[0]!, prediction.parts[0]!];
  const [own, others] = [dummiesOf(left), dummiesOf(right)];
  if (own === null || others === null || own.length !== others.length) return [gold, prediction];
  const taken = new Set([...namesBeside(own, gold), ...namesBeside(others, prediction)]);
  const common = own.map((name) => {
    let free = name;
    while (taken.has(free)) free += "'";
    taken.add(free);
    return free;
  });
  const [a, b] = [renamed(gold, own, common), renamed(prediction, others, common)];
  return a === null || b === null ? [gold, prediction] : [a, b];
}

/** The names of the arguments; null where the left side does not apply an unknown function to different symbols. */
function dummiesOf(left: Node): string[] | null {
  if (left.kind !== 'call' || left.known) return null;
  const names = left.args.flatMap((arg) => (arg.kind === 'symbol' ? [arg.name] : []));
  return new Set(names).size === left.args.length ? names : null;
}

/** Other names in a relation, of bound variables too. */
function namesBeside(dummies: readonly string[], relation: RelationNode): Set<string> {
  const names = new Set<string>();
  someNode(relation, (node) => {
    if (node.kind === 'symbol') names.add(node.name);
    if (node.kind === 'binder') names.add(node.variable);
    return false;
  });
  for (const name of dummies) names.delete(name);
  return names;
}

/** Null where a sum, integral or derivative binds one of the names. */
function renamed(
  relation: RelationNode,
  from: readonly string[],
  to: readonly string[],
): RelationNode | null {
  const changes = from.flatMap((name, k) => (name === to[k] ? [] : [[name, symbol(to[k]!)] as const]));
  return changes.length === 0 ? relation : substituted(relation, new Map(changes));
}

/**
 * The expression with the variables that sums, products and definite integrals bind called by where they are bound, so that
 * \sum a_i and \sum a_k have one spelling.
 */
export function withSameIndices(node: Node, depth = 0): Node {
  if (
    node.kind !== 'binder' ||
    node.name === 'derivative' ||
    (node.name === 'integral' && node.from === null)
  )
    return mapChildren(node, (child) => withSameIndices(child, depth));
  const name = `bound ${depth}`;
  const isVariable = (inner: Node): boolean =>
    (inner.kind === 'symbol' || inner.kind === 'constant') && inner.name === node.variable;
  const body = rewrite(node.body, (inner) => (isVariable(inner) ? symbol(name) : inner));
  const part = (bound: Node | null): Node | null => bound && withSameIndices(bound, depth);
  return {
    ...node,
    body: withSameIndices(body, depth + 1),
    variable: name,
    from: part(node.from),
    to: part(node.to),
  };
}
