// Sets of real numbers as sorted pieces: intervals and points, with their unions, intersections and complements.
import { isNonNumeric, type Node, number } from './ast.ts';
import { constantValue, infinitySign } from './compare-number.ts';
import type { Context } from './context.ts';
import { compare as compareRationals, type Rational, rational } from './rational.ts';
import { symbolsOf } from './walk.ts';

/** One end of a piece: its value as written and as a rational; an infinite end has no value. */
export interface End {
  readonly node: Node;
  readonly value: Rational | null;
  /** -1 and 1 for the infinite ends, 0 for the others. */
  readonly infinite: number;
  readonly closed: boolean;
}

interface Piece {
  readonly low: End;
  readonly high: End;
}

export type Region = readonly Piece[];

const infinity: Node = { kind: 'constant', name: 'infinity' };
export const lowest: End = {
  node: { kind: 'negate', value: infinity },
  value: null,
  infinite: -1,
  closed: false,
};
export const highest: End = { node: infinity, value: null, infinite: 1, closed: false };
export const wholeLine: Region = [{ low: lowest, high: highest }];

/** An end at a constant, or null when its value is not a real number. */
export function endAt(node: Node, closed: boolean, context: Context): End | null {
  const infinite = infinitySign(node);
  if (infinite !== 0) return infinite < 0 ? lowest : highest;
  if (symbolsOf(node).size > 0) return null;
  const value = constantValue(node, context);
  return value === null ? null : { node, value, infinite: 0, closed };
}

/** The order of two ends on the line; ends closer than 10^-15 are the same place. */
export function order(a: End, b: End): number {
  if (a.value === null || b.value === null) return a.infinite - b.infinite;
  const sign = compareRationals(a.value, b.value);
  if (sign === 0) return 0;
  const difference = Math.abs(
    Number(a.value.n * b.value.d - b.value.n * a.value.d) / Number(a.value.d * b.value.d),
  );
  return difference < 1e-15 ? 0 : sign;
}

export function point(end: End): Piece {
  const closed = { ...end, closed: true };
  return { low: closed, high: closed };
}

function isEmpty(piece: Piece): boolean {
  const sign = order(piece.low, piece.high);
  return sign > 0 || (sign === 0 && !(piece.low.closed && piece.high.closed));
}

/** Sorted pieces, with those that overlap or touch made one. */
export function union(a: Region, b: Region): Region {
  const pieces = [...a, ...b].filter((piece) => !isEmpty(piece));
  pieces.sort((p, q) => order(p.low, q.low) || Number(q.low.closed) - Number(p.low.closed));
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result[result.length - 1];
    const sign = last === undefined ? 1 : order(piece.low, last.high);
    if (last === undefined || sign > 0 || (sign === 0 && !piece.low.closed && !last.high.closed)) {
      result.push(piece);
    } else {
      const reach = order(piece.high, last.high);
      const high = reach > 0 || (reach === 0 && piece.high.closed) ? piece.high : last.high;
      result[result.length - 1] = { low: last.low, high };
    }
  }
  return result;
}

export function intersection(a: Region, b: Region): Region {
  const pieces = a.flatMap((p) =>
    b.map((q) => ({ low: inner(p.low, q.low, 1), high: inner(p.high, q.high, -1) })),
  );
  return union(pieces, []);
}

function inner(a: End, b: End, direction: 1 | -1): End {
  const sign = order(a, b) * direction;
  if (sign === 0) return a.closed ? b : a;
  return sign > 0 ? a : b;
}

export function complement(region: Region): Region {
  let result: Region = wholeLine;
  for (const { low, high } of region) {
    const below: Piece = { low: lowest, high: { ...low, closed: !low.closed && low.infinite === 0 } };
    const above: Piece = { low: { ...high, closed: !high.closed && high.infinite === 0 }, high: highest };
    const sides = [...(low.infinite < 0 ? [] : [below]), ...(high.infinite > 0 ? [] : [above])];
    result = intersection(result, sides);
  }
  return result;
}

/** The real numbers that a set, an interval, a domain or a combination of them names; null for anything else. */
export function regionOf(node: Node, context: Context): Region | null {
  context.budget.charge();
  switch (node.kind) {
    case 'interval': {
      const low = endAt(node.low, node.lowClosed, context);
      const high = endAt(node.high, node.highClosed, context);
      return low && high && union([{ low, high }], []);
    }
    case 'set':
      return points(node.items, context);
    case 'domain':
      return regionOfDomain(node.name);
    case 'setop': {
      const parts = present(node.parts.map((part) => regionOf(part, context)));
      if (parts === null) return null;
      const rest = parts.slice(1);
      if (node.name === 'union') return rest.reduce(union, parts[0]!);
      if (node.name === 'intersection') return rest.reduce(intersection, parts[0]!);
      return rest.reduce((left, right) => intersection(left, complement(right)), parts[0]!);
    }
    default:
      return null;
  }
}

function regionOfDomain(name: string): Region | null {
  const zero = (closed: boolean): End => rationalEnd(rational(0n), closed);
  switch (name) {
    case 'R':
      return wholeLine;
    case 'R*':
      return complement([point(zero(true))]);
    case 'R+':
    case 'R≥0':
      return [{ low: zero(name !== 'R+'), high: highest }];
    case 'R-':
    case 'R≤0':
      return [{ low: lowest, high: zero(name !== 'R-') }];
    default:
      return null;
  }
}

function present(parts: readonly (Region | null)[]): Region[] | null {
  const there = parts.filter((part) => part !== null);
  return there.length === parts.length ? there : null;
}

function points(items: readonly Node[], context: Context): Region | null {
  const ends = items.map((item) => (isScalar(item) ? endAt(item, true, context) : null));
  return ends.every((end) => end !== null && end.infinite === 0)
    ? union(
        ends.map((end) => point(end!)),
        [],
      )
    : null;
}

function isScalar(node: Node): boolean {
  return !isNonNumeric(node) && node.kind !== 'relation';
}

/** An end at a rational value. */
export function rationalEnd(value: Rational, closed: boolean): End {
  return { node: number(rational(value.n, value.d)), value, infinite: 0, closed };
}

/** Rational numbers at, between and beyond the ends of the pieces. */
export function placesIn(region: Region): Rational[] {
  const ends = region
    .flatMap(({ low, high }) => [low, high].flatMap(({ value }) => value ?? []))
    .sort(compareRationals);
  const result = [...ends];
  for (const [k, end] of ends.entries()) {
    const next = ends[k + 1];
    if (next === undefined) result.push({ n: end.n + end.d, d: end.d });
    else result.push(rational(end.n * next.d + next.n * end.d, 2n * end.d * next.d));
    if (k === 0) result.push({ n: end.n - end.d, d: end.d });
  }
  return result;
}

/** Whether a rational number is in the set. */
export function contains(region: Region, value: Rational): boolean {
  const at: End = { node: number(value), value, infinite: 0, closed: true };
  return intersection(region, [point(at)]).length > 0;
}
