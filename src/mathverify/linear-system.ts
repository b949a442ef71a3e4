// Systems of linear inequalities in whole coefficients, by Fourier-Motzkin elimination: whether they have a solution,
// one of them, and the range of a linear expression. A row whose numbers outgrow doubles is left out, so that a system
// may be taken to be solvable that is not, but never the other way round.
import type { Budget } from './budget.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';

/** A linear expression by variable, with its constant under the empty name. */
export type Linear = ReadonlyMap<string, Rational>;

/** The expression is positive, or (not strict) at least zero. */
export interface Inequality {
  readonly linear: Linear;
  readonly strict: boolean;
}

/** Coefficients in the order of the variables and the constant at the end; whole numbers that doubles hold. */
interface Row {
  readonly c: readonly number[];
  readonly strict: boolean;
}

interface Elimination {
  readonly variable: number;
  readonly rows: readonly Row[];
}

const maxRows = 160;

/** Whether some values of the variables may satisfy all rows. */
export function isFeasible(rows: readonly Inequality[], budget: Budget): boolean {
  return eliminated(rows, namesOf(rows), budget) !== null;
}

/** Values that satisfy all rows, each the given share of the way between its bounds; null when there are none. */
export function solutionOf(
  rows: readonly Inequality[],
  share: (index: number) => Rational,
  budget: Budget,
): Map<string, Rational> | null {
  const names = namesOf(rows);
  const steps = eliminated(rows, names, budget);
  if (steps === null) return null;
  const values: Rational[] = names.map(() => q.zeroRational);
  for (const [k, { variable, rows: bounds }] of steps.reverse().entries()) {
    const [low, high] = boundsOf(bounds, variable, values);
    values[variable] = between(low, high, share(k));
  }
  return new Map(names.map((name, k) => [name, values[k]!]));
}

/** The least and the greatest value of an expression where all rows hold; null ends where there is no bound. */
export function rangeOfLinear(
  linear: Linear,
  rows: readonly Inequality[],
  budget: Budget,
): [Rational | null, Rational | null] {
  const value = '=';
  const reversed = new Map([...linear].map(([name, c]) => [name, q.negate(c)]));
  const both: Inequality[] = [
    { linear: new Map(linear).set(value, q.integer(-1)), strict: false },
    { linear: reversed.set(value, q.oneRational), strict: false },
  ];
  const all = [...rows, ...both];
  const names = [value, ...namesOf(all).filter((name) => name !== value)];
  const steps = eliminated(all, names, budget);
  const last = steps?.find(({ variable }) => variable === 0);
  return last === undefined
    ? [null, null]
    : boundsOf(
        last.rows,
        0,
        names.map(() => q.zeroRational),
      );
}

function namesOf(rows: readonly Inequality[]): string[] {
  const names = new Set<string>();
  for (const { linear } of rows) for (const name of linear.keys()) if (name !== '') names.add(name);
  return [...names];
}

/** What was eliminated in turn, the first variable last; null when the rows contradict each other. */
function eliminated(
  rows: readonly Inequality[],
  names: readonly string[],
  budget: Budget,
): Elimination[] | null {
  let current: Row[] = [];
  for (const { linear, strict } of rows) {
    const c = wholeRow(linear, names);
    if (c !== null) current.push({ c, strict });
  }
  const result: Elimination[] = [];
  const left = new Set(names.keys());
  for (;;) {
    budget.charge(current.length);
    if (current.some((row) => isContradiction(row))) return null;
    if (left.size === 0) return result;
    const variable = cheapest(current, left);
    left.delete(variable);
    result.push({ variable, rows: current.filter(({ c }) => c[variable] !== 0) });
    current = without(current, variable, budget);
  }
}

/** The variable whose elimination leaves the fewest rows; the first one is kept to the end. */
function cheapest(rows: readonly Row[], left: ReadonlySet<number>): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const variable of left) {
    if (variable === 0 && left.size > 1) continue;
    let [up, down] = [0, 0];
    for (const { c } of rows) {
      if (c[variable]! > 0) up += 1;
      else if (c[variable]! < 0) down += 1;
    }
    if (up * down - up - down < least) [best, least] = [variable, up * down - up - down];
  }
  return best;
}

function without(rows: readonly Row[], variable: number, budget: Budget): Row[] {
  const result = new Map<string, Row>();
  const add = (row: Row): void => {
    const constant = row.c[row.c.length - 1]!;
    const key = row.c.slice(0, -1).join(' ');
    const known = result.get(key);
    const tighter =
      known === undefined ||
      constant < known.c[known.c.length - 1]! ||
      (constant === known.c[known.c.length - 1] && row.strict);
    if (tighter && (known !== undefined || result.size < maxRows)) result.set(key, row);
  };
  const below: Row[] = [];
  const above: Row[] = [];
  for (const row of rows) {
    if (row.c[variable] === 0) add(row);
    else (row.c[variable]! > 0 ? below : above).push(row);
  }
  budget.charge(below.length * above.length);
  for (const low of below) {
    for (const high of above) {
      const [p, m] = [low.c[variable]!, -high.c[variable]!];
      const c = reduced(low.c.map((value, k) => value * m + high.c[k]! * p));
      if (c !== null) add({ c, strict: low.strict || high.strict });
    }
  }
  return [...result.values()];
}

function isContradiction({ c, strict }: Row): boolean {
  const constant = c[c.length - 1]!;
  if (constant > 0 || (constant === 0 && !strict)) return false;
  for (let k = 0; k < c.length - 1; k += 1) if (c[k] !== 0) return false;
  return true;
}

function wholeRow(linear: Linear, names: readonly string[]): number[] | null {
  let multiple = 1n;
  for (const { d } of linear.values()) multiple = (multiple / q.gcdOf(multiple, d)) * d;
  const c = [...names, ''].map((name) => {
    const value = linear.get(name);
    return value === undefined ? 0 : Number((value.n * multiple) / value.d);
  });
  return reduced(c);
}

/** Divided by their common divisor; null when a number is too large to be exact. */
function reduced(c: number[]): number[] | null {
  let divisor = 0;
  for (const value of c) {
    if (!Number.isSafeInteger(value)) return null;
    let [a, b] = [divisor, Math.abs(value)];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor > 1 ? c.map((value) => value / divisor) : c;
}

/** The bounds of a variable by rows in which all others have values. */
function boundsOf(
  rows: readonly Row[],
  variable: number,
  values: readonly Rational[],
): [Rational | null, Rational | null] {
  let low: Rational | null = null;
  let high: Rational | null = null;
  for (const { c } of rows) {
    let rest = q.integer(c[c.length - 1]!);
    for (let k = 0; k < c.length - 1; k += 1)
      if (k !== variable && c[k] !== 0) rest = q.add(rest, q.multiply(q.integer(c[k]!), values[k]!));
    const bound = q.divide(q.negate(rest), q.integer(c[variable]!))!;
    if (c[variable]! > 0) low = low === null || q.compare(bound, low) > 0 ? bound : low;
    else high = high === null || q.compare(bound, high) < 0 ? bound : high;
  }
  return [low, high];
}

function between(low: Rational | null, high: Rational | null, share: Rational): Rational {
  if (low !== null && high !== null) return q.add(low, q.multiply(q.subtract(high, low), share));
  if (low !== null) return q.add(low, share);
  return high === null ? share : q.subtract(high, share);
}
