// Comparing chains of relations part by part, and statements about numbers alone.
import { type RelationNode, relation } from './ast.ts';
import { allEqual, type Compare, type Context, found, type Outcome } from './context.ts';
import { turned } from './relation-proof.ts';
import { isComparison, truthAt } from './relation-truth.ts';
import { symbolsOf } from './walk.ts';

/** Compares chains of equal length as they are written, or one of them read from its end. */
export function compareChains(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  const direct = comparePartwise(gold, prediction, context, compare);
  if (direct === 'equal') return direct;
  const operators = prediction.operators.map(turned).reverse();
  return comparePartwise(gold, relation(operators, [...prediction.parts].reverse()), context, compare);
}

function comparePartwise(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.operators.some((operator, k) => operator !== prediction.operators[k])) return 'undecided';
  return allEqual(gold.parts, (part, k) => compare(part, prediction.parts[k]!, context));
}

/** Whether a relation is about numbers alone: it is true or false, whatever else is. */
export function isStatement(node: RelationNode): boolean {
  return symbolsOf(node).size === 0 && isComparison(node);
}

/** Statements about numbers: 3 < 5 and 5 > 3 are the same, 3 < 5 and 3 < 7 are both true. */
export function compareStatements(
  gold: RelationNode,
  prediction: RelationNode,
  context: Context,
  compare: Compare,
): Outcome {
  if (gold.parts.length === prediction.parts.length) {
    const chain = compareChains(gold, prediction, context, compare);
    if (chain === 'equal') return found(context, 'equal', 'both sides are the same');
  }
  const [a, b] = [gold, prediction].map((side) => truthAt(side, new Map(), context));
  return a != null && b != null && a.holds !== b.holds
    ? found(context, 'different', 'only one of the statements is true')
    : found(context, 'undecided', 'statements about numbers whose sides are not the same');
}
