// Steps to a value, written as a list or a chain: 2x = 18, x = 9 says x = 9, and x = 4 + 5 = 9 too.
import { type Node, type RelationNode, relation } from './ast.ts';
import { isAssignment, isEquation, lastOf } from './compare-relation.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';

/**
 * The last of several equations in one letter, where it says what the letter is and each other one says the same or holds
 * then; else the value as it is. x = 2, x = 3 are two values.
 */
export function conclusionOf(value: Node, saySame: (equation: Node, last: Node) => boolean): Node {
  if (value.kind !== 'set' || value.items.length < 2 || !value.items.every(isEquation)) return value;
  const last = value.items.at(-1)!;
  const before = value.items.slice(0, -1);
  const isList = before.every((one): boolean => isAssignment(one));
  if (isList || !isAssignment(last) || symbolsOf(value).size !== 1) return value;
  return before.every((equation) => saySame(equation, last)) ? last : value;
}

/** Whether an equation holds where a letter is what the other one says, as x^2 = 81 does where x = 9. */
export function holdsWhere(
  equation: Node,
  last: Node,
  areSame: (left: Node, right: Node) => boolean,
): boolean {
  if (equation.kind !== 'relation' || last.kind !== 'relation' || last.parts.length !== 2) return false;
  const [name, value] = last.parts as [Node, Node];
  if (name.kind !== 'symbol' || symbolsOf(value).size > 0) return false;
  const there = substituted(equation, new Map([[name.name, value]]));
  return there?.parts.every((part, k) => k === 0 || areSame(there.parts[k - 1]!, part)) ?? false;
}

/** a = b = ... = z with a name in front is a = z, unless it says of several symbols what they are. */
export function shortened(node: Node): Node {
  if (!isAssignment(node) || node.parts.length < 3) return node;
  if (node.parts.slice(1, -1).some((part) => part.kind === 'symbol') || isLine(node)) return node;
  return relation([node.operators[0]!], [node.parts[0]!, lastOf(node)]);
}

/** z = (x - 1)/2 = y/3 is a line in space: of each part another coordinate. */
function isLine({ parts }: RelationNode): boolean {
  const names = parts.map((part) => [...symbolsOf(part)].join());
  return names.every((name) => /^[xyz]$/.test(name)) && new Set(names).size === names.length;
}
