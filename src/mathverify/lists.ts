// What a list of items means at the top level of an answer: one value, values of one unknown, a set, points.
import { call, type Node, number, type RelationNode, relation } from './ast.ts';
import { keyOf } from './key.ts';
import { residuesOf } from './residues.ts';
import { symbolsOf } from './walk.ts';

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
  const residues = residuesOf(items);
  if (residues !== null) return residues;
  const among = wholesIn(items);
  if (among !== null) return among;
  const rest = items.slice(1);
  if (
    first.kind === 'relation' &&
    /^(?:!?=|in)$/.test(first.operators[0]!) &&
    rest.every((item) => item.kind !== 'relation')
  ) {
    const last = first.parts[first.parts.length - 1]!;
    const values = [last, ...rest].flatMap((item) => (item.kind === 'set' ? item.items : [item]));
    return relation(first.operators, [...first.parts.slice(0, -1), { kind: 'set', items: values }]);
  }
  return { kind: 'set', items };
}

function isInequality({ operators }: RelationNode): boolean {
  return operators.every((sign) => /^(?:[<>]|!=)/.test(sign));
}

/** x in an interval or a union of some, or in R. */
function isInReals({ operators, parts }: RelationNode): boolean {
  const set = parts.at(-1)!;
  return (
    operators.length === 1 &&
    operators[0] === 'in' &&
    (set.kind === 'interval' || set.kind === 'setop' || (set.kind === 'domain' && set.name.startsWith('R')))
  );
}

/** n in Z, 1 < n < 4: the whole numbers of which the inequality is true, and n = 5 beside n in Z; null for anything else. */
function wholesIn(items: readonly Node[]): Node | null {
  const isMembership = (item: Node): boolean =>
    item.kind === 'relation' &&
    item.operators.join() === 'in' &&
    item.parts[0]!.kind === 'symbol' &&
    item.parts[1]!.kind === 'domain' &&
    /^[NZ]/.test(item.parts[1].name);
  const member = items.find(isMembership);
  const other = items.find((item) => item.kind === 'relation' && item !== member);
  if (items.length !== 2 || member === undefined || other?.kind !== 'relation') return null;
  const last = other.parts.at(-1)!;
  const isValue = other.operators.join() === '=' && last.kind === 'number' && last.value.d === 1n;
  if (isValue && keyOf(other.parts[0]!) === keyOf((member as RelationNode).parts[0]!)) return other;
  if (!isInequality(other)) return null;
  return symbolsOf({ kind: 'set', items }).size === 1 ? call('builder', [member, other]) : null;
}

/** Whether a value is a list of inequalities in one and the same unknown. */
export function areInequalities(node: Node): boolean {
  return (
    node.kind === 'set' &&
    node.items.length > 1 &&
    node.items.every((item) => item.kind === 'relation' && (isInequality(item) || isInReals(item))) &&
    symbolsOf(node).size === 1
  );
}

/**
 * A list with "or": values of one unknown (x = 1 or x = 2) stay a set, as do inequalities, x = 0 or y = 0 is a union, and so is a = b, b = c or
 * c = a. But x = 1, y = 2 or y = 3 gives values of y.
 */
export function withAlternatives(list: Node, or: 'each' | 'last'): Node {
  if (list.kind !== 'set' || !list.items.every((item) => item.kind === 'relation')) return list;
  if (areInequalities(list)) return { ...list, or: true };
  const relations = list.items as readonly RelationNode[];
  const named = new Set(relations.map(({ parts }) => keyOf(parts[0]!)));
  const least = or === 'each' ? 2 : relations.length;
  return named.size < least || symbolsOf(list).size < 2
    ? list
    : { kind: 'setop', name: 'union', parts: relations };
}

/** x = -1, y = 0 or x = 1, y = 2: several systems of equations of the same unknowns, kept apart; null for other lists. */
export function systemsOf(alternatives: readonly (readonly Node[])[]): Node | null {
  if (alternatives.length < 2 || alternatives.some(({ length }) => length < 2)) return null;
  const systems = alternatives.map((items): Node => ({ kind: 'set', items }));
  const names = systems.map(unknownsOf);
  return names.every((own) => own !== null && own === names[0]) ? { kind: 'set', items: systems } : null;
}

/** The left sides of equations side by side, each of another unknown, in one order; null for anything else. */
export function unknownsOf(node: Node): string | null {
  if (node.kind !== 'set' || node.items.length < 2) return null;
  const names = node.items.map((item) =>
    item.kind === 'relation' &&
    item.operators.every((sign) => sign === '=') &&
    item.parts[0]!.kind === 'symbol'
      ? keyOf(item.parts[0]!)
      : null,
  );
  return names.includes(null) || new Set(names).size < names.length ? null : names.sort().join(' ');
}

/** Whether elements of a list are left out: {1, 2, ...}. */
export function leavesOut(node: Node): boolean {
  return (node.kind === 'set' || node.kind === 'tuple') && node.items.some(isDots);
}

const maxFilled = 1000n;

/** A list of whole numbers in equal steps with those that dots leave out: {1, 2, ..., 5} is {1, 2, 3, 4, 5}; anything else as it is. */
export function filledIn(node: Node): Node {
  if (!leavesOut(node) || (node.kind !== 'set' && node.kind !== 'tuple')) return node;
  const at = node.items.findIndex(isDots);
  const [before, behind] = [wholes(node.items.slice(0, at)), wholes(node.items.slice(at + 1))];
  if (before === null || behind === null || before.length < 2 || behind.length === 0) return node;
  const [first, last, next] = [before[0]!, before.at(-1)!, behind[0]!];
  const step = before[1]! - first;
  const inSteps = (row: readonly bigint[]): boolean =>
    row.every((value, k) => k === 0 || value - row[k - 1]! === step);
  if (step === 0n || !inSteps(before) || !inSteps(behind)) return node;
  const count = (next - last) / step;
  if ((next - last) % step !== 0n || count < 1n || count > maxFilled) return node;
  // 1, 2, ..., 8 and 2, 4, ..., 16 may as well be powers.
  if (before.length === 2 && behind.length === 1 && isPower(next, first, last)) return node;
  const left: Node[] = [];
  for (let k = 1n; k < count; k += 1n) left.push(number({ n: last + k * step, d: 1n }));
  return { ...node, items: [...node.items.slice(0, at), ...left, ...node.items.slice(at + 1)] };
}

function isDots(node: Node): boolean {
  return node.kind === 'symbol' && node.name === '...';
}

function wholes(items: readonly Node[]): bigint[] | null {
  const values = items.flatMap((item) => {
    if (item.kind === 'number') return item.value.d === 1n ? [item.value.n] : [];
    return item.kind === 'negate' && item.value.kind === 'number' && item.value.value.d === 1n
      ? [-item.value.value.n]
      : [];
  });
  return values.length === items.length ? values : null;
}

/** Whether a number comes in a sequence of which each element is the one before it, times one and the same factor. */
function isPower(value: bigint, first: bigint, second: bigint): boolean {
  if (first === 0n || second % first !== 0n) return false;
  const factor = second / first;
  let power = second;
  while (factor > 1n && power < value) power *= factor;
  return power === value;
}

/** Whether elements between others are left out, and it is not said which. */
export function leavesOutBetween(node: Node): boolean {
  return leavesOut(node) && (node.kind === 'set' || node.kind === 'tuple') && !isDots(node.items.at(-1)!);
}
