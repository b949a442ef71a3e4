// Symbols under steps, written as a whole number of periods and a rest: x = 6 m + t makes floors of x/2 and x/3 whole
// multiples of m and floors of a bounded t. What is known of the new symbols comes as inequalities.
import { childrenOf, type Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { atomForm, type Form, plus, scaled } from './form.ts';
import type { Inequality } from './linear-system.ts';
import { formOf } from './normal-form.ts';
import type { ProbePoint } from './probe-points.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { symbolsOf } from './walk.ts';
import type { Whole } from './whole-symbols.ts';

export interface Periods {
  /** The forms of the symbols. */
  readonly symbols: ReadonlyMap<string, Form>;
  readonly rows: readonly Inequality[];
  /** The keys of terms that are whole numbers. */
  readonly wholeAtoms: ReadonlySet<string>;
  /** Whole rests of short periods: each has few values. */
  readonly rests: ReadonlyMap<string, number>;
  /** The point that values of the terms stand for. */
  readonly restore: (values: ReadonlyMap<string, Rational>) => ProbePoint;
}

const longest = 60n;
const maxRests = 6n;

/** Replaces the symbols of two expressions that stand under steps. */
export function periodsOf(
  nodes: readonly Node[],
  whole: ReadonlyMap<string, Whole>,
  budget: Budget,
): Periods {
  const names = new Set<string>();
  for (const node of nodes) symbolsOf(node, names);
  const found = new Map<string, bigint>();
  for (const node of nodes) collectSteps(node, found, budget);
  const symbols = new Map<string, Form>();
  const rows: Inequality[] = [];
  const wholeAtoms = new Set<string>();
  const rests = new Map<string, number>();
  const parts = new Map<string, { period: bigint; turns: string; rest: string }>();
  for (const name of names) {
    const period = found.get(name);
    const plain = atomForm({ kind: 'symbol', name }, `s:${name}`);
    if (whole.has(name)) wholeAtoms.add(keyIn(plain));
    if (whole.get(name) === 'natural')
      rows.push({ linear: new Map([[keyIn(plain), q.oneRational]]), strict: false });
    if (period === undefined || period > longest || (whole.has(name) && period === 1n)) continue;
    const [m, t] = ['m', 't'].map((letter) =>
      atomForm({ kind: 'symbol', name: `${name} ${letter}` }, `${letter}:${name}`),
    ) as [Form, Form];
    const [turns, rest] = [keyIn(m), keyIn(t)];
    symbols.set(name, plus(scaled(m, { n: period, d: 1n }), t)!);
    wholeAtoms.add(turns);
    if (whole.get(name) === 'natural')
      rows.push({ linear: new Map([[turns, q.oneRational]]), strict: false });
    parts.set(name, { period, turns, rest });
    const top = whole.has(name) ? period - 1n : period;
    rows.push({ linear: new Map([[rest, q.oneRational]]), strict: false });
    rows.push({
      linear: new Map([
        [rest, q.integer(-1)],
        ['', { n: top, d: 1n }],
      ]),
      strict: !whole.has(name),
    });
    if (!whole.has(name)) continue;
    wholeAtoms.add(rest);
    if (period <= maxRests) rests.set(rest, Number(period));
  }
  const restore = (values: ReadonlyMap<string, Rational>): ProbePoint => {
    return new Map(
      [...names].map((name, k) => {
        const part = parts.get(name);
        if (part === undefined) return [name, values.get(`s:${name}^1`) ?? unmentioned(whole.has(name), k)];
        const turns = values.get(part.turns) ?? q.integer(k + 1);
        const rest = values.get(part.rest) ?? q.zeroRational;
        return [name, q.add(q.multiply(turns, { n: part.period, d: 1n }), rest)];
      }),
    );
  };
  return { symbols, rows, wholeAtoms, rests, restore };
}

function unmentioned(whole: boolean, k: number): Rational {
  return whole ? q.integer(k + 2) : q.rational(BigInt(37 + 16 * k), 11n);
}

function keyIn(form: Form): string {
  const [key] = form.keys();
  return key!;
}

/** For each symbol that stands under a step, the number after which all steps go on as before. */
function collectSteps(node: Node, found: Map<string, bigint>, budget: Budget): void {
  const isStep = node.kind === 'call' && node.known && /^(?:floor|ceil|mod)$/.test(node.name);
  if (!isStep) {
    for (const child of childrenOf(node)) collectSteps(child, found, budget);
    return;
  }
  const inside =
    node.name === 'mod'
      ? formOf({ kind: 'divide', top: node.args[0]!, bottom: node.args[1]! }, budget)
      : formOf(node.args[0]!, budget);
  for (const [name, period] of periodsIn(inside, budget))
    found.set(name, common(found.get(name) ?? 1n, period));
}

function periodsIn(form: Form | null, budget: Budget): Map<string, bigint> {
  const result = new Map<string, bigint>();
  const add = (name: string, period: bigint): void => {
    result.set(name, common(result.get(name) ?? 1n, period));
  };
  for (const { factor, atoms } of form?.values() ?? []) {
    for (const { node } of atoms.values()) {
      if (node.kind === 'symbol') add(node.name, factor.d);
      else if (node.kind === 'call')
        for (const arg of node.args)
          if (arg.kind !== 'relation')
            for (const [name, period] of periodsIn(formOf(arg, budget), budget)) add(name, period * factor.d);
    }
  }
  return result;
}

function common(a: bigint, b: bigint): bigint {
  return (a / q.gcdOf(a, b)) * b;
}
