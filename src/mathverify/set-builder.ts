// Sets given by a condition: {2k : k in Z}, {x in Z : 1 < x < 5}. What the elements are counts as much as the condition.
import { type CallNode, call, childrenOf, type Node, number, type RelationNode } from './ast.ts';
import { allEqual, type Compare, type Context, found, type Outcome } from './context.ts';
import { keyOf } from './key.ts';
import { integer, type Rational } from './rational.ts';
import type { Region } from './region.ts';
import { isCongruence } from './residues.ts';
import { solve } from './solve.ts';

const maxEnumerated = 1000n;

/** The set of what `head` is where the conditions hold; the condition alone where that says the same. */
export function builderOf(head: Node, conditions: readonly Node[]): Node | null {
  const relations = conditions.every((one) => one.kind === 'relation' || isCongruence(one));
  if (!relations) return null;
  const only = conditions.length === 1 ? conditions[0]! : null;
  // {n : n in Z} is Z.
  if (only !== null && isMembership(only) && keyOf(head) === keyOf(only.parts[0]!)) return only.parts[1]!;
  const isPlain = head.kind === 'symbol' || isMembership(head, 'R');
  const membership = conditions.some((one) => isMembership(one));
  if (!isPlain || membership || (head.kind === 'relation' && conditions.some(isCongruence)))
    return call('builder', [head, ...conditions]);
  if (only === null) return { kind: 'set', items: conditions };
  return only.kind === 'relation' ? { ...only, set: true } : only;
}

function isMembership(node: Node, domain?: string): node is RelationNode {
  if (node.kind !== 'relation' || node.operators.length !== 1 || node.operators[0] !== 'in') return false;
  const [element, set] = node.parts as [Node, Node];
  return element.kind === 'symbol' && set.kind === 'domain' && (domain === undefined || set.name === domain);
}

export function isBuilder(node: Node): node is CallNode {
  return node.kind === 'call' && node.known && node.name === 'builder';
}

/**
 * {x in Z : 1 < x < 5} as {2, 3, 4} where there are few of them, {(x, y) : x = y} beside an equation as its equation; any
 * other value as it is.
 */
export function enumerated(node: Node, other: Node, context: Context): Node {
  if (!isBuilder(node) || node.args.length !== 2) return node;
  const [head, condition] = node.args as [Node, Node];
  const isPoint = (head.kind === 'tuple' || head.kind === 'interval') && childrenOf(head).every(isSymbol);
  if (isPoint && other.kind === 'relation') return condition;
  if (!isMembership(head) || condition.kind !== 'relation') return node;
  const least = leastOf((head.parts[1] as Node & { kind: 'domain' }).name);
  const region = least === undefined ? null : solve(condition, context);
  const items = region && wholeIn(region, least!);
  return items === null ? node : { kind: 'set', items };
}

function isSymbol(node: Node): boolean {
  return node.kind === 'symbol';
}

/** The smallest number of a domain of whole numbers, null where there is none; undefined for other domains. */
function leastOf(domain: string): bigint | null | undefined {
  if (domain === 'Z') return null;
  if (domain === 'N0') return 0n;
  return domain === 'Z+' || domain === 'N' ? 1n : undefined;
}

function wholeIn(region: Region, least: bigint | null): Node[] | null {
  const items: Node[] = [];
  for (const { low, high } of region) {
    const first = low.value === null || low.infinite !== 0 ? least : firstWhole(low.value, low.closed);
    if (first === null || high.infinite !== 0 || high.value === null) return null;
    const last = -firstWhole({ n: -high.value.n, d: high.value.d }, high.closed);
    const from = least !== null && first < least ? least : first;
    if (last - from > maxEnumerated) return null;
    for (let value = from; value <= last; value += 1n) items.push(number(integer(Number(value))));
  }
  return items;
}

/** The smallest whole number that is not below a value, or above it where the value is left out. */
function firstWhole({ n, d }: Rational, closed: boolean): bigint {
  const ceiling = n >= 0n ? (n + d - 1n) / d : n / d;
  return !closed && n % d === 0n ? ceiling + 1n : ceiling;
}

/** Compares where at least one side is given by a condition; null where none is. */
export function compareBuilders(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  if (!isBuilder(gold) && !isBuilder(prediction)) return null;
  if (isBuilder(gold) && isBuilder(prediction) && gold.args.length === prediction.args.length) {
    const same = allEqual(gold.args, (part, k) => compare(part, prediction.args[k]!, context));
    if (same === 'equal') return found(context, 'equal', 'the same elements under the same condition');
  }
  return found(context, 'undecided', 'a set given by a condition was not worked out');
}
