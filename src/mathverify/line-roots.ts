// The places along a line (all symbols but one fixed) where parts of an expression change: exact roots of polynomials
// up to degree eight, and sign changes between them for everything else.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { complex } from './complex.ts';
import { evaluate } from './evaluate.ts';
import type { Kink } from './kinks.ts';
import { symbolsOf } from './walk.ts';

const maxDegree = 8;
const maxBreaks = 60;
/** Samples between two known breaks when a part is no polynomial. */
const samples = 5;
const maxChanges = 8;
const far = 1100;

/** Values of the symbols in doubles. */
export type Place = ReadonlyMap<string, number>;

/** Coefficients, lowest first, of an expression as a polynomial in one symbol with the others fixed; null if it is none. */
export function polynomialAlong(node: Node, name: string, place: Place, budget: Budget): number[] | null {
  budget.charge();
  switch (node.kind) {
    case 'symbol':
      return node.name === name ? [0, 1] : constant(node, place, budget);
    case 'negate': {
      const value = polynomialAlong(node.value, name, place, budget);
      return value === null ? null : value.map((c) => -c);
    }
    case 'add':
      return fold(node.terms, [0], sum, name, place, budget);
    case 'multiply':
      return fold(node.factors, [1], product, name, place, budget);
    case 'divide': {
      const top = polynomialAlong(node.top, name, place, budget);
      const bottom = top && polynomialAlong(node.bottom, name, place, budget);
      return bottom?.length === 1 && bottom[0] !== 0 ? top!.map((c) => c / bottom[0]!) : null;
    }
    case 'power': {
      const count = node.exponent.kind === 'number' ? Number(node.exponent.value.n) : -1;
      if (!symbolsOf(node).has(name)) return constant(node, place, budget);
      if (node.exponent.kind !== 'number' || node.exponent.value.d !== 1n || count < 0 || count > maxDegree)
        return null;
      const base = polynomialAlong(node.base, name, place, budget);
      let result: number[] | null = base && [1];
      for (let k = 0; k < count && result !== null; k += 1) result = product(result, base!);
      return result;
    }
    default:
      return symbolsOf(node).has(name) ? null : constant(node, place, budget);
  }
}

function constant(node: Node, place: Place, budget: Budget): number[] | null {
  const value = realAt(node, place, budget);
  return Number.isNaN(value) ? null : [value];
}

function fold(
  nodes: readonly Node[],
  start: number[],
  join: (a: number[], b: number[]) => number[] | null,
  name: string,
  place: Place,
  budget: Budget,
): number[] | null {
  let total: number[] | null = start;
  for (const node of nodes) {
    const next = polynomialAlong(node, name, place, budget);
    total = next && join(total, next);
    if (total === null) return null;
  }
  return total;
}

function sum(a: number[], b: number[]): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, k) => (a[k] ?? 0) + (b[k] ?? 0));
}

function product(a: number[], b: number[]): number[] | null {
  if (a.length + b.length - 2 > maxDegree) return null;
  const result = new Array<number>(a.length + b.length - 1).fill(0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) result[i + j]! += x * y;
  return result;
}

/** The real roots of a polynomial in increasing order, double ones too: between its turning points lies at most one. */
export function realRoots(coefficients: readonly number[]): number[] {
  const c = [...coefficients];
  const largest = Math.max(...c.map(Math.abs));
  while (c.length > 1 && Math.abs(c[c.length - 1]!) <= 1e-14 * largest) c.pop();
  if (c.length < 2) return [];
  if (c.length === 2) return [-c[0]! / c[1]!];
  const turns = realRoots(c.slice(1).map((value, k) => value * (k + 1)));
  const bound = 1 + Math.max(...c.slice(0, -1).map((value) => Math.abs(value / c[c.length - 1]!)));
  const edges = [-bound, ...turns, bound];
  const at = (x: number): number => c.reduceRight((total, value) => total * x + value, 0);
  const size = (x: number): number =>
    c.reduceRight((total, value) => total * Math.abs(x) + Math.abs(value), 0);
  const roots = turns.filter((x) => Math.abs(at(x)) <= 1e-11 * size(x));
  for (const [k, high] of edges.slice(1).entries()) {
    const root = signChange(at, edges[k]!, high);
    if (root !== null) roots.push(root);
  }
  return roots.sort((a, b) => a - b);
}

/** A place between two of opposite sign where a function changes its sign, or null (the Illinois method). */
function signChange(at: (x: number) => number, from: number, to: number): number | null {
  let [low, high] = [from, to];
  let below = at(low);
  let above = at(high);
  if (!(below * above < 0)) return null;
  for (let k = 0; k < 80 && high - low > 4e-16 * (Math.abs(low) + Math.abs(high)); k += 1) {
    // Every third step halves, so that flat functions do not slow it down.
    const guess = k % 3 === 2 ? (low + high) / 2 : (low * above - high * below) / (above - below);
    const middle = guess > low && guess < high ? guess : (low + high) / 2;
    const value = at(middle);
    if (value === 0) return middle;
    if (Number.isNaN(value)) return null;
    if (value > 0 === above > 0) {
      [high, above] = [middle, value];
      below /= 2;
    } else {
      [low, below] = [middle, value];
      above /= 2;
    }
  }
  return (low + high) / 2;
}

/** The real value of an expression, NaN where it has none. */
export function realAt(node: Node, place: Place, budget: Budget): number {
  const values = new Map([...place].map(([name, value]) => [name, complex(value, 0, 0)]));
  const value = evaluate(node, { values }, budget);
  return value.im === 0 ? value.re : Number.NaN;
}

/** Where the kinks lie along the line through a place on which one symbol varies, in increasing order. */
export function breaksAlong(kinks: readonly Kink[], name: string, place: Place, budget: Budget): number[] {
  let breaks: number[] = [];
  // Steps come last: each piece between the other kinks gets a place where they jump.
  for (const kink of [...kinks].sort((a, b) => Number(a.steps) - Number(b.steps))) {
    if (breaks.length >= maxBreaks) break;
    if (!symbolsOf(kink.node).has(name)) continue;
    const polynomial = polynomialAlong(kink.node, name, place, budget);
    const levels = kink.steps ? levelsOf(kink.node, name, place, breaks, budget) : [0];
    const more =
      polynomial === null
        ? changesBetween(kink.node, levels, name, place, breaks, budget)
        : levels.flatMap((level) => realRoots([polynomial[0]! - level, ...polynomial.slice(1)]));
    breaks = merged([...breaks, ...more]);
  }
  return breaks;
}

const placesOfSteps = [-731, -190, -19, -1.7, 1.7, 19, 190, 731];
const maxLevels = 16;

/** Whole numbers that a step's argument reaches: those about zero and about each break so far, and one between two. */
function levelsOf(
  node: Node,
  name: string,
  place: Place,
  breaks: readonly number[],
  budget: Budget,
): number[] {
  const middles = breaks.slice(1).map((high, k) => (breaks[k]! + high) / 2);
  const places = [...middles.slice(0, maxLevels), ...placesOfSteps];
  const at = (x: number): number => realAt(node, new Map(place).set(name, x), budget);
  const around = breaks.slice(0, maxLevels).flatMap((x) => [Math.ceil(at(x)) - 1, Math.floor(at(x)) + 1]);
  const values = [...around, ...places.map((x) => Math.round(at(x)))];
  return [...new Set([-1, 0, 1, ...values.filter(Number.isSafeInteger)])].slice(0, 2 * maxLevels + 3);
}

/** Sign changes of a part that is no polynomial, between samples in each piece that the breaks so far leave. */
function changesBetween(
  node: Node,
  levels: readonly number[],
  name: string,
  place: Place,
  breaks: readonly number[],
  budget: Budget,
): number[] {
  const at = (x: number): number => realAt(node, new Map(place).set(name, x), budget);
  const edges = merged([-far, -30, -3, 0, 3, 30, far, ...breaks]);
  const result: number[] = [];
  for (const [k, high] of edges.slice(1).entries()) {
    const low = edges[k]!;
    // Beside the edges, not on them: there the function may jump.
    const places = Array.from(
      { length: samples },
      (_, j) => low + (high - low) * (0.001 + (0.998 * j) / (samples - 1)),
    );
    const values = places.map(at);
    for (const [j, value] of values.entries()) if (levels.includes(value)) result.push(places[j]!);
    for (const [j, value] of values.slice(1).entries()) {
      for (const level of levels) {
        if (!((values[j]! - level) * (value - level) < 0) || result.length >= maxChanges) continue;
        const root = signChange((x) => at(x) - level, places[j]!, places[j + 1]!);
        if (root !== null) result.push(root);
      }
    }
  }
  return result;
}

function merged(values: readonly number[]): number[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.filter((value, k) => k === 0 || value - sorted[k - 1]! > 1e-12 * (1 + Math.abs(value)));
}
