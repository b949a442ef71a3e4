// Comparing sets, points, intervals and their combinations.
import { isCollection, type Node, type RelationNode, relation } from './ast.ts';
import { infinitySign } from './compare-number.ts';
import { allEqual, anyEqual, type Compare, type Context, found, type Outcome } from './context.ts';
import { areDifferentDomains, isKnownDomain } from './domains.ts';
import { keyOf } from './key.ts';
import { compare as compareRationals } from './rational.ts';
import { endAt, type Region, regionOf } from './region.ts';

/** Compares where at least one side is a collection. */
export function compareSets(gold: Node, prediction: Node, context: Context, compare: Compare): Outcome {
  const [lone, other] = [loneItem(gold, prediction), loneItem(prediction, gold)];
  if (lone !== null || other !== null) return compare(lone ?? gold, other ?? prediction, context);
  if (gold.kind === 'tuple' && prediction.kind === 'tuple' && gold.ratio && prediction.ratio)
    return compareRatios(gold.items, prediction.items, context, compare);
  if (isRatio(gold) !== isRatio(prediction)) return compareRatioWithList(gold, prediction, context, compare);
  if (gold.kind === 'interval' && prediction.kind === 'interval')
    return compareIntervals(gold, prediction, context, compare);
  const [goldList, predictionList] = [asList(gold, context), asList(prediction, context)];
  const [a, b] = [inOrderOf(goldList, predictionList), inOrderOf(predictionList, goldList)];
  if (a !== null && b !== null) return compareLists(a, b, context, compare);
  if (gold.kind === 'domain' && prediction.kind === 'domain')
    return found(
      context,
      areDifferentDomains(gold.name, prediction.name) ? 'different' : 'undecided',
      'number domains',
    );
  const [left, right] = [
    regionOf(asUnionBeside(prediction, asSet(gold)), context),
    regionOf(asUnionBeside(gold, asSet(prediction)), context),
  ];
  if (left !== null && right !== null) return compareRegions(left, right, context, compare);
  if (gold.kind === 'setop' && prediction.kind === 'setop' && gold.name === prediction.name) {
    return compareOperands(gold, prediction, context, compare);
  }
  const isOpen = [gold, prediction].some((side) => side.kind === 'domain' && !isKnownDomain(side.name));
  return found(context, isOpen ? 'undecided' : 'different', 'a collection and something else');
}

/** The only element of a set, where the other side is no set of numbers that may be the same one: [0,1] ∩ [1,2] is {1}. */
function loneItem(node: Node, other: Node): Node | null {
  if (node.kind !== 'set' || node.items.length !== 1 || other.kind === 'set') return null;
  const [item] = node.items as [Node];
  return /^(interval|setop|domain)$/.test(other.kind) && !isCollection(item) ? null : item;
}

/** (-∞, 2) and (3, ∞) beside a union are one; beside anything else they may be points. */
function asUnionBeside(other: Node, node: Node): Node {
  const isUnion =
    other.kind === 'setop' &&
    node.kind === 'set' &&
    node.items.length > 1 &&
    node.items.every((item) => item.kind === 'interval') &&
    node.items.some(
      ({ lowClosed, highClosed, low, high }) =>
        lowClosed || highClosed || infinitySign(low) !== 0 || infinitySign(high) !== 0,
    );
  return isUnion ? { kind: 'setop', name: 'union', parts: node.items } : node;
}

function asSet(node: Node): Node {
  return isCollection(node) ? node : { kind: 'set', items: [node] };
}

function compareIntervals(gold: Node, prediction: Node, context: Context, compare: Compare): Outcome {
  if (gold.kind !== 'interval' || prediction.kind !== 'interval') return 'undecided';
  const open = gold.lowClosed === prediction.lowClosed && gold.highClosed === prediction.highClosed;
  if (!open && !(isPoint(gold, context) && isPoint(prediction, context))) {
    return found(context, 'different', 'an end is open on one side and closed on the other');
  }
  if ((gold.sure || prediction.sure) && isPoint(gold, context) !== isPoint(prediction, context))
    return found(context, 'different', 'an interval and a point');
  const ends = [gold.low, gold.high];
  const others = [prediction.low, prediction.high];
  return found(
    context,
    allEqual(ends, (end, k) => compare(end, others[k]!, context)),
    'both ends compared',
  );
}

/** Two parts in brackets of which the first is the larger are an ordered pair, no interval. */
function isPoint(node: Node & { kind: 'interval' }, context: Context): boolean {
  if (node.sure) return false;
  const low = endAt(node.low, false, context);
  const high = endAt(node.high, false, context);
  if (low?.value == null || high?.value == null) return false;
  return compareRationals(low.value, high.value) > 0;
}

/** Whether an interval may be a list of two parts. */
function isListed(node: Node & { kind: 'interval' }, context: Context): boolean {
  return !node.sure && ((!node.lowClosed && !node.highClosed) || isPoint(node, context));
}

interface List {
  readonly items: readonly Node[];
  readonly ordered: boolean;
  readonly braced?: boolean;
}

function asList(node: Node, context: Context): List | null {
  if (node.kind === 'set') return { items: node.items, ordered: false, braced: node.braced ?? false };
  if (node.kind === 'tuple') return { items: node.items, ordered: true };
  if (node.kind === 'interval' && isListed(node, context)) {
    return { items: [node.low, node.high], ordered: true };
  }
  return isCollection(node) || node.kind === 'relation' ? null : { items: [node], ordered: false };
}

/** x = 1, y = 4 beside a point: the values in the order of the names for x, y and z, of others as written. */
function inOrderOf(list: List | null, other: List | null): List | null {
  if (list === null || list.ordered || !other?.ordered || other.items.some(isNamed)) return list;
  const named = list.items.flatMap(eachName);
  const names = named.map(({ name }) => name);
  if (!list.items.every(isNamed) || new Set(names).size !== names.length) return list;
  const order = names.every((name) => /^[xyz]$/.test(name)) ? names.toSorted() : names;
  return { items: order.map((name) => named[names.indexOf(name)]!.value), ordered: true };
}

function isNamed(node: Node): node is RelationNode {
  return (
    node.kind === 'relation' &&
    node.operators.every((operator) => operator === '=') &&
    node.parts[0]!.kind === 'symbol'
  );
}

/** x = y = 2 says of two names what each is. */
function eachName(node: Node): { name: string; value: Node }[] {
  if (!isNamed(node)) return [];
  const value = node.parts.at(-1)!;
  return node.parts
    .slice(0, -1)
    .flatMap((part) => (part.kind === 'symbol' ? [{ name: part.name, value }] : []));
}

/** A chain of names, x = y = 2, beside a point: an equation for each name; anything else as it is. */
export function chainBeside(node: RelationNode, other: Node): Node {
  const isPoint =
    other.kind === 'tuple' || (other.kind === 'interval' && !other.lowClosed && !other.highClosed);
  const names = node.parts.slice(0, -1);
  if (!isPoint || names.length < 2 || !isNamed(node) || names.some((name) => name.kind !== 'symbol'))
    return node;
  const value = node.parts.at(-1)!;
  return { kind: 'set', items: names.map((name) => relation(['='], [name, value])) };
}

/**
 * A gold tuple asks for its order; a gold list does not, whatever brackets the prediction uses. A tuple on either side has as
 * many parts as are written: (5, 5) is not 5. A tuple and a set in braces are not called equal.
 */
function compareLists(gold: List, prediction: List, context: Context, compare: Compare): Outcome {
  const isFixed = gold.ordered || (prediction.ordered && context.options.requireAll);
  if (isFixed && gold.items.length !== prediction.items.length)
    return found(context, 'different', 'different numbers of parts');
  const outcome = gold.ordered
    ? allEqual(gold.items, (item, k) => compare(item, prediction.items[k]!, context))
    : matchItems(gold.items, prediction.items, context, compare);
  if (outcome === 'equal' && ((gold.ordered && prediction.braced) || (gold.braced && prediction.ordered)))
    return found(context, 'undecided', 'brackets of a pair or an interval against the braces of a set');
  if (gold.ordered) return found(context, outcome, 'parts compared in order');
  const isBraced = gold.braced || prediction.braced || !context.options.requireAll;
  return outcome !== 'equal' || isBraced || repeats(gold.items) === repeats(prediction.items)
    ? outcome
    : found(context, 'undecided', 'one side lists an element again, which counts unless it is a set');
}

/** How many elements of a list are written again in the same way; a = b = 1 gives 1 to two names. */
function repeats(items: readonly Node[]): number {
  const keys = items.flatMap((item) =>
    isNamed(item) ? eachName(item).map(({ value }) => keyOf(value)) : [keyOf(item)],
  );
  return keys.length - new Set(keys).size;
}

function isRatio(node: Node): boolean {
  return node.kind === 'tuple' && node.ratio === true;
}

/** 1:2:3 and (1, 2, 3), of which only the second says how large the parts are. */
function compareRatioWithList(gold: Node, prediction: Node, context: Context, compare: Compare): Outcome {
  const [a, b] = [asList(gold, context), asList(prediction, context)];
  if (a === null || b === null) return found(context, 'different', 'a proportion and something else');
  const outcome = compareRatios(a.items, b.items, context, compare);
  return outcome === 'equal' ? found(context, 'undecided', 'a proportion and a list of its parts') : outcome;
}

function isZero(node: Node): boolean {
  return node.kind === 'number' && node.value.n === 0n;
}

/** a:b:c and d:e:f: ae = bd and af = cd, where a and d are not 0. */
function compareRatios(
  gold: readonly Node[],
  prediction: readonly Node[],
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.length !== prediction.length) return found(context, 'different', 'different numbers of parts');
  const lead = gold.findIndex((part) => !isZero(part));
  if (lead === -1 || isZero(prediction[lead]!)) return found(context, 'different', 'other parts are 0');
  const times = (a: Node, b: Node): Node => ({ kind: 'multiply', factors: [a, b] });
  const outcome = allEqual(gold, (part, k) =>
    compare(times(gold[lead]!, prediction[k]!), times(part, prediction[lead]!), context),
  );
  return found(context, outcome, 'the proportions of the parts');
}

/**
 * Pairs up the elements of two sets. Equality is an equivalence, so the first partner that fits will do. Where both sides
 * repeat elements, how often counts: 1, 1, 2 is not 1, 2, 2.
 */
function matchItems(
  gold: readonly Node[],
  prediction: readonly Node[],
  context: Context,
  compare: Compare,
): Outcome {
  const matched = new Set<number>();
  let undecided = false;
  for (const item of prediction) {
    let fits = false;
    for (const [k, other] of gold.entries()) {
      const outcome = compare(other, item, context);
      if (outcome === 'undecided') undecided = true;
      if (outcome !== 'equal') continue;
      fits = true;
      matched.add(k);
      break;
    }
    if (!fits)
      return found(context, undecided ? 'undecided' : 'different', 'an element is not in the other set');
  }
  if (!context.options.requireAll && matched.size > 0)
    return found(context, 'equal', 'some of the required elements');
  // An element may be written twice in different forms: it counts as found when it equals one that is.
  const missing = gold.filter((_, k) => !matched.has(k));
  const outcomes = missing.map((item) =>
    anyEqual([...matched], context, (k) => compare(gold[k]!, item, context)),
  );
  const outcome = allEqual(outcomes, (each) => each);
  if (outcome === 'equal' && missing.length > 0 && matched.size < prediction.length) {
    const often = allEqual([...matched], (k) => {
      const countIn = (items: readonly Node[]): number =>
        items.filter((item) => compare(gold[k]!, item, context) === 'equal').length;
      return countIn(gold) === countIn(prediction) ? 'equal' : 'different';
    });
    if (often !== 'equal') return found(context, often, 'an element is repeated another number of times');
  }
  return found(context, outcome, outcome === 'equal' ? 'the same elements' : 'different elements');
}

/** Compares two sets of reals piece by piece. */
export function compareRegions(
  gold: Region,
  prediction: Region,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.length !== prediction.length) return found(context, 'different', 'sets with different pieces');
  const outcome = allEqual(gold, (piece, k) => {
    const other = prediction[k]!;
    const open = piece.low.closed === other.low.closed && piece.high.closed === other.high.closed;
    if (!open) return 'different';
    return allEqual([piece.low, piece.high], (end, side) => {
      const partner = side === 0 ? other.low : other.high;
      return end.infinite === partner.infinite ? compare(end.node, partner.node, context) : 'different';
    });
  });
  return found(context, outcome, 'sets of real numbers compared piece by piece');
}

type Operation = Node & { kind: 'setop' };

function compareOperands(
  gold: Operation,
  prediction: Operation,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.name !== 'difference') return matchItems(gold.parts, prediction.parts, context, compare);
  if (gold.parts.length !== prediction.parts.length)
    return found(context, 'different', 'different set operations');
  return allEqual(gold.parts, (part, k) => compare(part, prediction.parts[k]!, context));
}

/** A predicted relation that is not solved: no answer, though it may say the same as a gold set. */
export function compareUnsolved(gold: Node, solved: Outcome, context: Context): Outcome {
  if (solved === 'equal')
    return found(context, 'undecided', 'the relation says the same as the set, and is not solved');
  const isDifferent = solved === 'different' || (isCollection(gold) && regionOf(gold, context) !== null);
  return isDifferent ? solved : found(context, 'different', 'a relation is not a solved answer');
}
