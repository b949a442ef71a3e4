// Comparing equations, inequalities and chains of them.

import { renameSymbols } from './align.ts';
import { call, type Node, type RelationNode, type RelationOperator, relation } from './ast.ts';
import { compareRegions, isCollection } from './compare-set.ts';
import { complex, isDefined, minus, plus, size } from './complex.ts';
import { allEqual, type Compare, type Context, found, type Outcome } from './context.ts';
import { evaluate } from './evaluate.ts';
import { probeSet, sharedSymbols } from './probe-set.ts';
import { proportion } from './proportion.ts';
import { toNumber } from './rational.ts';
import { solve } from './solve.ts';
import { symbolsOf } from './walk.ts';
import { wholeSymbols } from './whole-symbols.ts';

const mirrored: Partial<Record<RelationOperator, RelationOperator>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Whether a node is an equation or states membership, so that its last part is what the rest equals. */
export function isEquation(node: Node): node is RelationNode {
  return (
    node.kind === 'relation' && node.operators.every((operator) => operator === '=' || operator === 'in')
  );
}

/** Whether an expression only names something: x, AB, |AB|, f(x), (p, q), A:B. */
function isName(node: Node): boolean {
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

/** a = b = ... = z with a name in front is a = z. */
export function shortened(node: Node): Node {
  if (!isAssignment(node) || node.parts.length < 3) return node;
  return relation([node.operators[0]!], [node.parts[0]!, lastOf(node)]);
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
    const pair = comparePairs(gold, sameDummies(gold, prediction), context, compare);
    if (pair !== null) return pair;
  } else if (gold.parts.length === prediction.parts.length) {
    const chain = compareChains(gold, prediction, context, compare);
    if (chain === 'equal') return found(context, 'equal', 'the same chain of relations');
  }
  return compareSolutions(gold, prediction, context, compare);
}

// f(x) = x^2 and f(t) = t^2 define the same function: the argument is a dummy.
function sameDummies(gold: RelationNode, prediction: RelationNode): RelationNode {
  const [left, other] = [gold.parts[0]!, prediction.parts[0]!];
  if (left.kind !== 'call' || other.kind !== 'call' || left.known || other.known) return prediction;
  if (left.name !== other.name || left.args.length !== other.args.length) return prediction;
  const names = new Map<string, string>();
  for (const [k, arg] of other.args.entries()) {
    const target = left.args[k]!;
    if (arg.kind !== 'symbol' || target.kind !== 'symbol') return prediction;
    names.set(arg.name, target.name);
  }
  const parts = [call(left.name, left.args, false), renameSymbols(prediction.parts[1]!, names)];
  return relation(prediction.operators, parts);
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
  const memberLike = [operator, other].every((op) => op === '=' || op === 'in');
  if (operator === other || memberLike) {
    const same = compare(left, left2, context) === 'equal' && compare(right, right2, context) === 'equal';
    if (same) return found(context, 'equal', 'both sides are the same');
    if ([left, right, left2, right2].some(isCollection)) return null;
  }
  if (/^(in|notin|subset|superset)$/.test(operator) || /^(in|notin|subset|superset)$/.test(other)) {
    return operator === other ? found(context, 'different', 'different memberships') : null;
  }
  const sign = proportion(difference(gold), difference(prediction), context);
  if (
    sign !== null &&
    operator === (sign > 0 || operator === '=' || operator === '!=' ? other : mirrored[other])
  ) {
    return found(context, 'equal', 'one relation is a multiple of the other');
  }
  if (
    operator === '=' &&
    other === '=' &&
    (sameCurve(gold, prediction, context) || sameCurve(prediction, gold, context))
  ) {
    return found(context, 'equal', 'one equation solves the other for a variable');
  }
  return null;
}

function difference(node: RelationNode): Node {
  return { kind: 'add', terms: [node.parts[0]!, { kind: 'negate', value: node.parts[1]! }] };
}

function compareChains(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  const direct = comparePartwise(gold, prediction, context, compare);
  if (direct === 'equal') return direct;
  const operators = prediction.operators.map((operator) => mirrored[operator] ?? operator).reverse();
  return comparePartwise(gold, relation(operators, [...prediction.parts].reverse()), context, compare);
}

function comparePartwise(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.operators.some((operator, k) => operator !== prediction.operators[k])) return 'different';
  return allEqual(gold.parts, (part, k) => compare(part, prediction.parts[k]!, context));
}

function compareSolutions(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  if (sharedSymbols(gold, prediction).length !== 1) return found(context, 'different', 'different relations');
  const left = solve(gold, context);
  const right = left && solve(prediction, context);
  if (left === null || right === null) return found(context, 'different', 'different relations');
  const outcome = compareRegions(left, right, context, compare);
  return found(context, outcome, outcome === 'equal' ? 'the same solutions' : 'different solutions');
}

const noiseScale = 1e-9;

/** Whether v = g(...) lies on the other equation everywhere, which is itself linear in v. */
function sameCurve(solved: RelationNode, other: RelationNode, context: Context): boolean {
  const [left, right] = [solved.parts[0]!, solved.parts[1]!];
  if (left.kind !== 'symbol' || symbolsOf(right).has(left.name)) return false;
  const names = sharedSymbols(solved, other);
  if (names.length < 2 || !symbolsOf(other).has(left.name)) return false;
  const curve = difference(other);
  let agreements = 0;
  const { points } = probeSet(curve, right, wholeSymbols(curve, right), context);
  for (const place of points) {
    const point = {
      values: new Map([...place].map(([name, value]) => [name, complex(toNumber(value), 0, 0)])),
    };
    const at = (value: ReturnType<typeof complex>) =>
      evaluate(curve, { values: new Map(point.values).set(left.name, value) }, context.budget);
    const root = evaluate(right, point, context.budget);
    const [zero, y0, y1, y2] = [at(root), at(complex(0)), at(complex(1)), at(complex(2))];
    if (![zero, y0, y1, y2].every(isDefined)) continue;
    const scale = Math.max(size(y0), size(y1), size(y2));
    const slope = size(plus(y1, minus(y0)));
    const bend = size(plus(plus(y2, y0), minus(plus(y1, y1))));
    const noise = noiseScale * scale * Math.max(1, size(root));
    if (size(zero) > noise || bend > noiseScale * scale || slope < noiseScale * scale) return false;
    agreements += 1;
  }
  return agreements >= 3;
}
