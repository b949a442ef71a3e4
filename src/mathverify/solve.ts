// Solves relations in one unknown that are linear or quadratic, with or without bars, into sets of real numbers.
import { type Node, number, type RelationNode, type RelationOperator, symbol } from './ast.ts';
import type { Context } from './context.ts';
import { keyOf } from './key.ts';
import { formOf } from './normal-form.ts';
import { satisfies } from './piecewise.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import {
  complement,
  type End,
  endAt,
  highest,
  intersection,
  lowest,
  point,
  type Region,
  rationalEnd,
  regionOf,
  union,
  wholeLine,
} from './region.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

const flipped: Partial<Record<RelationOperator, RelationOperator>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '=': '=',
  '!=': '!=',
};

/** The solutions of a relation in its only unknown, or null when it has another number of unknowns or is too hard. */
export function solve(relation: RelationNode, context: Context): Region | null {
  const named = applicationsAsUnknown(relation);
  const names = symbolsOf(named);
  if (names.size !== 1) return null;
  const name = [...names][0]!;
  let region: Region = wholeLine;
  for (const [k, operator] of relation.operators.entries()) {
    const part = solvePair(operator, named.parts[k]!, named.parts[k + 1]!, name, context);
    if (part === null) return null;
    region = intersection(region, part);
  }
  return region;
}

// In 0 < f(x) < 1 the unknown is f(x).
function applicationsAsUnknown(relation: RelationNode): RelationNode {
  const keys = new Set<string>();
  someNode(relation, (node) => {
    if (node.kind === 'call' && !node.known) keys.add(keyOf(node));
    return false;
  });
  if (keys.size !== 1) return relation;
  const parts = relation.parts.map((part) =>
    rewrite(part, (node) => (node.kind === 'call' && !node.known ? symbol('unknown') : node)),
  );
  return { ...relation, parts };
}

function solvePair(
  operator: RelationOperator,
  left: Node,
  right: Node,
  name: string,
  context: Context,
): Region | null {
  context.budget.charge();
  if (operator === 'in') return isUnknown(left, name) ? regionOf(right, context) : null;
  if (operator === 'notin') {
    const region = isUnknown(left, name) ? regionOf(right, context) : null;
    return region && complement(region);
  }
  if (flipped[operator] === undefined) return null;
  if (/^!?=$/.test(operator) && isUnknown(left, name) && right.kind === 'set') {
    const region = regionOf(right, context);
    return region && (operator === '=' ? region : complement(region));
  }
  if (isUnknown(left, name)) {
    const end = endAt(right, false, context);
    if (end !== null) return ray(operator, end);
  }
  if (symbolsOf(left).size === 0) {
    return symbolsOf(right).size === 0 ? null : solvePair(flipped[operator]!, right, left, name, context);
  }
  if (left.kind === 'call' && left.name === 'abs' && symbolsOf(right).size === 0) {
    return solveBars(operator, left.args[0]!, right, name, context);
  }
  return solvePolynomial(operator, coefficients(left, right, name, context));
}

function isUnknown(node: Node, name: string): boolean {
  return node.kind === 'symbol' && node.name === name;
}

function ray(operator: RelationOperator, end: End): Region {
  const at = (closed: boolean): End => (end.infinite === 0 ? { ...end, closed } : end);
  switch (operator) {
    case '<':
      return [{ low: lowest, high: at(false) }];
    case '<=':
      return [{ low: lowest, high: at(true) }];
    case '>':
      return [{ low: at(false), high: highest }];
    case '>=':
      return [{ low: at(true), high: highest }];
    case '=':
      return [point(end)];
    default:
      return complement([point(end)]);
  }
}

function solveBars(
  operator: RelationOperator,
  inside: Node,
  bound: Node,
  name: string,
  context: Context,
): Region | null {
  const sign = endAt(bound, true, context);
  if (sign?.value == null || q.compare(sign.value, q.zeroRational) < 0) return null;
  const above = solvePair(operator, inside, bound, name, context);
  const below = solvePair(flipped[operator]!, inside, { kind: 'negate', value: bound }, name, context);
  if (above === null || below === null) return null;
  return operator === '<' || operator === '<=' || operator === '!='
    ? intersection(above, below)
    : union(above, below);
}

/** Coefficients c, b, a of left - right as a polynomial in the unknown of degree two at most, or null. */
function coefficients(
  left: Node,
  right: Node,
  name: string,
  context: Context,
): [Rational, Rational, Rational] | null {
  const form = formOf({ kind: 'add', terms: [left, { kind: 'negate', value: right }] }, context.budget);
  if (form === null) return null;
  const found: [Rational, Rational, Rational] = [q.zeroRational, q.zeroRational, q.zeroRational];
  for (const { factor, atoms } of form.values()) {
    const [atom, ...others] = atoms.values();
    const power = atom?.power ?? 0;
    if (others.length > 0 || power < 0 || power > 2) return null;
    if (atom !== undefined && !isUnknown(atom.node, name)) return null;
    found[power] = factor;
  }
  return found;
}

/** Where c + b x + a x^2 is to 0 as `operator` says; null without coefficients. */
function solvePolynomial(operator: RelationOperator, found: ReturnType<typeof coefficients>): Region | null {
  if (found === null) return null;
  const [c, b, a] = found;
  if (a.n === 0n) {
    if (b.n === 0n) return satisfies(operator, Number(c.n > 0n) - Number(c.n < 0n)) ? wholeLine : [];
    const root = rationalEnd(q.negate(q.divide(c, b)!), false);
    return ray(b.n > 0n ? operator : flipped[operator]!, root);
  }
  const roots = quadraticRoots(a, b, c);
  const zero: Region = roots === null ? [] : union(roots.map(point), []);
  if (operator === '=') return zero;
  if (operator === '!=') return complement(zero);
  const closed = operator === '<=' || operator === '>=';
  const between: Region =
    roots === null ? [] : union([{ low: { ...roots[0]!, closed }, high: { ...roots[1]!, closed } }], []);
  const beyond = closed
    ? complement(between.length === 0 ? [] : union([open(roots!)], []))
    : complement(union(between, zero));
  const wantsNegative = operator === '<' || operator === '<=';
  return wantsNegative === a.n > 0n ? between : beyond;
}

function open(roots: readonly End[]): { low: End; high: End } {
  return { low: { ...roots[0]!, closed: false }, high: { ...roots[1]!, closed: false } };
}

/** Both real roots in increasing order (twice the same when they coincide), or null. */
function quadraticRoots(a: Rational, b: Rational, c: Rational): [End, End] | null {
  const discriminant = q.subtract(q.multiply(b, b), q.multiply(q.integer(4), q.multiply(a, c)));
  if (discriminant.n < 0n) return null;
  const double = q.add(a, a);
  const exact = q.exactRoot(discriminant, 2n);
  const ends = [-1, 1].map((sign): End => {
    if (exact !== null) {
      const top = q.add(q.negate(b), q.multiply(exact, q.integer(sign)));
      return rationalEnd(q.divide(top, double)!, false);
    }
    const root: Node = {
      kind: 'call',
      name: 'root',
      args: [number(discriminant), number(q.integer(2))],
      known: true,
    };
    const top: Node = {
      kind: 'add',
      terms: [number(q.negate(b)), sign < 0 ? { kind: 'negate', value: root } : root],
    };
    const approximate = (-q.toNumber(b) + sign * Math.sqrt(q.toNumber(discriminant))) / q.toNumber(double);
    return {
      node: { kind: 'divide', top, bottom: number(double) },
      value: q.fromNumber(approximate),
      infinite: 0,
      closed: false,
    };
  });
  return a.n > 0n ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
}
