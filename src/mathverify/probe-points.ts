// The points at which two expressions are compared: every orthant and order of the real symbols at several sizes, both
// sides of every kink along lines through some of them, and small, special and large whole numbers where they count.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Kink } from './kinks.ts';
import { breaksAlong } from './line-roots.ts';
import { hashOf } from './opaque.ts';
import { fromNumber, type Rational, rational, toNumber } from './rational.ts';
import { someNode } from './walk.ts';
import type { Whole } from './whole-symbols.ts';

/** Exact values of all symbols. */
export type ProbePoint = ReadonlyMap<string, Rational>;

/** Sizes in increasing order; every value is a whole number of 2048ths, so that doubles hold it exactly. */
const near = [0.34375, 0.8125, 1.71875, 2.90625];
const wide = [0.001953125, 0.15625, 19.40625, 733.28125];
const maxLines = 48;
const maxRandom = 90;
/** Steps that looking for kinks may cost; each line that is begun is finished. */
const maxKinkSteps = 10_000;

const known = new Map<string, ProbePoint[]>();
const maxKnown = 200;

/** Points for real symbols: each orthant with each order of sizes, as far as four symbols allow. */
export function orthants(
  names: readonly string[],
  whole: ReadonlyMap<string, Whole>,
  thorough: boolean,
): readonly ProbePoint[] {
  const real = names.filter((name) => !whole.has(name));
  const key = `${thorough} ${real.join(' ')}`;
  let points = known.get(key);
  if (points === undefined) {
    points = orthantsOf(real, thorough);
    if (known.size < maxKnown) known.set(key, points);
  }
  return points;
}

function orthantsOf(real: readonly string[], thorough: boolean): ProbePoint[] {
  const signs = Math.min(2 ** real.length, 16);
  const result: ProbePoint[] = [];
  for (const [r, sizes] of [near, wide].entries()) {
    for (let sign = 0; sign < signs; sign += 1) {
      for (const order of ordersFor(real.length, sign, r, thorough)) {
        const point = new Map<string, Rational>();
        for (const [k, name] of real.entries()) {
          const jitter = (hashOf(`${name} ${sign} ${r}`) % 64) / 2048;
          const value = sizes[order[k]! % sizes.length]! + jitter + Math.floor(k / 4) / 8;
          point.set(name, fromNumber((sign >> (k % 4)) & 1 ? -value : value));
        }
        result.push(point);
      }
    }
  }
  return result;
}

/** Orders of sizes: all of them where all signs agree, some elsewhere. */
function ordersFor(count: number, sign: number, round: number, thorough: boolean): number[][] {
  const slots = Array.from({ length: count }, (_, k) => k);
  if (count > 4) return [slots, [...slots].reverse()];
  const all = arrangements(count);
  if (count === 1) return (thorough ? [0, 1, 2, 3] : [sign, 2 + sign]).map((slot) => [slot]);
  if (!thorough) return [all[(sign * 7 + round * 5) % all.length]!];
  const equalSigns = sign === 0 || sign === 2 ** count - 1;
  if (equalSigns && round === 0) return all;
  const few = Math.min(all.length, 2);
  return Array.from({ length: few }, (_, k) => all[(sign * 7 + round * 5 + k * 11) % all.length]!);
}

const arrangementsOf = new Map<number, number[][]>();

/** Assignments of distinct sizes to symbols; of up to three symbols, spread over the four sizes. */
function arrangements(count: number): number[][] {
  const known = arrangementsOf.get(count);
  if (known !== undefined) return known;
  const grow = (rest: readonly number[]): number[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((k) => grow(rest.filter((other) => other !== k)).map((tail) => [k, ...tail]));
  const made = grow(Array.from({ length: count }, (_, k) => k)).map((order) =>
    order.map((k) => (count < 4 && k === count - 1 ? 3 : k)),
  );
  arrangementsOf.set(count, made);
  return made;
}

/** Points on both sides of every kink, and on it, along lines on which one real symbol varies. */
export function besideKinks(
  kinks: readonly Kink[],
  names: readonly string[],
  whole: ReadonlyMap<string, Whole>,
  bases: readonly ProbePoint[],
  budget: Budget,
): ProbePoint[] {
  const real = names.filter((name) => !whole.has(name));
  const result: ProbePoint[] = [];
  if (real.length === 0 || kinks.length === 0) return result;
  const each = Math.max(
    1,
    Math.min(real.length === 1 ? 1 : bases.length, Math.floor(maxLines / real.length)),
  );
  const stride = Math.max(1, Math.floor(bases.length / each));
  const start = budget.remaining;
  const follow = (base: ProbePoint, name: string): void => {
    const place = new Map([...base].map(([other, value]) => [other, toNumber(value)]));
    for (const value of cellValues(breaksAlong(kinks, name, place, budget)))
      result.push(new Map(base).set(name, value));
  };
  for (let line = 0; line < each; line += 1) {
    for (const [k, name] of real.entries()) {
      if (start - budget.remaining > maxKinkSteps) return result;
      follow(bases[(line * stride + k) % bases.length]!, name);
    }
  }
  // Across what was found: pieces that no line through the first points meets.
  const found = result.length;
  for (let line = 0; real.length > 1 && line < maxLines && found > 0; line += 1) {
    if (start - budget.remaining > maxKinkSteps) return result;
    follow(result[(line * 7919 + 3) % found]!, real[line % real.length]!);
  }
  return result;
}

/** Places between two breaks; the first alone where there are many breaks. */
const insideShares = [0.453125, 0.0390625, 0.9609375];
const maxThorough = 40;

/** A value in each cell between breaks, the breaks themselves, and values beyond the outermost. */
function cellValues(breaks: readonly number[]): Rational[] {
  if (breaks.length === 0) return [];
  const [first, last] = [breaks[0]!, breaks[breaks.length - 1]!];
  const values = [first - 0.28125 - Math.abs(first) / 16, last + 0.28125 + Math.abs(last) / 16].map(
    fromNumber,
  );
  for (const [k, at] of breaks.entries()) {
    values.push(simple(at));
    const next = breaks[k + 1];
    if (next === undefined) continue;
    for (const share of breaks.length <= maxThorough ? insideShares : [insideShares[0]!])
      values.push(fromNumber(at + (next - at) * share));
  }
  return values;
}

/** The fraction with a small denominator that a root in doubles stands for, else the double itself. */
function simple(value: number): Rational {
  for (let d = 1; d <= 24; d += 1) {
    const n = Math.round(value * d);
    if (Math.abs(value - n / d) <= 1e-11 * (1 + Math.abs(value))) return rational(BigInt(n), BigInt(d));
  }
  return fromNumber(value);
}

const smallWhole = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 24, 25, 27, 30, 35, 36, 49, 60,
];

/** Points for whole symbols, each with one of the real points: all small pairs, and a seeded choice of the rest. */
export function wholePoints(
  nodes: readonly Node[],
  whole: ReadonlyMap<string, Whole>,
  bases: readonly ProbePoint[],
): ProbePoint[] {
  const names = [...whole.keys()];
  const specials = wholeConstants(nodes);
  const values = names.map((name) => candidates(whole.get(name)!, specials));
  const result: ProbePoint[] = [];
  const add = (picked: readonly number[]): void => {
    const point = new Map(bases.length === 0 ? [] : bases[(result.length * 5) % bases.length]!);
    for (const [k, name] of names.entries()) point.set(name, fromNumber(picked[k]!));
    result.push(point);
  };
  if (names.length === 1) for (const value of values[0]!) add([value]);
  else {
    const few = values.map((list) => list.slice(0, names.length === 2 ? 8 : names.length === 3 ? 4 : 3));
    for (const row of firstRows(few, maxRandom)) add(row);
    for (let round = 0; round < maxRandom; round += 1) {
      add(values.map((list, k) => list[hashOf(`${names[k]} ${round}`) % list.length]!));
    }
  }
  return result;
}

/** The first rows of all that take one value of each list, the last list changing fastest; never all of them. */
function firstRows(lists: readonly (readonly number[])[], most: number): number[][] {
  const total = lists.reduce((product, list) => Math.min(product * list.length, most), 1);
  return Array.from({ length: total }, (_, k) => {
    let rest = k;
    return lists
      .map((_, j) => {
        const list = lists[lists.length - 1 - j]!;
        const value = list[rest % list.length]!;
        rest = Math.floor(rest / list.length);
        return value;
      })
      .reverse();
  });
}

/** Small numbers first, with the neighbours and multiples of the constants that are written. */
function candidates(kind: Whole, specials: readonly number[]): number[] {
  const around = specials.flatMap((c) => [c, c - 1, c + 1, 2 * c, 3 * c - 1]).filter((c) => c >= 0);
  const positive = [...new Set([...smallWhole, ...around, 97, 360, 1001, 9973])];
  if (kind === 'natural') return positive.filter((c) => c <= 240);
  // The first few take both signs in turn.
  return positive.flatMap((c) => (c === 0 ? [0] : [c, -c]));
}

function wholeConstants(nodes: readonly Node[]): number[] {
  const found = new Set<number>();
  for (const node of nodes) {
    someNode(node, (inner) => {
      if (inner.kind === 'number' && inner.value.n > 1n && inner.value.n < 1_000_000_000n && found.size < 8)
        found.add(Number(inner.value.n));
      return false;
    });
  }
  return [...found];
}
