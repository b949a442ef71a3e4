// The answer to a synthetic problem worked out again from its parameters, by another way than the generator's:
// brute force or a direct formula. One function a family.
import { equal, minus, over, plus, type Rational, rational, times } from './exact-latex.ts';

type Parameters = Record<string, never>;
type Pair = readonly [number, number];
type Oracle = (parameters: Parameters) => Rational;

/** Lets each oracle name the parameters it reads; they are not checked here, a wrong one gives a wrong answer. */
function oracle<P>(solve: (parameters: P) => Rational): Oracle {
  return (parameters) => solve(parameters as P);
}

const whole = (value: number): Rational => rational(value);
const total = (values: readonly Rational[]): Rational => values.reduce(plus, rational(0));
const integers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const power = (base: Rational, exponent: number): Rational =>
  integers(1, exponent).reduce((product) => times(product, base), rational(1));
const valueAt = (coefficients: readonly Rational[], x: Rational): Rational =>
  coefficients.reduce((value, coefficient) => plus(times(value, x), coefficient), rational(0));

function determinant(m: readonly (readonly number[])[]): number {
  const at = (i: number, j: number) => m[i]![j]!;
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
    at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0))
  );
}

/** All sets of three indices below n. */
function* triples(n: number): Generator<readonly [number, number, number]> {
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) for (let k = j + 1; k < n; k += 1) yield [i, j, k];
}

/** By Pascal's rule, one row after the other. */
function binomial(n: number, k: number): number {
  let row = [1];
  for (let i = 0; i < n; i += 1) row = [1, ...row.map((entry, j) => entry + (row[j + 1] ?? 0))];
  return row[k] ?? 0;
}

const first = (from: number, fits: (n: number) => boolean): Rational => {
  let n = from;
  while (!fits(n)) n += 1;
  return whole(n);
};

/** Twice the area by trapezoids, and lattice points inside (by crossing count) and on the boundary. */
function measurePolygon(vertices: readonly Pair[]): { doubled: number; inside: number; onEdge: number } {
  const edges = vertices.map((p, i) => [p, vertices[(i + 1) % vertices.length]!] as const);
  const doubled = edges.reduce((sum, [[x1, y1], [x2, y2]]) => sum + (x1 - x2) * (y1 + y2), 0);
  const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)];
  let inside = 0;
  let onEdge = 0;
  for (const x of integers(Math.min(...xs), Math.max(...xs))) {
    for (const y of integers(Math.min(...ys), Math.max(...ys))) {
      const on = edges.some(
        ([[x1, y1], [x2, y2]]) =>
          (x2 - x1) * (y - y1) === (y2 - y1) * (x - x1) &&
          (x - x1) * (x - x2) <= 0 &&
          (y - y1) * (y - y2) <= 0,
      );
      const crossings = edges.filter(
        ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1),
      ).length;
      if (on) onEdge += 1;
      else if (crossings % 2 === 1) inside += 1;
    }
  }
  return { doubled, inside, onEdge };
}

export const oracles: Readonly<Record<string, Oracle>> = {
  'linear-system': oracle<{ rows: number[][]; asked: string; weights: number[] }>(
    ({ rows, asked, weights }) => {
      // Cramer's rule.
      const whole3 = determinant(rows);
      const unknown = (j: number) =>
        rational(
          determinant(rows.map((row) => row.slice(0, 3).map((c, i) => (i === j ? row[3]! : c)))),
          whole3,
        );
      const values = [unknown(0), unknown(1), unknown(2)];
      if (asked === 'squares') return total(values.map((v) => times(v, v)));
      if (asked === 'product') {
        return values.map((v, i) => plus(v, whole(i + 1))).reduce(times);
      }
      return total(values.map((v, i) => times(v, whole(weights[i]!))));
    },
  ),
  'quadratic-roots': oracle<{ a: number; b: number; c: number; asked: string }>(({ a, b, c, asked }) => {
    const cubes = rational(3 * a * b * c - b ** 3, a ** 3);
    return asked === 'cubes' ? cubes : over(cubes, rational(c, a));
  }),
  'power-sums': oracle<{ e1: number; e2: number; e3: number; order: number; with_reciprocals: boolean }>(
    ({ e1, e2, e3, order, with_reciprocals }) => {
      // The trace of a power of the companion matrix.
      const companion = [
        [0, 0, e3],
        [1, 0, -e2],
        [0, 1, e1],
      ];
      let matrix = companion;
      for (let k = 1; k < order; k += 1) {
        matrix = matrix.map((row) =>
          [0, 1, 2].map((j) => row.reduce((sum, entry, i) => sum + entry * companion[i]![j]!, 0)),
        );
      }
      const trace = whole(matrix[0]![0]! + matrix[1]![1]! + matrix[2]![2]!);
      return with_reciprocals ? plus(trace, rational(e2, e3)) : trace;
    },
  ),
  'modular-power': oracle<{ base: number; exponent: number; modulus: number }>(
    ({ base, exponent, modulus }) => rational(BigInt(base) ** BigInt(exponent) % BigInt(modulus)),
  ),
  'chinese-remainder': oracle<{ moduli: number[]; remainders: number[]; bound: number }>(
    ({ moduli, remainders, bound }) =>
      first(bound + 1, (n) => moduli.every((m, i) => n % m === remainders[i])),
  ),
  'linear-congruence': oracle<{ a: number; c: number; modulus: number }>(({ a, c, modulus }) =>
    first(1, (x) => (a * x - c) % modulus === 0),
  ),
  'inclusion-exclusion': oracle<{ bound: number; divisors: number[] }>(({ bound, divisors }) =>
    whole(integers(1, bound).filter((n) => divisors.every((d) => n % d !== 0)).length),
  ),
  'committee-cases': oracle<{ ours: number; others: number; size: number; at_least: number }>(
    ({ ours, others, size, at_least }) =>
      whole(
        integers(at_least, size).reduce((sum, i) => sum + binomial(ours, i) * binomial(others, size - i), 0),
      ),
  ),
  'lattice-paths': oracle<{ first: Pair; second: Pair; end: Pair }>(({ first: one, second, end }) => {
    // Row by row: the paths to a point come from the left and from below; none lead to a blocked point.
    const row = new Array<number>(end[0] + 1).fill(0);
    for (let y = 0; y <= end[1]; y += 1) {
      for (let x = 0; x <= end[0]; x += 1) {
        const blocked = [one, second].some(([bx, by]) => bx === x && by === y);
        row[x] = blocked ? 0 : x + y === 0 ? 1 : (row[x - 1] ?? 0) + row[x]!;
      }
    }
    return whole(row[end[0]]!);
  }),
  'polygon-area': oracle<{ vertices: Pair[]; asked: string }>(({ vertices, asked }) => {
    const { doubled, inside, onEdge } = measurePolygon(vertices);
    // Pick's theorem ties the three counts together; it fails for a polygon that crosses itself.
    if (doubled !== 2 * inside + onEdge - 2) throw new Error('the polygon is not simple and anticlockwise');
    return asked === 'area' ? rational(doubled, 2) : whole(inside);
  }),
  'integer-triangle': oracle<{ sides: number[]; asked: string }>(({ sides, asked }) => {
    const [a, b, c] = sides as [number, number, number];
    const sixteenAreas = BigInt((a + b + c) * (b + c - a)) * BigInt((a + c - b) * (a + b - c));
    const product = BigInt(a) * BigInt(b) * BigInt(c);
    if (asked === 'distance') {
      return minus(rational(product * product, sixteenAreas), rational(product, a + b + c));
    }
    const fourArea = BigInt(Math.round(Math.sqrt(Number(sixteenAreas))));
    return plus(rational(product, fourArea), rational(fourArea, 2 * (a + b + c)));
  }),
  'perpendicular-foot': oracle<{ a: number; b: number; c: number; point: Pair; asked: string }>(
    ({ a, b, c, point: [p, q], asked }) => {
      // Mirror image by the reflection matrix of the direction (b, -a), about the point of the line nearest to 0.
      const norm = a * a + b * b;
      const x = rational((b * b - a * a) * p - 2 * a * b * q + 2 * a * c, norm);
      const y = rational((a * a - b * b) * q - 2 * a * b * p + 2 * b * c, norm);
      if (asked === 'mirror') return plus(x, y);
      const half = rational(1, 2);
      if (asked === 'foot') return times(times(half, plus(x, whole(p))), times(half, plus(y, whole(q))));
      return plus(power(minus(x, whole(p)), 2), power(minus(y, whole(q)), 2));
    },
  ),
  'urn-colours': oracle<{ counts: number[] }>(({ counts }) => {
    const urn = counts.flatMap((count, colour) => new Array<number>(count).fill(colour));
    const draws = [...triples(urn.length)];
    const expected = draws.filter((draw) => new Set(draw.map((i) => urn[i])).size === 2);
    return rational(expected.length, draws.length);
  }),
  'bayes-boxes': oracle<{ prior: Pair; a: Pair; b: Pair }>(({ prior, a, b }) => {
    // P(three winning) / P(two winning)
    const winning = ([win, lose]: Pair, draws: number) =>
      integers(0, draws - 1)
        .map((i) => rational(win - i, win + lose - i))
        .reduce(times);
    const chosen = rational(prior[0], prior[1]);
    const mixed = (draws: number) =>
      plus(times(chosen, winning(a, draws)), times(minus(whole(1), chosen), winning(b, draws)));
    return over(mixed(3), mixed(2));
  }),
  'sample-moments': oracle<{ bad: number; good: number; u: number; v: number; asked: string }>(
    ({ bad, good, u, v, asked }) => {
      const draws = [...triples(bad + good)].map((draw) => draw.filter((i) => i < bad).length);
      const mean = (value: (x: number) => number) =>
        rational(
          draws.reduce((sum, x) => sum + value(x), 0),
          draws.length,
        );
      if (asked === 'cost') return mean((x) => u * x * x + v * x);
      return minus(
        mean((x) => (u * x) ** 2),
        power(
          mean((x) => u * x),
          2,
        ),
      );
    },
  ),
  'polynomial-extrema': oracle<{ coefficients: Pair[]; interval: Pair; asked: string }>(
    ({ coefficients, interval: [from, to], asked }) => {
      // All critical points are whole, so a grid of sixths of the interval's units holds every extreme place.
      const polynomial = coefficients.map(([num, den]) => rational(num, den));
      const values = integers(6 * from, 6 * to).map((x) => valueAt(polynomial, rational(x, 6)));
      const larger = (one: Rational, two: Rational) => (minus(one, two)[0] > 0n ? one : two);
      const greatest = values.reduce(larger);
      const least = values.reduce((one, two) => (larger(one, two) === one ? two : one));
      return asked === 'difference' ? minus(greatest, least) : plus(greatest, least);
    },
  ),
  'area-between': oracle<{ parabola: number[]; line: Pair }>(({ parabola, line }) => {
    const [a, b, c] = parabola as [number, number, number];
    const gap = [whole(a), whole(b - line[0]), whole(c - line[1])];
    const zeros = integers(-20, 20).filter((x) => equal(valueAt(gap, whole(x)), rational(0)));
    const [p, q] = zeros as [number, number];
    // Simpson's rule is exact, and the gap vanishes at both ends.
    const area = times(rational(4 * (q - p), 6), valueAt(gap, rational(p + q, 2)));
    return area[0] < 0n ? minus(rational(0), area) : area;
  }),
  'mean-value': oracle<{ coefficients: number[]; interval: Pair }>(
    ({ coefficients, interval: [from, to] }) => {
      // Mean of a cubic: f(m) + f''(m) w^2 / 24, with the middle m and the width w.
      const middle = rational(from + to, 2);
      const bend = plus(times(whole(6 * coefficients[0]!), middle), whole(2 * coefficients[1]!));
      return plus(valueAt(coefficients.map(whole), middle), times(bend, rational((to - from) ** 2, 24)));
    },
  ),
  'arithmetic-progression': oracle<{ terms: number[]; count: number }>(({ terms, count }) => {
    const [i, atI, j, atJ] = terms as [number, number, number, number];
    const step = rational(atJ - atI, j - i);
    const values = integers(1, count).map((n) => plus(whole(atI), times(step, whole(n - i))));
    return total(values.map((value) => (value[0] < 0n ? minus(rational(0), value) : value)));
  }),
  'geometric-progression': oracle<{ terms: [number, Pair, number, Pair]; count: number }>(
    ({ terms, count }) => {
      const [i, atI, j, atJ] = terms;
      const [low, high] = [rational(...atI), rational(...atJ)];
      const candidates = integers(1, 4).flatMap((den) => integers(-4, 4).map((num) => rational(num, den)));
      const ratio = candidates.find((q) => equal(times(low, power(q, j - i)), high))!;
      const start = over(low, power(ratio, i - 1));
      return total(integers(0, count - 1).map((n) => times(start, power(ratio, n))));
    },
  ),
  'linear-recurrence': oracle<{ start: Pair; coefficients: Pair; order: number }>(
    ({ start, coefficients: [p, q], order }) => {
      let [now, next] = start;
      for (let n = 0; n < order; n += 1) [now, next] = [next, p * next + q * now];
      return whole(now);
    },
  ),
};
