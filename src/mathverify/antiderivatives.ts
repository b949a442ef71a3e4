// Antiderivatives: sin^2 x + C and -cos^2 x + C differ by a constant, which C takes in.
import { type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { keyOf } from './key.ts';
import { minus } from './kinks.ts';
import { normalDifference } from './normal-form.ts';
import { integer, rational } from './rational.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';

/** Places at which a constant difference is read off, until it has a value at one. */
const places = [integer(1), rational(1n, 2n), integer(2), integer(-1)];

/**
 * Where both sides are a function of one variable, not a line, with an arbitrary C added: their difference without C, with
 * what it is at some places. They are the same antiderivative where it is constant.
 */
export function withoutConstants(
  gold: Node,
  prediction: Node,
  budget: Budget,
): readonly (readonly [difference: Node, value: Node])[] {
  const [a, b] = [named(gold), named(prediction)];
  if (a.name !== null && b.name !== null && a.name !== b.name) return [];
  const [f, g] = [withoutC(a.value, /^C$/), withoutC(b.value, /^[Cc]$/)];
  if (f === null || g === null) return [];
  const [variable, ...others] = symbolsOf(g, symbolsOf(f));
  if (variable === undefined || others.length > 0 || isLine(f, variable, budget)) return [];
  if (!symbolsOf(f).has(variable) || !symbolsOf(g).has(variable)) return [];
  const difference = minus(f, g);
  return places.flatMap((place) => {
    const value = substituted(difference, new Map([[variable, number(place)]]));
    return value === null ? [] : [[difference, value] as const];
  });
}

/** y = F(x) + C gives y. */
function named(node: Node): { name: string | null; value: Node } {
  return node.kind === 'relation' &&
    node.operators.join() === '=' &&
    /^(?:symbol|call)$/.test(node.parts[0]!.kind)
    ? { name: keyOf(node.parts[0]!), value: node.parts[1]! }
    : { name: null, value: node };
}

/** A sum without the only C in it, which is a term of its own; null for anything else. */
function withoutC(node: Node, letter: RegExp): Node | null {
  if (node.kind !== 'add') return null;
  const isC = (term: Node): boolean => {
    const inner = term.kind === 'negate' ? term.value : term;
    return inner.kind === 'symbol' && letter.test(inner.name);
  };
  const rest = node.terms.filter((term) => !isC(term));
  if (rest.length !== node.terms.length - 1) return null;
  const value: Node = rest.length === 1 ? rest[0]! : { kind: 'add', terms: rest };
  return [...symbolsOf(value)].some((name) => /^[Cc]$/.test(name)) ? null : value;
}

function isLine(node: Node, variable: string, budget: Budget): boolean {
  const at = (k: number): Node | null => substituted(node, new Map([[variable, number(integer(k))]]));
  const [start, next] = [at(0), at(1)];
  if (start === null || next === null) return true;
  const line: Node = {
    kind: 'add',
    terms: [start, { kind: 'multiply', factors: [minus(next, start), { kind: 'symbol', name: variable }] }],
  };
  return normalDifference(node, line, budget)?.zero === true;
}
