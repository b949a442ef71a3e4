// Proves that two relations hold at the same points, wherever both have a meaning: as multiples of each other, because
// one solves the other, after logarithms are undone or denominators cleared, or case by case.
import { childrenOf, type Node, number, type RelationNode, type RelationOperator, relation } from './ast.ts';
import type { Context } from './context.ts';
import { exactValue } from './exact.ts';
import { minus } from './kinks.ts';
import { normalDifference } from './normal-form.ts';
import { sameFunction } from './probe.ts';
import { sharedSymbols } from './probe-set.ts';
import { proportion } from './proportion.ts';
import { compare, oneRational, zeroRational } from './rational.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';

const mirrored: Partial<Record<RelationOperator, RelationOperator>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Whether a relation of numbers, which hold as well of the sides' difference and 0. */
export function isOrder(operator: RelationOperator): boolean {
  return /^(?:=|!=|<|>|<=|>=)$/.test(operator);
}

/** The operator that says the same with the sides exchanged. */
export function turned(operator: RelationOperator): RelationOperator {
  return mirrored[operator] ?? operator;
}

/** Why two relations of two sides each are the same, in words; null where that is not proved. */
export function provedSame(gold: RelationNode, prediction: RelationNode, context: Context): string | null {
  const [operator, other] = [gold.operators[0]!, prediction.operators[0]!];
  // Membership and inclusion are about no difference of their sides, and do not hold the other way round.
  if (!isOrder(operator)) return null;
  const [a, b] = [differenceOf(gold), differenceOf(prediction)];
  const sign = proportion(a, b, context);
  if (sign !== null && operator === (sign > 0 ? other : turned(other)))
    return 'one relation is a multiple of the other';
  if (operator !== other || (operator !== '=' && operator !== '!=')) return null;
  if (operator === '=' && (isSolvedBy(gold, prediction, context) || isSolvedBy(prediction, gold, context)))
    return 'one equation solves the other for a variable';
  const [left, right] = [cleared(a), cleared(b)];
  if ((left !== a || right !== b) && proportion(left, right, context) !== null)
    return 'the same without denominators';
  const [undone, undone2] = [withoutLogarithm(gold, context), withoutLogarithm(prediction, context)];
  return undone === gold && undone2 === prediction ? null : provedSame(undone, undone2, context);
}

function differenceOf(node: RelationNode): Node {
  return minus(node.parts[0]!, node.parts[1]!);
}

const zero = number(zeroRational);
const one = number(oneRational);

/** Whether v = g gives exactly the solutions of the other equation: it is linear in v, and g solves it. */
function isSolvedBy(solved: RelationNode, other: RelationNode, context: Context): boolean {
  const [left, right] = [solved.parts[0]!, solved.parts[1]!];
  if (left.kind !== 'symbol' || symbolsOf(right).has(left.name)) return false;
  if (sharedSymbols(solved, other).length < 2 || !symbolsOf(other).has(left.name)) return false;
  const curve = differenceOf(other);
  const at = (value: Node): Node | null => substituted(curve, new Map([[left.name, value]]));
  const [rest, atOne, put] = [at(zero), at(one), at(right)];
  if (rest === null || atOne === null || put === null) return false;
  if (sameFunction(put, zero, context) !== 'equal') return false;
  const slope = normalDifference(atOne, rest, context.budget)?.node ?? minus(atOne, rest);
  const line: Node = { kind: 'add', terms: [rest, { kind: 'multiply', factors: [slope, left] }] };
  return isApartFromZero(slope, right, context) && sameFunction(curve, line, context) === 'equal';
}

const maxPower = 3;

/** Whether a slope is zero only where a denominator of the solution is, too. */
function isApartFromZero(slope: Node, solution: Node, context: Context): boolean {
  if (isNeverZero(slope, context)) return true;
  for (const bottom of denominators(solution)) {
    for (let k = 1; k <= maxPower; k += 1) {
      const factors = Array.from({ length: k }, () => bottom);
      if (proportion(slope, { kind: 'multiply', factors }, context) !== null) return true;
    }
  }
  return false;
}

function denominators(node: Node): Node[] {
  const own = node.kind === 'divide' ? [node.bottom] : [];
  return [...own, ...childrenOf(node).flatMap(denominators)];
}

/** A constant other than zero, however it is written; powers of positive constants. */
function isNeverZero(node: Node, context: Context): boolean {
  if (symbolsOf(node).size === 0) {
    const value = exactValue(node, context.budget);
    return value !== null && value.n !== 0n;
  }
  // The same value everywhere, however many symbols it is written with.
  const at = new Map([...symbolsOf(node)].map((name) => [name, one as Node]));
  const constant = substituted(node, at);
  const value = constant && exactValue(constant, context.budget);
  if (value !== null && value.n !== 0n && sameFunction(node, number(value), context) === 'equal') return true;
  return node.kind === 'power' && isPositiveConstant(node.base, context);
}

function isPositiveConstant(node: Node, context: Context): boolean {
  if (node.kind === 'constant') return node.name === 'e' || node.name === 'pi';
  const value = symbolsOf(node).size === 0 ? exactValue(node, context.budget) : null;
  return value !== null && value.n > 0n;
}

/** A sum of quotients times its denominators; the node itself where it has none. */
function cleared(node: Node): Node {
  const bottoms = termsOf(node).flatMap((term) => (term.kind === 'divide' ? [term.bottom] : []));
  const factors = bottoms.filter((bottom) => symbolsOf(bottom).size > 0);
  return factors.length === 0 ? node : { kind: 'multiply', factors: [...factors, node] };
}

function termsOf(node: Node): readonly Node[] {
  if (node.kind === 'add') return node.terms.flatMap(termsOf);
  return node.kind === 'negate' ? termsOf(node.value) : [node];
}

/** u = b^v for log_b u = v. */
function withoutLogarithm(node: RelationNode, context: Context): RelationNode {
  if (node.operators[0] !== '=') return node;
  for (const [k, side] of node.parts.entries()) {
    const logarithm = scaledLogarithm(side);
    if (logarithm === null) continue;
    const { call, factor } = logarithm;
    const base: Node = call.name === 'ln' ? { kind: 'constant', name: 'e' } : call.args[1]!;
    if (!isBase(base, context)) continue;
    const other = node.parts[1 - k]!;
    const exponent: Node = factor === null ? other : { kind: 'divide', top: other, bottom: factor };
    return relation(['='], [call.args[0]!, { kind: 'power', base, exponent }]);
  }
  return node;
}

type Call = Node & { kind: 'call' };

/** A logarithm, or a number times one. */
function scaledLogarithm(node: Node): { call: Call; factor: Node | null } | null {
  if (node.kind === 'call' && node.known && (node.name === 'ln' || node.name === 'log'))
    return { call: node, factor: null };
  if (node.kind === 'negate') {
    const inner = scaledLogarithm(node.value);
    return inner && { call: inner.call, factor: { kind: 'negate', value: inner.factor ?? one } };
  }
  if (node.kind !== 'multiply' || node.factors.length !== 2) return null;
  const [factor, inner] = node.factors as [Node, Node];
  const found = factor.kind === 'number' && factor.value.n !== 0n ? scaledLogarithm(inner) : null;
  return found === null || found.factor !== null ? null : { call: found.call, factor };
}

function isBase(node: Node, context: Context): boolean {
  if (!isPositiveConstant(node, context)) return false;
  const value = exactValue(node, context.budget);
  return value === null || compare(value, oneRational) !== 0;
}
