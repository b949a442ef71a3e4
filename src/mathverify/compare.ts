// The comparison of two values: decides what kind of comparison they call for, and makes it.
import { alignApplications, foldCase, renamings } from './align.ts';
import { solutionsOf } from './alternatives.ts';
import { type BinderNode, childrenOf, isCollection, type Node, type RelationNode, relation } from './ast.ts';
import { inBases } from './bases.ts';
import { compareDecimals, compareInfinite } from './compare-number.ts';
import {
  compareRelations,
  compareSystems,
  isAssignment,
  isEquation,
  isName,
  isSystem,
  lastOf,
} from './compare-relation.ts';
import { chainBeside, compareRegions, compareSets, compareUnsolved } from './compare-set.ts';
import { isWords, spelling } from './compare-text.ts';
import { compareUnits } from './compare-unit.ts';
import { conclusionOf, holdsWhere, shortened } from './conclusion.ts';
import { allEqual, anyEqual, type Context, found, type Outcome } from './context.ts';
import { keyOf } from './key.ts';
import { withCommonLabels } from './labels.ts';
import { areInequalities, filledIn, leavesOut, leavesOutBetween } from './lists.ts';
import { isWorkedOut } from './matrix.ts';
import { equalOtherwise } from './other-readings.ts';
import { compareParametrised } from './parameters.ts';
import { isInfinite } from './polynomial-samples.ts';
import { prepare } from './prepare.ts';
import { sameFunction } from './probe.ts';
import { regionOf } from './region.ts';
import { compareCongruences, isSameFamily } from './residues.ts';
import { compareBuilders, enumerated, isBuilder } from './set-builder.ts';
import { hasFreeSigns, withSigns } from './signs.ts';
import { solve } from './solve.ts';
import { compareMultiples, withoutPointNames } from './vectors.ts';
import { functionsOf, someNode } from './walk.ts';

/** Whether the prediction means the same as the gold answer. Gold and prediction are not interchangeable. */
export function compareAnswers(gold: Node, prediction: Node, context: Context): Outcome {
  if (!hasFreeSigns(gold) && !hasFreeSigns(prediction)) return compareRead(gold, prediction, context);
  const [together, apart] = [false, true].map((free) =>
    compareRead(withSigns(gold, free), withSigns(prediction, free), context),
  ) as [Outcome, Outcome];
  return together === apart
    ? apart
    : found(context, 'undecided', 'the signs may be the same everywhere, or each another');
}

function compareRead(gold: Node, prediction: Node, context: Context): Outcome {
  const [left, right] = withCommonLabels(
    ...withoutPointNames(readied(gold, context), readied(prediction, context)),
  );
  const [a, b] = alignApplications(...foldCase(left, right));
  const outcome = context.options.strict
    ? compareValues(a, b, context)
    : anyEqual([b, ...renamings(a, b)], context, (candidate) => compareValues(a, candidate, context));
  return outcome === 'equal' ? outcome : (equalOtherwise(left, right, context, compareValues) ?? outcome);
}

function readied(node: Node, { options, budget }: Context): Node {
  return prepare(options.numberBases ? inBases(node) : node, budget);
}

function compareValues(first: Node, second: Node, context: Context): Outcome {
  context.budget.charge();
  const [gold, prediction] = [asListBeside(first, second), asListBeside(second, first)];
  const residues = compareCongruences(gold, prediction, context, compareValues);
  if (residues !== null) return residues;
  if (
    (isSystem(gold) && prediction.kind === 'relation') ||
    (gold.kind === 'relation' && isSystem(prediction))
  ) {
    const outcome = compareSystems(gold, prediction, context);
    if (outcome !== null) return outcome;
  }
  const plain = (value: Node, beside: Node): Node =>
    shortened(oneEquation(concluded(enumerated(value, beside, context), context)));
  const [a, b] = withoutNames(plain(gold, prediction), plain(prediction, gold));
  if (a === b || (a.kind === b.kind && keyOf(a) === keyOf(b)))
    return found(context, 'equal', 'the same expression', 'exact');
  const parameter = compareParametrised(a, b, context, compareValues);
  if (parameter !== null) return parameter;
  const built = compareBuilders(a, b, context, compareValues);
  if (built !== null) return built;
  const measured = compareUnits(a, b, context, compareValues);
  if (measured !== null) return measured;
  if (a.kind === 'relation' && b.kind === 'relation') return compareRelations(a, b, context, compareValues);
  if (areInequalities(a) || areInequalities(b)) return compareAlternatives(a, b, context);
  if (a.kind === 'relation') return compareSolved(a, b, context);
  if (b.kind === 'relation') {
    return context.options.allowSetRelation || b.set
      ? compareSolved(b, a, context)
      : compareUnsolved(a, compareSolved(b, a, context), context);
  }
  if (isCollection(a) || isCollection(b))
    return (
      compareMultiples(a, b, context, compareValues) ??
      matrixAsTuple(a, b, context) ??
      matrixAsRows(a, b, context) ??
      matrixAsRows(b, a, context) ??
      compareCollections(a, b, context)
    );
  if (a.kind === 'matrix' || b.kind === 'matrix') return compareMatrices(a, b, context);
  return compareScalars(a, b, context);
}

/** 3,14 beside a list is a list of two numbers, and x = y = 2 beside a point a list of two equations. */
function asListBeside(node: Node, other: Node): Node {
  if (node.kind === 'relation') return chainBeside(node, vectorOf(other) ?? other);
  if (node.kind !== 'number' || node.list === undefined) return node;
  const isList = (value: Node): boolean =>
    value.kind === 'relation'
      ? isEquation(value) && isList(lastOf(value))
      : isCollection(value) || isBuilder(value) || vectorOf(value) !== null;
  return isList(other) ? node.list : node;
}

function concluded(value: Node, context: Context): Node {
  const areSame = (one: Node, other: Node): boolean => compareValues(one, other, context) === 'equal';
  return conclusionOf(value, (one, last) => areSame(one, last) || holdsWhere(one, last, areSame));
}

/** {x = 1, x = 2} is x = {1, 2}. */
function oneEquation(node: Node): Node {
  if (node.kind !== 'set' || node.items.length < 2) return node;
  const equations = node.items.filter(
    (item): item is RelationNode => item.kind === 'relation' && item.parts.length === 2,
  );
  if (equations.length !== node.items.length || !equations.every((item) => item.operators[0] === '='))
    return node;
  const left = equations[0]!.parts[0]!;
  const key = keyOf(left);
  if (!isAssignment(equations[0]!) || !equations.every((item) => keyOf(item.parts[0]!) === key)) return node;
  const values = equations.flatMap((item) =>
    item.parts[1]!.kind === 'set' ? item.parts[1]!.items : [item.parts[1]!],
  );
  return relation(['='], [left, { kind: 'set', items: values }]);
}

/** An answer given as "x = value" is its value where the other side is no equation. */
function withoutNames(gold: Node, prediction: Node): [Node, Node] {
  // {x : x^2 = 4} is no name of 4.
  if ([gold, prediction].some((side) => side.kind === 'relation' && side.set)) return [gold, prediction];
  if (isEquation(prediction) && !isEquation(gold) && !namesOther(gold, prediction.parts[0]!)) {
    if ((gold as Node).kind === 'relation' && !namesUnknown(prediction)) return [gold, prediction];
    return [gold, lastOf(prediction)];
  }
  if (
    isAssignment(gold) &&
    !isEquation(prediction) &&
    ((prediction as Node).kind !== 'relation' || isCollection(lastOf(gold))) &&
    !namesOther(prediction, gold.parts[0]!)
  )
    return [lastOf(gold), prediction];
  return [gold, prediction];
}

/** Whether a list of equations names something else: a = 2, b = 3 beside a = 2, 3. */
function namesOther(node: Node, name: Node): boolean {
  return (
    (name.kind === 'symbol' || name.kind === 'call') &&
    node.kind === 'set' &&
    node.items.some((item) => isEquation(item) && isAssignment(item) && keyOf(item.parts[0]!) !== keyOf(name))
  );
}

/** x = S or x in S beside an inequality; |x| = x is not that. */
function namesUnknown({ parts }: RelationNode): boolean {
  const [left, right] = [parts[0]!, parts[parts.length - 1]!];
  return left.kind !== 'call' && !someNode(right, (inner) => keyOf(inner) === keyOf(left)) && isName(left);
}

/** Inequalities side by side against whatever else names real numbers. */
function compareAlternatives(gold: Node, prediction: Node, context: Context): Outcome {
  const [left, right] = [solutionsOf(gold, context), solutionsOf(prediction, context)];
  if (left !== null && right !== null) return compareRegions(left, right, context, compareValues);
  if (isCollection(gold) && isCollection(prediction) && isChoice(gold) === isChoice(prediction))
    return compareSets(gold, prediction, context, compareValues);
  return found(context, 'undecided', 'the inequalities could not be solved');
}

/** Whether of a list of inequalities one has to hold. */
function isChoice(node: Node): boolean {
  return node.kind === 'set' && node.or === true;
}

/** A relation against a set: by its solutions. */
function compareSolved(unsolved: RelationNode, set: Node, context: Context): Outcome {
  const solutions = solve(unsolved, context);
  if (solutions === null) return found(context, 'undecided', 'the relation could not be solved');
  const region = isCollection(set)
    ? regionOf(set, context)
    : regionOf({ kind: 'set', items: [set] }, context);
  if (region === null)
    return found(context, 'undecided', 'a relation and something that is not a set of numbers');
  return compareRegions(solutions, region, context, compareValues);
}

function compareCollections(first: Node, second: Node, context: Context): Outcome {
  const [gold, prediction] = [filledIn(first), filledIn(second)];
  const outcome = compareSets(gold, prediction, context, compareValues);
  const isOpen =
    (leavesOut(gold) && leavesOut(prediction)) ||
    (leavesOutBetween(gold) && isCollection(prediction)) ||
    (isCollection(gold) && leavesOutBetween(prediction));
  if (outcome === 'different' && isOpen)
    return found(context, 'undecided', 'elements are left out, and it is not certain which');
  return outcome === 'equal' ? outcome : (compareSystems(gold, prediction, context) ?? outcome);
}

/** A row or column of a matrix is a vector, as a tuple is. */
function matrixAsTuple(gold: Node, prediction: Node, context: Context): Outcome | null {
  const [a, b] = [vectorOf(gold), vectorOf(prediction)];
  if (a === null && b === null) return null;
  return compareSets(a ?? gold, b ?? prediction, context, compareValues);
}

/** [[1, 2], [3, 4]] beside a matrix. */
function matrixAsRows(matrix: Node, list: Node, context: Context): Outcome | null {
  if (matrix.kind !== 'matrix' || !isRow(list)) return null;
  const rows = childrenOf(list);
  if (!rows.every(isRow) || new Set(rows.map((row) => childrenOf(row).length)).size !== 1) return null;
  return compareMatrices(matrix, { kind: 'matrix', rows: rows.map(childrenOf) }, context);
}

function isRow(node: Node): boolean {
  return node.kind === 'tuple' || node.kind === 'interval';
}

function vectorOf(node: Node): Node | null {
  if (node.kind !== 'matrix' || (node.rows.length > 1 && node.rows[0]!.length > 1)) return null;
  return { kind: 'tuple', items: node.rows.flat() };
}

function compareMatrices(a: Node, b: Node, context: Context): Outcome {
  if (a.kind !== 'matrix' || b.kind !== 'matrix')
    return isWorkedOut(a.kind === 'matrix' ? b : a)
      ? found(context, 'different', 'a matrix and a value')
      : found(context, 'undecided', 'a matrix and something that may be one');
  if (a.rows.length !== b.rows.length || a.rows[0]!.length !== b.rows[0]!.length) {
    return found(context, 'different', 'matrices of different shapes');
  }
  const cells = b.rows.flat();
  return found(
    context,
    allEqual(a.rows.flat(), (cell, k) => compareValues(cell, cells[k]!, context)),
    'matrices compared by entries',
  );
}

function compareScalars(a: Node, b: Node, context: Context): Outcome {
  const words = compareWords(a, b, context);
  if (words !== null) return words;
  const infinite = compareInfinite(a, b, context);
  if (infinite !== null) return infinite;
  const rounded = compareDecimals(a, b, context);
  if (rounded !== null) return rounded;
  const outcome = sameFunction(a, b, context);
  if (outcome === 'different' && hasPi(a) && hasPi(b) && isSameFamily(a, b, context.budget))
    return found(context, 'undecided', 'they may be the same for all whole numbers together');
  if (outcome === 'different' && hasDots(a) !== hasDots(b))
    return found(context, 'undecided', 'one side leaves out terms');
  if (outcome !== 'different' || context.exact) return outcome;
  if (isOpaque(a) || isOpaque(b) || functionsOf(a) !== functionsOf(b))
    return found(context, 'undecided', 'one side is not worked out');
  return outcome;
}

function compareWords(a: Node, b: Node, context: Context): Outcome | null {
  if (!isWords(a) && !isWords(b) && !(a.kind === 'symbol' && b.kind === 'symbol')) return null;
  const [left, right] = [spelling(a), spelling(b)];
  return found(context, left !== null && left === right ? 'equal' : 'different', 'names or words');
}

/** What a family of angles has: pi/4 + k pi. */
function hasPi(node: Node): boolean {
  return someNode(node, (inner) => inner.kind === 'constant' && inner.name === 'pi');
}

/** Whether terms or factors are left out: 1 + 2 + ... + n. */
function hasDots(node: Node): boolean {
  return node.kind !== 'symbol' && someNode(node, (inner) => inner.kind === 'symbol' && inner.name === '...');
}

/** Whether a value holds an integral, limit, sum or product that has not been worked out. */
function isOpaque(node: Node): boolean {
  return someNode(
    node,
    (inner) =>
      (inner.kind === 'binder' && !isComputable(inner)) ||
      (inner.kind === 'call' && inner.known && (inner.name === 'det' || inner.name === 'tr')),
  );
}

/** A definite integral over a finite range is computed, or has no value; nothing else is. */
function isComputable({ name, from, to }: BinderNode): boolean {
  return name === 'integral' && from !== null && to !== null && !isInfinite(from) && !isInfinite(to);
}
