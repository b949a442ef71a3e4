// Comparing equations, inequalities and chains of them.
import {
  childrenOf,
  isCollection,
  isNonNumeric,
  type Node,
  number,
  type RelationNode,
  type RelationOperator,
  relation,
  symbol,
} from './ast.ts';
import { provedByCases } from './case-proof.ts';
import { compareChains, compareStatements, isStatement } from './compare-chain.ts';
import { withSameDummies } from './compare-dummies.ts';
import { compareRegions } from './compare-set.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { exactValue } from './exact.ts';
import { keyOf } from './key.ts';
import { sharedSymbols } from './probe-set.ts';
import { integer, oneRational, rational } from './rational.ts';
import { contains, placesIn } from './region.ts';
import { isOrder, provedSame, turned } from './relation-proof.ts';
import { indicatorOf, isComparison } from './relation-truth.ts';
import { counterexample } from './relation-witness.ts';
import { isSameFamily } from './residues.ts';
import { solve } from './solve.ts';
import { functionsOf, rewrite, someNode, symbolsOf } from './walk.ts';
import { isCustomarilyWhole, wholeSymbols } from './whole-symbols.ts';
import { witnessOfTruth } from './witness.ts';

/** Whether a node is an equation or states membership, so that its last part is what the rest equals. */
export function isEquation(node: Node): node is RelationNode {
  return (
    node.kind === 'relation' && node.operators.every((operator) => operator === '=' || operator === 'in')
  );
}

/** Whether an expression only names something: x, AB, |AB|, f(x), (p, q), A:B. */
export function isName(node: Node): boolean {
  switch (node.kind) {
    case 'symbol':
    case 'text':
      return true;
    case 'constant':
      return node.name === 'e' || node.name === 'i';
    case 'multiply':
      return node.factors.every(isName);
    case 'divide':
      return isName(node.top) && isName(node.bottom);
    case 'call':
      return !node.known || (node.name === 'abs' && isName(node.args[0]!));
    case 'tuple':
    case 'set':
      return node.items.length > 0 && node.items.every(isName);
    case 'interval':
      return isName(node.low) && isName(node.high);
    case 'setop':
      return node.parts.every(isName);
    default:
      return false;
  }
}

/** An equation whose left side is a name, or plain arithmetic that its right side is the result of. */
export function isAssignment(node: Node): node is RelationNode {
  if (!isEquation(node)) return false;
  return isName(node.parts[0]!) || node.parts.every((part) => symbolsOf(part).size === 0);
}

export function lastOf(node: RelationNode): Node {
  return node.parts[node.parts.length - 1]!;
}

/** Compares two relations. */
export function compareRelations(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.parts.length === 2 && prediction.parts.length === 2) {
    const [a, b] = withSameDummies(oriented(gold), oriented(prediction));
    const pair = comparePairs(a, b, context, compare);
    if (pair !== null) return pair;
  } else if (gold.parts.length === prediction.parts.length) {
    const chain = compareChains(gold, prediction, context, compare);
    if (chain === 'equal') return found(context, 'equal', 'the same chain of relations');
  }
  return comparePoints(gold, prediction, context, compare);
}

/** With a symbol on the left where there is one on the right alone; what defines a function stays: f(x) = x. */
function oriented(node: RelationNode): RelationNode {
  const [left, right] = [node.parts[0]!, node.parts[1]!];
  const isDefined = left.kind === 'symbol' || (left.kind === 'call' && !left.known);
  if (right.kind !== 'symbol' || isDefined || !isOrder(node.operators[0]!)) return node;
  return relation(node.operators.map(turned), [right, left]);
}

function comparePairs(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome | null {
  const [operator, other] = [gold.operators[0]!, prediction.operators[0]!];
  const [left, right] = [gold.parts[0]!, gold.parts[1]!];
  const [left2, right2] = [prediction.parts[0]!, prediction.parts[1]!];
  // x = {1, 2} says of x what x in {1, 2} does; a = B is not a in B.
  const isMembership =
    [operator, other].every((op) => op === '=' || op === 'in') && [right, right2].some(isCollection);
  if ((operator === other || isMembership) && compare(left, left2, context) === 'equal') {
    const outcome = compare(right, right2, context);
    if (outcome === 'equal') return found(context, 'equal', 'both sides are the same');
    if (outcome === 'different' && isDefinition(gold) && isDefinition(prediction))
      return isFamily(gold, prediction, context) ? found(context, 'undecided', family) : outcome;
  }
  if (operator !== converse[other]) return null;
  const same = compare(left, right2, context) === 'equal' && compare(right, left2, context) === 'equal';
  return same ? found(context, 'equal', 'the same inclusion') : null;
}

const converse: Partial<Record<RelationOperator, RelationOperator>> = {
  subset: 'superset',
  superset: 'subset',
};
const family = 'they may be the same for all whole numbers together';

/** A name and what it is, is below, or is in: different values make it another statement. */
function isDefinition(node: RelationNode): boolean {
  const [left, right] = [node.parts[0]!, node.parts[1]!];
  const operator = node.operators[0]!;
  if (!isOrder(operator) && operator !== 'in' && operator !== 'notin') return false;
  if (left.kind === 'call' && !left.known) return true;
  if (left.kind === 'symbol') return !symbolsOf(right).has(left.name);
  return isName(left) && symbolsOf(right).size === 0;
}

/**
 * Whether the relations may stand for all whole numbers that a symbol can be: x = pi/2 + 2k pi and x = pi/2 - 2k pi, or
 * n = 2k and n = 2m. No single point tells such families apart.
 */
function isFamily(gold: RelationNode, prediction: RelationNode, { budget }: Context): boolean {
  const [own, others] = [symbolsOf(gold), symbolsOf(prediction)];
  const isAlone = [...own, ...others].some(
    (name) => /^[jklmn](?:_|'|$)/.test(name) && !(own.has(name) && others.has(name)),
  );
  return isAlone || isSameFamily(lastOf(gold), lastOf(prediction), budget);
}

/** By the points at which each holds: solved, proved case by case, or told apart by one point. */
function comparePoints(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  const names = sharedSymbols(gold, prediction);
  // f(x) = 1 is not g(x) = 1.
  const solved =
    names.length === 1 && functionsOf(gold) === functionsOf(prediction)
      ? compareSolutions(gold, prediction, names[0]!, context, compare)
      : null;
  if (solved !== null) return solved;
  if (isStatement(gold) && isStatement(prediction))
    return compareStatements(gold, prediction, context, compare);
  if (gold.parts.length === 2 && prediction.parts.length === 2 && isReal(gold) && isReal(prediction)) {
    const reason = provedSame(gold, prediction, context);
    if (reason !== null) return found(context, 'equal', reason, 'exact');
  }
  const [a, b] = withUnknownFunction(gold, prediction);
  if (!isComparison(a) || !isComparison(b)) return found(context, 'undecided', notTold);
  const whole = wholeSymbols(a, b);
  const proof = provedByCases(indicatorOf(a), indicatorOf(b), whole, context.budget);
  if (proof.proved) return found(context, 'equal', sameInCases(proof.cases), 'exact');
  if (isFamily(a, b, context)) return found(context, 'undecided', family);
  const pair = { gold: a, prediction: b, names: sharedSymbols(a, b), whole };
  const counter = counterexample(pair, proof.points, context);
  if (counter === null) return found(context, 'undecided', notTold);
  return found(context, 'different', onlyOne, counter.exact ? 'exact' : 'computed', counter.witness);
}

/** Relations of several unknowns that hold together: by their common solutions; null where there are none. */
export function compareSystems(gold: Node, prediction: Node, context: Context): Outcome | null {
  const [a, b] = [systemOf(gold), systemOf(prediction)];
  if (a === null || b === null || sharedSymbols(gold, prediction).length < 2) return null;
  const proof = provedByCases(a, b, wholeSymbols(a, b), context.budget);
  if (proof.proved) return found(context, 'equal', sameInCases(proof.cases), 'exact');
  for (const point of proof.points) {
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left !== null && right !== null && left.n !== right.n)
      return found(context, 'different', onlyOne, 'exact', witnessOfTruth(point, left.n !== 0n));
  }
  return found(context, 'undecided', notTold);
}

/** 1 where all relations of a list hold, or any of alternatives, else 0; null for anything else. */
function systemOf(node: Node): Node | null {
  if (!isSystem(node) && node.kind !== 'relation') return null;
  const relations = node.kind === 'relation' ? [node] : childrenOf(node).filter(isRelation);
  if (!relations.every(isComparison)) return null;
  const hold = relations.map(indicatorOf);
  if (node.kind !== 'setop') return { kind: 'multiply', factors: hold };
  return notOf({ kind: 'multiply', factors: hold.map(notOf) });
}

function notOf(indicator: Node): Node {
  return { kind: 'add', terms: [number(oneRational), { kind: 'negate', value: indicator }] };
}

/** Relations of which all hold, or one of several. */
export function isSystem(node: Node): boolean {
  const isList = node.kind === 'set' || node.kind === 'tuple';
  return (isList || (node.kind === 'setop' && node.name === 'union')) && childrenOf(node).every(isRelation);
}

function isRelation(node: Node): node is RelationNode {
  return node.kind === 'relation';
}

function sameInCases(cases: number): string {
  return `the same in each of ${cases} cases`;
}

const notTold = 'neither proved to be the same nor told apart by a point';
const onlyOne = 'only one of the relations holds at a point';

function isReal(node: RelationNode): boolean {
  return !someNode(node, (inner) => isNonNumeric(inner) || inner.kind === 'quantity');
}

/** An unknown function that is applied to one and the same argument is as good as a symbol. */
function withUnknownFunction(gold: RelationNode, prediction: RelationNode): [RelationNode, RelationNode] {
  const applied = new Map<string, string>();
  for (const node of [gold, prediction])
    someNode(node, (inner) => {
      if (inner.kind === 'call' && !inner.known) applied.set(keyOf(inner), inner.name);
      return false;
    });
  const [name] = applied.values();
  if (applied.size !== 1 || sharedSymbols(gold, prediction).includes(name!)) return [gold, prediction];
  const named = (node: RelationNode): RelationNode =>
    rewrite(node, (inner) => (inner.kind === 'call' && !inner.known ? symbol(name!) : inner)) as RelationNode;
  return [named(gold), named(prediction)];
}

/** By the solutions of both in their only unknown; null where they are not known. */
function compareSolutions(
  gold: RelationNode,
  prediction: RelationNode,
  name: string,
  context: Context,
  compare: Compare,
): Outcome | null {
  const left = solve(gold, context);
  const right = left && solve(prediction, context);
  if (left === null || right === null || left.length + right.length === 0) return null;
  const outcome = compareRegions(left, right, context, compare);
  if (outcome === 'undecided') return null;
  if (outcome === 'equal') return found(context, outcome, 'the same solutions', 'exact');
  const places = [...placesIn([...left, ...right]), ...[0, 1, -1].map(integer)];
  const whole = isCustomarilyWhole(name);
  const candidates = whole
    ? places.flatMap(({ n, d }) => [integer(0), rational(n / d), rational(n / d + 1n), rational(n / d - 1n)])
    : places;
  const place = candidates.find((value) => contains(left, value) !== contains(right, value));
  if (place === undefined)
    return whole ? found(context, 'undecided', notTold) : found(context, 'different', 'different solutions');
  const witness = witnessOfTruth(new Map([[name, place]]), contains(left, place));
  return found(context, 'different', 'different solutions', 'exact', witness);
}
