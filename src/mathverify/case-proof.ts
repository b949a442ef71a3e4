// Proves case by case that two expressions with bars, extremes, signs, steps, remainders and cases are the same: each
// part's sign splits the cases, linear inequalities rule out those that cannot happen, and in each that is left the
// difference has to be zero as a sum of products. A case where it is not gives a point at which they may differ.
import type { CallNode, Node, RelationNode } from './ast.ts';
import type { Budget } from './budget.ts';
import { complex } from './complex.ts';
import { evaluate } from './evaluate.ts';
import {
  atomForm,
  constantForm,
  type Form,
  inverseOf,
  keyOfForm,
  plus,
  scaled,
  type Term,
  times,
} from './form.ts';
import { keyOf } from './key.ts';
import { type Inequality, isFeasible, type Linear, rangeOfLinear, solutionOf } from './linear-system.ts';
import { periodsOf } from './periods.ts';
import type { ProbePoint } from './probe-points.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { someNode, symbolsOf } from './walk.ts';
import type { Whole } from './whole-symbols.ts';

/** What the cases show: a proof, a point at which the two may differ, or neither. */
export type CaseProof =
  | { readonly proved: true; readonly cases: number }
  | { readonly proved: false; readonly points: ProbePoint[] };

/** One of several cases: what holds in it. */
interface Case {
  readonly rows: readonly Inequality[];
  /** A form that is zero in this case. */
  readonly zero?: Form;
}

interface Decision {
  readonly cases: readonly Case[];
  chosen: number;
}

/** The cases that lead to the one at hand, and how far they have been repeated. */
interface Path {
  readonly decisions: Decision[];
  at: number;
  rows: Inequality[];
  zeros: Form[];
  readonly symbols: ReadonlyMap<string, Form>;
  readonly wholeAtoms: Set<string>;
  readonly budget: Budget;
}

/** Thrown where a part is not covered, and where no case is possible. */
const uncovered = new Error('not covered');
const impossible = new Error('no case is possible');

const maxCases = 600;
const maxSteps = 48;
const maxPoints = 6;
const kinds = /^(?:abs|sgn|floor|ceil|max|min|mod|root|piecewise)$/;
const minusOne = q.integer(-1);

/** Tries to prove that two expressions of real and whole symbols agree everywhere. */
export function provedByCases(
  a: Node,
  b: Node,
  whole: ReadonlyMap<string, Whole>,
  budget: Budget,
): CaseProof {
  const points: ProbePoint[] = [];
  const { symbols, rows, wholeAtoms, rests, restore } = periodsOf([a, b], whole, budget);
  const decisions: Decision[] = [];
  let complete = true;
  for (let cases = 1; cases <= maxCases; cases += 1) {
    const path: Path = {
      decisions,
      at: 0,
      rows: [...rows],
      zeros: [],
      symbols,
      wholeAtoms: new Set(wholeAtoms),
      budget,
    };
    try {
      for (const [rest, count] of rests) choose(valuesOf(rest, count), path);
      const left = formIn(a, path);
      const rest = withZeros(difference(left, formIn(b, path)), path);
      if (rest.size > 0 && !isZero(rest, path)) {
        complete = false;
        if (points.length < maxPoints) points.push(...pointsIn(path, restore));
        if (points.length >= maxPoints) return { proved: false, points };
      }
    } catch (error) {
      if (error === uncovered) return { proved: false, points };
      if (error !== impossible) throw error;
    }
    if (!advance(decisions, rows, budget))
      return complete ? { proved: true, cases } : { proved: false, points };
  }
  return { proved: false, points };
}

/** The next case of the last decision that has one; false when all cases are done. */
function advance(decisions: Decision[], start: readonly Inequality[], budget: Budget): boolean {
  while (decisions.length > 0) {
    const last = decisions[decisions.length - 1]!;
    const before = [...start, ...decisions.slice(0, -1).flatMap(({ cases, chosen }) => cases[chosen]!.rows)];
    for (last.chosen += 1; last.chosen < last.cases.length; last.chosen += 1)
      if (isFeasible([...before, ...last.cases[last.chosen]!.rows], budget)) return true;
    decisions.pop();
  }
  return false;
}

/** The number of the case that this path is in; the first that is possible where it is new. */
function choose(cases: readonly Case[], path: Path): number {
  let decision = path.decisions[path.at];
  if (decision === undefined) {
    const chosen = cases.findIndex(({ rows }) => isFeasible([...path.rows, ...rows], path.budget));
    if (chosen < 0) throw impossible;
    decision = { cases, chosen };
    path.decisions.push(decision);
  }
  path.at += 1;
  const { rows, zero } = decision.cases[decision.chosen]!;
  path.rows.push(...rows);
  if (zero !== undefined) path.zeros.push(zero);
  return decision.chosen;
}

function sure(form: Form | null): Form {
  if (form === null) throw uncovered;
  return form;
}

function difference(a: Form, b: Form): Form {
  return sure(plus(a, scaled(b, minusOne)));
}

function formIn(node: Node, path: Path): Form {
  path.budget.charge();
  switch (node.kind) {
    case 'number':
      return constantForm(node.value);
    case 'symbol':
      return path.symbols.get(node.name) ?? atomForm(node, keyOf(node));
    case 'percent':
      return scaled(formIn(node.value, path), { n: 1n, d: 100n });
    case 'negate':
      return scaled(formIn(node.value, path), minusOne);
    case 'add':
      return node.terms.reduce<Form>((sum, term) => sure(plus(sum, formIn(term, path))), new Map());
    case 'multiply':
      return node.factors.reduce<Form>(
        (product, factor) => sure(times(product, formIn(factor, path), path.budget)),
        constantForm(q.oneRational),
      );
    case 'divide':
      return sure(times(formIn(node.top, path), sure(inverseOf(formIn(node.bottom, path))), path.budget));
    case 'power':
      return powerIn(node.base, node.exponent, path);
    case 'call':
      return node.known && kinds.test(node.name) ? callIn(node, path) : opaqueIn(node, path);
    case 'constant':
      return atomForm(node, keyOf(node));
    default:
      if (someNode(node, (inner) => inner.kind === 'call' && kinds.test(inner.name))) throw uncovered;
      return atomForm(node, keyOf(node));
  }
}

function powerIn(base: Node, exponent: Node, path: Path): Form {
  const count = exponent.kind === 'negate' ? exponent.value : exponent;
  const inner = formIn(base, path);
  if (count.kind !== 'number' || count.value.d !== 1n || count.value.n > 8n || count.value.n < 0n) {
    const key = `^(${keyOfForm(inner)},${keyOfForm(formIn(exponent, path))})`;
    return atomForm({ kind: 'symbol', name: key }, key);
  }
  let result = constantForm(q.oneRational);
  for (let k = 0n; k < count.value.n; k += 1n) result = sure(times(result, inner, path.budget));
  return exponent.kind === 'negate' ? sure(inverseOf(result)) : result;
}

/** A call that is not taken apart, by the forms of its arguments. */
function opaqueIn(node: CallNode, path: Path): Form {
  const keys = node.args.map((arg) => keyOfForm(formIn(arg, path)));
  if (node.name === 'gcd' || node.name === 'lcm') keys.sort();
  const key = `${node.known ? '' : '?'}${node.name}(${keys.join(',')})`;
  return atomForm({ kind: 'symbol', name: key }, key);
}

function callIn(node: CallNode, path: Path): Form {
  switch (node.name) {
    case 'abs':
      return barsIn(node.args[0]!, path);
    case 'sgn': {
      const inside = formIn(node.args[0]!, path);
      return constantForm(q.integer(signIn(inside, node.args[0]!, path)));
    }
    case 'max':
    case 'min':
      return node.args.slice(1).reduce(
        (best, arg) => {
          const next = formIn(arg, path);
          const first = isAtLeast(difference(best, next), path);
          return first === (node.name === 'max') ? best : next;
        },
        formIn(node.args[0]!, path),
      );
    case 'floor':
      return floorIn(formIn(node.args[0]!, path), path);
    case 'ceil':
      return scaled(floorIn(scaled(formIn(node.args[0]!, path), minusOne), path), minusOne);
    case 'mod': {
      const [a, b] = [formIn(node.args[0]!, path), formIn(node.args[1]!, path)];
      const floor = floorIn(sure(times(a, sure(inverseOf(b)), path.budget)), path);
      return difference(a, sure(times(b, floor, path.budget)));
    }
    case 'root': {
      const side = squareSide(node);
      return side === null ? opaqueIn(node, path) : barsIn(side, path);
    }
    default:
      return piecesIn(node, path);
  }
}

/** v of the square root of v v or v^2. */
function squareSide({ args: [inside, degree] }: CallNode): Node | null {
  if (degree?.kind !== 'number' || degree.value.n !== 2n || degree.value.d !== 1n) return null;
  if (inside!.kind === 'power' && inside!.exponent.kind === 'number') {
    const { n, d } = inside!.exponent.value;
    return n === 2n && d === 1n ? inside!.base : null;
  }
  if (inside!.kind !== 'multiply' || inside!.factors.length !== 2) return null;
  const [first, second] = inside!.factors as [Node, Node];
  return keyOf(first) === keyOf(second) ? first : null;
}

function barsIn(node: Node, path: Path): Form {
  const inside = formIn(node, path);
  return scaled(inside, q.integer(isAtLeast(inside, path, node) ? 1 : -1));
}

/** Whether a form is at least zero in this case. */
function isAtLeast(form: Form, path: Path, node: Node | null = null): boolean {
  const known = constantSign(form, node, path.budget);
  if (known !== null) return known >= 0;
  const [up, down] = [linearOf(form), linearOf(scaled(form, minusOne))];
  return choose([{ rows: [row(up, false, path)] }, { rows: [row(down, true, path)] }], path) === 0;
}

function signIn(form: Form, node: Node | null, path: Path): number {
  const known = constantSign(form, node, path.budget);
  if (known !== null) return known;
  const [up, down] = [linearOf(form), linearOf(scaled(form, minusOne))];
  const cases: Case[] = [
    { rows: [row(up, true, path)] },
    { rows: [row(down, true, path)] },
    { rows: [row(up, false, path), row(down, false, path)], zero: form },
  ];
  return [1, -1, 0][choose(cases, path)]!;
}

/** The sign of a form without symbols; null where it has some or is too near to zero. */
function constantSign(form: Form, node: Node | null, budget: Budget): number | null {
  if (form.size === 0) return 0;
  const only = form.get('');
  if (form.size === 1 && only !== undefined) return only.factor.n > 0n ? 1 : -1;
  if (node === null || symbolsOf(node).size > 0) return null;
  const value = evaluate(node, { values: new Map([['', complex(0)]]) }, budget);
  return value.im === 0 && Math.abs(value.re) > 32 * value.err ? Math.sign(value.re) : null;
}

function linearOf(form: Form): Map<string, Rational> {
  return new Map([...form].map(([key, { factor }]) => [key, factor]));
}

/** An inequality; one in whole numbers alone is as tight as they allow. */
function row(linear: Linear, strict: boolean, path: Path): Inequality {
  const names = [...linear.keys()].filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => path.wholeAtoms.has(name))) return { linear, strict };
  let divisor = q.zeroRational;
  for (const name of names) {
    const { n, d } = linear.get(name)!;
    divisor = q.rational(q.gcdOf(divisor.n * d, n * divisor.d), divisor.d * d);
  }
  const tight = new Map(names.map((name) => [name, q.divide(linear.get(name)!, divisor)!]));
  const constant = q.divide(linear.get('') ?? q.zeroRational, divisor)!;
  const floor = q.floorOf(constant);
  tight.set('', { n: strict && constant.d === 1n ? floor - 1n : floor, d: 1n });
  return { linear: tight, strict: false };
}

/** A floor: whole parts come out, and what is left is split by its whole values where they are few. */
function floorIn(form: Form, path: Path): Form {
  const outside = new Map<string, Term>();
  const inside = new Map(form);
  for (const [key, term] of form) {
    if (key !== '' && term.factor.d === 1n && path.wholeAtoms.has(key)) {
      outside.set(key, term);
      inside.delete(key);
    }
  }
  const linear = linearOf(inside);
  const [low, high] = [...inside.keys()].some((key) => key !== '')
    ? rangeOfLinear(linear, path.rows, path.budget)
    : [linear.get('') ?? q.zeroRational, linear.get('') ?? q.zeroRational];
  if (low !== null && high !== null) {
    const [first, last] = [q.floorOf(low), q.floorOf(high)];
    if (last - first > BigInt(maxSteps)) throw uncovered;
    const values = Array.from({ length: Number(last - first) + 1 }, (_, k) => first + BigInt(k));
    const chosen =
      values.length === 1
        ? 0
        : choose(
            values.map((value) => ({ rows: within(linear, value, path) })),
            path,
          );
    return sure(plus(outside, constantForm({ n: values[chosen]!, d: 1n })));
  }
  const key = `floor(${keyOfForm(inside)})`;
  const atom = atomForm({ kind: 'symbol', name: key }, key);
  const [name] = atom.keys();
  path.wholeAtoms.add(name!);
  path.rows.push(...within(linear, 0n, path, name!));
  return sure(plus(outside, atom));
}

/** value <= linear < value + 1, the value plus that of a variable where one is named. */
function within(linear: Linear, value: bigint, path: Path, name: string | null = null): Inequality[] {
  const above = new Map(linear);
  above.set('', q.add(above.get('') ?? q.zeroRational, { n: -value, d: 1n }));
  if (name !== null) above.set(name, minusOne);
  const below = new Map([...above].map(([key, c]) => [key, q.negate(c)]));
  below.set('', q.add(below.get('')!, q.oneRational));
  return [row(above, false, path), row(below, true, path)];
}

/** The value of the first case whose condition holds. */
function piecesIn(node: CallNode, path: Path): Form {
  for (let k = 0; k + 1 < node.args.length; k += 2) {
    const condition = node.args[k + 1]!;
    if (condition.kind !== 'relation') throw uncovered;
    if (holdsIn(condition, path)) return formIn(node.args[k]!, path);
  }
  throw uncovered;
}

function holdsIn(condition: RelationNode, path: Path): boolean {
  for (const [k, operator] of condition.operators.entries()) {
    const gap = difference(formIn(condition.parts[k]!, path), formIn(condition.parts[k + 1]!, path));
    if (!holds(operator, gap, path)) return false;
  }
  return true;
}

function holds(operator: string, gap: Form, path: Path): boolean {
  switch (operator) {
    case '>=':
      return isAtLeast(gap, path);
    case '<':
      return !isAtLeast(gap, path);
    case '<=':
      return isAtLeast(scaled(gap, minusOne), path);
    case '>':
      return !isAtLeast(scaled(gap, minusOne), path);
    default:
      return (signIn(gap, null, path) === 0) === (operator === '=');
  }
}

/** Whether the case leaves no room for a form to be other than zero. */
function isZero(form: Form, path: Path): boolean {
  const [up, down] = [linearOf(form), linearOf(scaled(form, minusOne))];
  return [up, down].every((linear) => !isFeasible([...path.rows, { linear, strict: true }], path.budget));
}

/** A form in which what is zero in this case is put for one of its symbols. */
function withZeros(form: Form, path: Path): Form {
  let result = form;
  for (const zero of path.zeros) {
    const lone = [...zero].find(
      ([key, term]) => key !== '' && term.atoms.size === 1 && [...term.atoms.values()][0]!.power === 1,
    );
    if (lone === undefined) continue;
    const [key, term] = lone;
    const [name] = term.atoms.keys();
    const others = new Map(zero);
    others.delete(key);
    const isElsewhere = [...others.values()].some(({ atoms }) => atoms.has(name!));
    const value = scaled(others, q.divide(minusOne, term.factor)!);
    if (!isElsewhere) result = replaced(result, name!, value, path.budget);
  }
  return result;
}

function replaced(form: Form, name: string, value: Form, budget: Budget): Form {
  let result: Form = new Map();
  for (const [key, term] of form) {
    const atom = term.atoms.get(name);
    let product: Form = new Map([[key, term]]);
    if (atom !== undefined && atom.power > 0) {
      product = sure(times(product, atomForm(atom.node, name, null, -atom.power), budget));
      for (let k = 0; k < atom.power; k += 1) product = sure(times(product, value, budget));
    }
    result = sure(plus(result, product));
  }
  return result;
}

/** The cases of a whole number from 0 to below a count. */
function valuesOf(key: string, count: number): Case[] {
  const name = key.replace(/\^1$/, '');
  const atom = atomForm({ kind: 'symbol', name }, name);
  return Array.from({ length: count }, (_, k) => {
    const zero = sure(plus(atom, constantForm(q.integer(-k))));
    const [up, down] = [linearOf(zero), linearOf(scaled(zero, minusOne))];
    return { rows: [up, down].map((linear) => ({ linear, strict: false })), zero };
  });
}

const shares = [q.rational(37n, 100n), q.rational(67n, 100n)];

/** Points in this case, with whole numbers where they have to be. */
function pointsIn(
  { rows, wholeAtoms, budget }: Path,
  restore: (values: ReadonlyMap<string, Rational>) => ProbePoint,
): ProbePoint[] {
  const result: ProbePoint[] = [];
  for (const share of shares) {
    const fixed = [...rows];
    const solve = (): Map<string, Rational> | null =>
      solutionOf(fixed, (k) => q.divide(share, q.rational(10n + BigInt(k), 10n))!, budget);
    let values = solve();
    for (const key of values === null ? [] : [...values.keys()].filter((name) => wholeAtoms.has(name))) {
      const value = values?.get(key);
      if (value === undefined || value.d === 1n) continue;
      const floor = q.floorOf(value);
      const whole = [floor, floor + 1n].find((n) => isFeasible([...fixed, ...equals(key, n)], budget));
      if (whole === undefined) values = null;
      else {
        fixed.push(...equals(key, whole));
        values = solve();
      }
    }
    if (values !== null) result.push(restore(values));
  }
  return result;
}

function equals(key: string, n: bigint): Inequality[] {
  return [1n, -1n].map((sign) => ({
    linear: new Map([
      [key, { n: sign, d: 1n }],
      ['', { n: -sign * n, d: 1n }],
    ]),
    strict: false,
  }));
}
