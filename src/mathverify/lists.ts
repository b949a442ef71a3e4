// What a list of items means at the top level of an answer: one value, values of one unknown, a set, points.
import { type Node, relation } from './ast.ts';

/** The value of items in groups: commas part the items, semicolons the groups. */
export function assembled(groups: readonly (readonly Node[])[]): Node {
  if (groups.length === 1) return listOf(groups[0]!);
  if (groups.every((group) => group.length === 1))
    return { kind: 'set', items: groups.map((group) => group[0]!) };
  return { kind: 'set', items: groups.map((group): Node => ({ kind: 'tuple', items: group })) };
}

/** A list at the top level: one value, values of one unknown (x = 1, 2, 3), or a set. */
function listOf(items: readonly Node[]): Node {
  const first = items[0]!;
  if (items.length === 1) return first;
  const rest = items.slice(1);
  if (
    first.kind === 'relation' &&
    /^(=|in)$/.test(first.operators[0]!) &&
    rest.every((item) => item.kind !== 'relation')
  ) {
    const last = first.parts[first.parts.length - 1]!;
    const values = [last, ...rest].flatMap((item) => (item.kind === 'set' ? item.items : [item]));
    return relation(first.operators, [...first.parts.slice(0, -1), { kind: 'set', items: values }]);
  }
  return { kind: 'set', items };
}
