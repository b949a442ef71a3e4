// Simulated studies: problems are drawn, and the comparison's own test is applied to each study. Problems with the same
// counts are interchangeable, and their Poisson(1) weights add up to one Poisson(k) draw, so a study of a thousand problems
// costs the bootstrap of the few kinds of problems in it.
import { fewestClusters, percentileInterval, sortedMetrics } from '../../statistics/bootstrap.ts';
import { differs, twoSided } from '../../statistics/paired-test.ts';
import { createPoissonSums } from '../../statistics/poisson-sums.ts';
import type { Rng } from '../../statistics/random.ts';
import { columnCount, columns, type Sums } from '../sufficient-statistics.ts';
import { createDraw, type Move, metricOf, type PlannedMetric, type Population } from './population.ts';

/** A problem's counts, in this order: erroneous, of these right by a and by b; correct, of these right by a and by b. */
const width = 6;

/** Where a problem's counts have the columns of one critic; columns that planned metrics do not read are 0. */
function placesOf(own: readonly [error: number, correct: number]): Int8Array {
  const places = new Int8Array(columnCount).fill(-1);
  places[columns.nError] = 0;
  places[columns.exact] = own[0];
  places[columns.nClean] = 3;
  places[columns.passed] = own[1];
  return places;
}

const placesOfA = placesOf([1, 4]);
const placesOfB = placesOf([2, 5]);

/** b - a of a metric, of sums of counts in the order above; null where it is undefined. */
function differenceOf(metric: PlannedMetric, sum: (place: number) => number): () => number | null {
  const of = metricOf(metric);
  const sumsOf =
    (places: Int8Array): Sums =>
    (column) => {
      const place = places[column]!;
      return place === -1 ? 0 : sum(place);
    };
  const [sumsOfA, sumsOfB] = [sumsOf(placesOfA), sumsOf(placesOfB)];
  return () => {
    const a = of(sumsOfA);
    const b = of(sumsOfB);
    return a === null || b === null ? null : b - a;
  };
}

export interface Planned {
  readonly population: Population;
  readonly metric: PlannedMetric;
  /** Pairs that Holm's correction is made over: p counts this many times. */
  readonly comparisons: number;
  /** Replicates of the test. */
  readonly bootstrap: number;
}

/** The share of `studies` with so many problems that find the difference, by the test of the comparison. */
export function powerAt(
  { population, metric, comparisons, bootstrap }: Planned,
  move: Move,
  { problems, studies, rng }: { readonly problems: number; readonly studies: number; readonly rng: Rng },
): number {
  const draw = createDraw(population, move, rng);
  const weigh = createPoissonSums(rng);
  const weights = new Float64Array(bootstrap);
  const kinds = new Map<number, number>();
  const sums = Array.from({ length: width }, () => new Float64Array(bootstrap));
  const row = new Int32Array(width);
  /** Counts of each kind of problem, one after the other. */
  let rows = new Int32Array(64 * width);
  let counts = new Int32Array(64);
  let found = 0;
  for (let study = 0; study < studies; study += 1) {
    kinds.clear();
    let size = 0;
    for (let problem = 0; problem < problems; problem += 1) {
      row.fill(0);
      draw((erroneous, a, b) => {
        const from = erroneous === 1 ? 0 : 3;
        row[from] = row[from]! + 1;
        row[from + 1] = row[from + 1]! + a;
        row[from + 2] = row[from + 2]! + b;
      });
      const key = keyOf(row);
      // A problem with too many records for a key is a kind of its own.
      const known = key === null ? undefined : kinds.get(key);
      if (known !== undefined) {
        counts[known] = counts[known]! + 1;
        continue;
      }
      if (size === counts.length) {
        rows = grown(rows);
        counts = grown(counts);
      }
      rows.set(row, size * width);
      counts[size] = 1;
      if (key !== null) kinds.set(key, size);
      size += 1;
    }
    found += Number(isFound({ rows, counts, size }, { sums, weigh, weights, metric, comparisons }));
  }
  return found / studies;
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Records of a problem and class that a key has room for: six such digits are exact in a double. */
const digit = 450;

function keyOf(row: Int32Array): number | null {
  let key = 0;
  for (let i = 0; i < width; i += 1) {
    if (row[i]! >= digit) return null;
    key = key * digit + row[i]!;
  }
  return key;
}

interface Study {
  readonly rows: Int32Array;
  readonly counts: Int32Array;
  readonly size: number;
}

function isFound(
  { rows, counts, size }: Study,
  {
    sums,
    weigh,
    weights,
    metric,
    comparisons,
  }: {
    readonly sums: readonly Float64Array[];
    readonly weigh: (mean: number, into: Float64Array) => void;
    /** Room for the weights of one kind of problem. */
    readonly weights: Float64Array;
    readonly metric: PlannedMetric;
    readonly comparisons: number;
  },
): boolean {
  let problems = 0;
  for (let kind = 0; kind < size; kind += 1) problems += counts[kind]!;
  if (problems < fewestClusters) return false;
  for (const column of sums) column.fill(0);
  for (let kind = 0; kind < size; kind += 1) {
    weigh(counts[kind]!, weights);
    for (let i = 0; i < width; i += 1) {
      const value = rows[kind * width + i]!;
      if (value !== 0) addScaled(sums[i]!, weights, value);
    }
  }
  let replicate = 0;
  const difference = differenceOf(metric, (place) => sums[place]![replicate]!);
  const sorted = sortedMetrics(weights.length, (b) => {
    replicate = b;
    return difference();
  });
  if (sorted === null) return false;
  return differs(percentileInterval(sorted), Math.min(1, twoSided(sorted) * comparisons)) === true;
}

function addScaled(into: Float64Array, weights: Float64Array, value: number): void {
  for (let b = 0; b < into.length; b += 1) into[b] = into[b]! + weights[b]! * value;
}

export interface Spread {
  /** Standard deviation of one problem's share in the difference: over √problems it is the standard error. */
  readonly deviation: number;
  /** Variance over what it would be if records of a problem were independent. */
  readonly designEffect: number;
}

/**
 * The spread of the difference to first order (delta method), from a sample of problems: with it the sample size of paired
 * proportions with a design effect is one formula. Null where the metric is undefined.
 */
export function spreadOf(
  { population, metric }: Pick<Planned, 'population' | 'metric'>,
  move: Move,
  { problems, rng }: { readonly problems: number; readonly rng: Rng },
): Spread | null {
  const draw = createDraw(population, move, rng);
  const rows = new Float64Array(problems * width);
  const kinds = new Float64Array(8);
  for (let problem = 0; problem < problems; problem += 1) {
    draw((erroneous, a, b) => {
      const from = problem * width + (erroneous === 1 ? 0 : 3);
      rows[from] = rows[from]! + 1;
      rows[from + 1] = rows[from + 1]! + a;
      rows[from + 2] = rows[from + 2]! + b;
      const kind = erroneous * 4 + a * 2 + b;
      kinds[kind] = kinds[kind]! + 1;
    });
  }
  const means = new Float64Array(width);
  for (let at = 0; at < rows.length; at += 1) means[at % width] = means[at % width]! + rows[at]! / problems;
  const slopes = means.map((mean, place) => slopeAt(metric, means, place, 1e-4 * Math.max(mean, 1e-3)));
  if (slopes.some((slope) => !Number.isFinite(slope))) return null;
  let squares = 0;
  for (let problem = 0; problem < problems; problem += 1) {
    let share = 0;
    // The metric does not change when all sums grow alike, so that the slopes times the means add up to 0.
    for (let i = 0; i < width; i += 1) share += slopes[i]! * rows[problem * width + i]!;
    squares += share * share;
  }
  let apart = 0;
  for (let kind = 0; kind < 8; kind += 1) {
    const from = kind >= 4 ? 0 : 3;
    const share = slopes[from]! + ((kind >> 1) & 1) * slopes[from + 1]! + (kind & 1) * slopes[from + 2]!;
    apart += kinds[kind]! * share * share;
  }
  return { deviation: Math.sqrt(squares / problems), designEffect: apart === 0 ? 1 : squares / apart };
}

function slopeAt(metric: PlannedMetric, means: Float64Array, place: number, step: number): number {
  const at = (by: number) => differenceOf(metric, (one) => means[one]! + (one === place ? by : 0))();
  const [above, below] = [at(step), at(-step)];
  return above === null || below === null ? Number.NaN : (above - below) / (2 * step);
}
