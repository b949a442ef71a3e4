// Steps to a value, written as a list: 2x = 18, x = 9 says x = 9.
import type { Node } from './ast.ts';
import { isAssignment, isEquation } from './compare-relation.ts';
import { symbolsOf } from './walk.ts';

/**
 * The last of several equations in one letter, where it says what the letter is and each other one says the same; else the
 * value as it is. x = 2, x = 3 are two values.
 */
export function conclusionOf(value: Node, saySame: (equation: Node, last: Node) => boolean): Node {
  if (value.kind !== 'set' || value.items.length < 2 || !value.items.every(isEquation)) return value;
  const last = value.items.at(-1)!;
  const before = value.items.slice(0, -1);
  const isList = before.every((one): boolean => isAssignment(one));
  if (isList || !isAssignment(last) || symbolsOf(value).size !== 1) return value;
  return before.every((equation) => saySame(equation, last)) ? last : value;
}
