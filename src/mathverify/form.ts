// Sums of rational multiples of products of atoms: the arithmetic of normal forms.
import { type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';

export interface Atom {
  readonly node: Node;
  readonly power: number;
  /** What the bars enclose, for an absolute value: its square needs no bars. */
  readonly inside: Form | null;
}

export interface Term {
  readonly factor: Rational;
  readonly atoms: ReadonlyMap<string, Atom>;
}

/** Terms by the key of their atoms; never one with the factor zero. */
export type Form = ReadonlyMap<string, Term>;

const maxTerms = 80;
/** Bars within bars double the keys of what is inside with each level. */
const maxKeys = 20_000;

/** The form unless its keys have become too long. */
export function bounded(form: Form | null): Form | null {
  if (form === null) return null;
  let length = 0;
  for (const key of form.keys()) length += key.length;
  return length > maxKeys ? null : form;
}

export function constantForm(value: Rational): Form {
  return value.n === 0n ? new Map() : new Map([['', { factor: value, atoms: new Map() }]]);
}

export function atomForm(node: Node, key: string, inside: Form | null = null, power = 1): Form {
  const atoms = new Map([[key, { node, power, inside }]]);
  return new Map([[keyOfAtoms(atoms), { factor: q.oneRational, atoms }]]);
}

function keyOfAtoms(atoms: ReadonlyMap<string, Atom>): string {
  return [...atoms]
    .map(([key, { power }]) => `${key}^${power}`)
    .sort()
    .join(' ');
}

export function keyOfForm(form: Form): string {
  return [...form]
    .map(([key, { factor }]) => `${factor.n}/${factor.d} ${key}`)
    .sort()
    .join(' + ');
}

export function plus(a: Form, b: Form): Form | null {
  const result = new Map(a);
  for (const [key, term] of b) {
    const known = result.get(key);
    const factor = known === undefined ? term.factor : q.add(known.factor, term.factor);
    if (factor.n === 0n) result.delete(key);
    else result.set(key, { factor, atoms: term.atoms });
  }
  return result.size > maxTerms ? null : result;
}

export function scaled(form: Form, by: Rational): Form {
  if (by.n === 0n) return new Map();
  return new Map(
    [...form].map(([key, { factor, atoms }]) => [key, { factor: q.multiply(factor, by), atoms }]),
  );
}

export function times(a: Form, b: Form, budget: Budget): Form | null {
  budget.charge(1 + a.size * b.size);
  if (a.size * b.size > 4 * maxTerms) return null;
  let result: Form | null = new Map();
  for (const left of a.values()) {
    for (const right of b.values()) {
      const product = termProduct(left, right, budget);
      result = result && product && plus(result, product);
    }
  }
  return result;
}

function termProduct(left: Term, right: Term, budget: Budget): Form | null {
  const atoms = new Map(left.atoms);
  const squares: Form[] = [];
  for (const [key, atom] of right.atoms) {
    const power = (atoms.get(key)?.power ?? 0) + atom.power;
    atoms.delete(key);
    if (atom.inside !== null && power >= 2) squares.push(atom.inside, atom.inside);
    const rest = atom.inside !== null && power >= 2 ? power - 2 : power;
    if (rest !== 0) atoms.set(key, { ...atom, power: rest });
  }
  const factor = q.multiply(left.factor, right.factor);
  if (q.sizeOf(factor) > 512) return null;
  let result: Form | null = new Map([[keyOfAtoms(atoms), { factor, atoms }]]);
  for (const square of squares) result = result && times(result, square, budget);
  return result;
}

export function inverseOf(form: Form): Form | null {
  const [only] = form.values();
  if (only === undefined) return null;
  if (form.size > 1) return atomForm(nodeOf(form), `(${keyOfForm(form)})`, null, -1);
  const atoms = new Map([...only.atoms].map(([key, atom]) => [key, { ...atom, power: -atom.power }]));
  return new Map([[keyOfAtoms(atoms), { factor: q.divide(q.oneRational, only.factor)!, atoms }]]);
}

export function signOf(form: Form): number {
  return form.size === 0 ? 0 : leading(form).n < 0n ? -1 : 1;
}

function leading(form: Form): Rational {
  const first = [...form.keys()].sort()[form.size - 1]!;
  return form.get(first)!.factor;
}

/** The form with a leading factor of one, and the factor that it had. */
export function withoutContent(form: Form): [Form, Rational] {
  const content = form.size === 0 ? q.oneRational : leading(form);
  return [scaled(form, q.divide(q.oneRational, content)!), content];
}

/** The expression that a form is the form of. */
export function nodeOf(form: Form): Node {
  const terms = [...form.values()].map(({ factor, atoms }): Node => {
    const factors: Node[] = [...atoms.values()].map(({ node, power }) =>
      power === 1 ? node : { kind: 'power', base: node, exponent: number(q.integer(power)) },
    );
    if (factor.n !== factor.d || factors.length === 0) factors.unshift(number(factor));
    return factors.length === 1 ? factors[0]! : { kind: 'multiply', factors };
  });
  return terms.length === 1 ? terms[0]! : { kind: 'add', terms };
}
