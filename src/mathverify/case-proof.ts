// Proves case by case that two expressions with bars, extremes, signs, steps, remainders and cases are the same: each
// part's sign splits the cases, linear inequalities rule out those that cannot happen, and in each that is left the
// difference has to be zero as a sum of products. A case where it is not gives a point at which they may differ.
import type { Node } from './ast.ts';
import { Budget, isSpent } from './budget.ts';
import { formIn } from './case-form.ts';
import {
  advance,
  type Case,
  choose,
  type Decision,
  difference,
  impossible,
  linearOf,
  minusOne,
  type Path,
  sure,
  uncovered,
} from './case-path.ts';
import { atomForm, constantForm, type Form, plus, scaled, times } from './form.ts';
import { type Inequality, isFeasible, solutionOf } from './linear-system.ts';
import { periodsOf } from './periods.ts';
import type { ProbePoint } from './probe-points.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import type { Whole } from './whole-symbols.ts';

/** What the cases show: a proof, a point at which the two may differ, or neither. */
export type CaseProof =
  | { readonly proved: true; readonly cases: number }
  | { readonly proved: false; readonly points: ProbePoint[] };

const maxCases = 600;
const maxPoints = 6;
/** Of the steps that are left, what a proof may take: the rest is for points. */
const share = 0.6;

/** Tries to prove that two expressions of real and whole symbols agree everywhere. */
export function provedByCases(
  a: Node,
  b: Node,
  whole: ReadonlyMap<string, Whole>,
  budget: Budget,
): CaseProof {
  const points: ProbePoint[] = [];
  const most = Math.floor(budget.remaining * share);
  const own = new Budget(most);
  try {
    return throughCases(a, b, whole, own, points);
  } catch (error) {
    if (!isSpent(error)) throw error;
    return { proved: false, points };
  } finally {
    budget.charge(Math.min(most, most - own.remaining));
  }
}

function throughCases(
  a: Node,
  b: Node,
  whole: ReadonlyMap<string, Whole>,
  budget: Budget,
  points: ProbePoint[],
): CaseProof {
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
