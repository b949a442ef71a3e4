// The cases that a proof goes through: what holds in the case at hand, and which comes next. An expression is read again
// for each case; decisions are repeated up to the last one, which takes its next case that is possible.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { evaluate } from './evaluate.ts';
import { type Form, plus, scaled } from './form.ts';
import { type Inequality, isFeasible, type Linear } from './linear-system.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { symbolsOf } from './walk.ts';

/** One of several cases: what holds in it. */
export interface Case {
  readonly rows: readonly Inequality[];
  /** A form that is zero in this case. */
  readonly zero?: Form;
}

export interface Decision {
  readonly cases: readonly Case[];
  chosen: number;
}

/** The cases that lead to the one at hand, and how far they have been repeated. */
export interface Path {
  readonly decisions: Decision[];
  at: number;
  rows: Inequality[];
  zeros: Form[];
  readonly symbols: ReadonlyMap<string, Form>;
  readonly wholeAtoms: Set<string>;
  readonly budget: Budget;
}

/** Thrown where a part is not covered, and where no case is possible. */
export const uncovered = new Error('not covered');
export const impossible = new Error('no case is possible');

export const minusOne = q.integer(-1);

/** The next case of the last decision that has one; false when all cases are done. */
export function advance(decisions: Decision[], start: readonly Inequality[], budget: Budget): boolean {
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
export function choose(cases: readonly Case[], path: Path): number {
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

export function sure(form: Form | null): Form {
  if (form === null) throw uncovered;
  return form;
}

export function difference(a: Form, b: Form): Form {
  return sure(plus(a, scaled(b, minusOne)));
}

/** Whether a form is at least zero in this case. */
export function isAtLeast(form: Form, path: Path, node: Node | null = null): boolean {
  const known = constantSign(form, node, path.budget);
  if (known !== null) return known >= 0;
  const [up, down] = [linearOf(form), linearOf(scaled(form, minusOne))];
  return choose([{ rows: [row(up, false, path)] }, { rows: [row(down, true, path)] }], path) === 0;
}

export function signIn(form: Form, node: Node | null, path: Path): number {
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
  const value = evaluate(node, { values: new Map() }, budget);
  return value.im === 0 && Math.abs(value.re) > 32 * value.err ? Math.sign(value.re) : null;
}

export function linearOf(form: Form): Map<string, Rational> {
  return new Map([...form].map(([key, { factor }]) => [key, factor]));
}

/** An inequality; one in whole numbers alone is as tight as they allow. */
export function row(linear: Linear, strict: boolean, path: Path): Inequality {
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
