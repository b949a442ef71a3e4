// Chooses the points for a pair of expressions and evaluates both there, exactly where that is possible.
import { childrenOf, type Node, type NumberNode } from './ast.ts';
import { type Complex, complex } from './complex.ts';
import type { Context } from './context.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import { type Kink, kinksOf } from './kinks.ts';
import { besideKinks, orthants, type ProbePoint, wholePoints } from './probe-points.ts';
import { type Rational, toNumber } from './rational.ts';
import { reachesEverySide } from './sides.ts';
import { edgesOfSteps, isPlain } from './step-edges.ts';
import { someNode, symbolsOf } from './walk.ts';
import type { Whole } from './whole-symbols.ts';

/** Steps that the points of one comparison may cost, of which the size of the expressions takes its share. */
const maxCost = 24_000;
const minPoints = 24;
const complexRounds = 12;

/** What is compared where. */
export interface ProbeSet {
  readonly points: readonly ProbePoint[];
  /** Symbols that take complex values: z with its conjugate, its real part or i. */
  readonly complexNames: readonly string[];
  /** Whether values that are not real count as values. */
  readonly aboutComplex: boolean;
  /** Whether the expressions are smooth, so that few points suffice. */
  readonly smooth: boolean;
  /** Whether the points reach every piece; with many kinks in several symbols they may miss one. */
  readonly complete: boolean;
  /** Points so far at which one of them had no exact value: after a few, exact values are not tried for any more. */
  readonly inexact: { count: number };
}

const maxInexact = 4;

/** The free symbols of both. */
export function sharedSymbols(a: Node, b: Node): string[] {
  return [...symbolsOf(b, symbolsOf(a))];
}

/** Most kinks, by number of symbols, of which the points reach every piece; of more symbols one. */
const mostKinks = [0, 24, 2, 2];

/**
 * The points for two expressions of some symbols.
 *
 * @param difference What is left of their difference after common terms are taken out, if that is known: its kinks count.
 */
export function probeSet(
  a: Node,
  b: Node,
  whole: ReadonlyMap<string, Whole>,
  context: Context,
  difference: Node | null = null,
): ProbeSet {
  const names = sharedSymbols(a, b);
  const aboutComplex = isAboutComplex(a) || isAboutComplex(b);
  const complexNames = aboutComplex ? names.filter((name) => isComplexName(name, names, [a, b])) : [];
  const kinks = kinksOf(difference === null ? [a, b] : [difference]);
  const smooth = kinks.length === 0 && whole.size === 0;
  const bases = orthants(names, whole, !smooth);
  const most = Math.max(minPoints, Math.floor(maxCost / (sizeOf(a) + sizeOf(b))));
  const beside = besideKinks([...kinks, ...edgesOfSteps(a, b, kinks)], names, whole, bases, context.budget);
  const all = whole.size === 0 ? [...bases, ...beside] : wholePoints([a, b], whole, [...bases, ...beside]);
  const varying = symbolsOf(difference ?? { kind: 'add', terms: [a, b] });
  const points = all.length <= most ? all : thinned(all, most);
  return {
    points: complexNames.length === 0 ? points : points.slice(0, complexRounds),
    complexNames,
    aboutComplex,
    smooth,
    inexact: { count: 0 },
    complete:
      reachesAll(varying, kinks, whole) &&
      (varying.size < 2 || reachesEverySide(kinks, points, context.budget)),
  };
}

/** Whether the points reach every piece that a number of kinks cuts out of the space of the symbols. */
function reachesAll(
  names: ReadonlySet<string>,
  kinks: readonly Kink[],
  whole: ReadonlyMap<string, Whole>,
): boolean {
  if (kinks.length > 0 && names.size > 1 && [...names].some((name) => whole.has(name))) return false;
  // A jump in one piece of many is at whole numbers that the lines may pass by.
  if (whole.size === 0 && kinks.length > 2 && kinks.some(({ steps }) => steps)) return false;
  if (kinks.filter(({ node }) => !isPlain(node)).length > maxOdd) return false;
  if (!kinks.every(({ node }) => isPlain(node) || isModerate(node))) return false;
  return kinks.length <= (mostKinks[names.size] ?? 1);
}

/** Most kinks that are no zeros of plain polynomials: those are found by samples. */
const maxOdd = 4;

/** Without constants so large or small that something may happen between the samples. */
export function isModerate(node: Node): boolean {
  return !someNode(node, (inner) => {
    if (inner.kind === 'power' && inner.base.kind === 'number') {
      const exponent = inner.exponent.kind === 'negate' ? inner.exponent.value : inner.exponent;
      return exponent.kind === 'number' && decades(inner.base) * toNumber(exponent.value) > 3;
    }
    return inner.kind === 'number' && decades(inner) > 3;
  });
}

function decades({ value }: NumberNode): number {
  return value.n === 0n ? 0 : Math.abs(Math.log10(Math.abs(toNumber(value))));
}

function thinned(points: readonly ProbePoint[], count: number): ProbePoint[] {
  return Array.from({ length: count }, (_, k) => points[Math.floor((k * points.length) / count)]!);
}

function sizeOf(node: Node): number {
  return childrenOf(node).reduce((total, child) => total + sizeOf(child), 1);
}

/** Whether symbols may be complex: where i, a conjugate or a real part occurs. */
export function isAboutComplex(node: Node): boolean {
  return someNode(
    node,
    (inner) =>
      (inner.kind === 'constant' && inner.name === 'i') ||
      (inner.kind === 'call' && inner.known && /^(?:Re|Im|arg|cis)$/.test(inner.name)) ||
      (inner.kind === 'symbol' && /^bar\([a-z]\)$/.test(inner.name)),
  );
}

function isComplexName(name: string, names: readonly string[], nodes: readonly Node[]): boolean {
  if (/^bar\(.\)$/.test(name)) return true;
  if (!/^[a-z]$/.test(name)) return false;
  if (names.includes(`bar(${name})`) || name === 'z' || name === 'w') return true;
  return nodes.some((node) =>
    someNode(
      node,
      (inner) => inner.kind === 'call' && /^(?:Re|Im|arg)$/.test(inner.name) && symbolsOf(inner).has(name),
    ),
  );
}

/** A value at a point: exact, or in doubles. */
export type Value = Rational | Complex;

export function inComplex(value: Value): Complex {
  return 'n' in value ? complex(toNumber(value)) : value;
}

/** The values of two expressions at a point. */
export function valuesAt(
  a: Node,
  b: Node,
  point: ProbePoint,
  set: ProbeSet,
  context: Context,
): [Value, Value] {
  if (set.complexNames.length === 0 && set.inexact.count < maxInexact) {
    const left = exactValue(a, context.budget, point);
    const right = left && exactValue(b, context.budget, point);
    if (left !== null && right !== null) return [left, right];
    set.inexact.count += 1;
  }
  const values = inDoubles(point, set);
  return [evaluate(a, { values }, context.budget), evaluate(b, { values }, context.budget)];
}

function inDoubles(point: ProbePoint, { complexNames }: ProbeSet): Map<string, Complex> {
  const values = new Map<string, Complex>();
  for (const [name, value] of point) {
    const near = toNumber(value);
    // Whole numbers of a power of two are doubles as they are.
    const exact = (value.d & (value.d - 1n)) === 0n;
    values.set(name, complex(near, 0, exact ? 0 : Math.abs(near) * 1.2e-16));
  }
  for (const name of complexNames) {
    const plain = /^bar\((.)\)$/.exec(name)?.[1] ?? name;
    const base = toNumber(point.get(plain) ?? point.get(name)!);
    const imaginary = Math.sin(base * 7.31 + plain.charCodeAt(0)) * 1.5 + 0.3;
    const re = Math.sign(base) * (Math.abs(base) % 3);
    values.set(name, complex(re, plain === name ? imaginary : -imaginary));
  }
  return values;
}
