// Two critics on the records that both have judged: the counts for McNemar's test, the sums by problem for the paired
// bootstrap, and their agreement.
import type { MetricDifference, PairComparison } from '../records/comparison.ts';
import { addRatingPair, cohenKappa, emptyRatingPairs, type RatingPairs } from '../statistics/agreement.ts';
import { type Bootstrap, percentileInterval, sortedMetrics } from '../statistics/bootstrap.ts';
import { addToCluster, type ClusterSums, emptyClusters } from '../statistics/cluster-sums.ts';
import { mcnemarExact } from '../statistics/mcnemar.ts';
import { standardErrors, twoSided, usualPower } from '../statistics/paired-test.ts';
import type { InParts } from '../statistics/parts.ts';
import { sumsOf } from './intervals.ts';
import {
  columnCount,
  columns,
  ownColumns,
  rateMetrics,
  type Sums,
  summedMetrics,
} from './sufficient-statistics.ts';

export interface PairTally {
  onlyA: number;
  onlyB: number;
  /** The sums of both, one after the other: exact in whole numbers. */
  sums: number[];
  clusters: ClusterSums;
  answers: RatingPairs;
}

const problemsToldApart = 4096;

export function emptyPair(): PairTally {
  return {
    onlyA: 0,
    onlyB: 0,
    sums: new Array<number>(2 * columnCount).fill(0),
    clusters: emptyClusters(problemsToldApart),
    answers: emptyRatingPairs(),
  };
}

/** What one critic made of a record; `answer`: its first error, null = unreadable. */
export interface Side {
  row: readonly number[];
  answer: number | null;
}

export function addPair(tally: PairTally, a: Side, b: Side, problem: number): void {
  const right = ({ row }: Side) => row[columns.exact]! + row[columns.passed]! === 1;
  if (right(a) && !right(b)) tally.onlyA += 1;
  if (right(b) && !right(a)) tally.onlyB += 1;
  const both = [...a.row, ...b.row];
  for (const [i, value] of both.entries()) tally.sums[i]! += value;
  addToCluster(tally.clusters, problem, both);
  if (a.answer !== null && b.answer !== null) addRatingPair(tally.answers, a.answer, b.answer);
}

const compared: Readonly<Record<string, (at: Sums) => number | null>> = { ...rateMetrics, ...summedMetrics };

const detectable = standardErrors(usualPower);

/** What one pair tells by itself; corrections are made over all pairs. */
export type RawPair = Omit<PairComparison, 'differs' | 'p_adjusted' | 'mcnemar'> & {
  mcnemar: Omit<PairComparison['mcnemar'], 'p_adjusted'>;
};

/** In parts, because the replicates of thousands of problems take a noticeable time. */
export function* comparePair(
  names: readonly [a: string, b: string],
  tally: PairTally,
  bootstrap: Bootstrap,
): InParts<RawPair> {
  const { onlyA, onlyB, sums } = tally;
  const whole: readonly [Sums, Sums] = [(column) => sums[column]!, (column) => sums[column + columnCount]!];
  const ownA = yield* bootstrap.inParts(tally.clusters, ownColumns);
  yield;
  const ownB = yield* bootstrap.inParts(
    tally.clusters,
    ownColumns.map((column) => column + columnCount),
  );
  yield;
  const figures = Object.entries(compared).map(([name, figure]): [string, MetricDifference] => {
    const difference = (left: Sums, right: Sums) => minus(figure(left), figure(right));
    const sorted =
      ownA === null || ownB === null
        ? null
        : sortedMetrics(bootstrap.replicates, (b) => difference(sumsOf(ownA, b), sumsOf(ownB, b)));
    return [
      name,
      {
        a: figure(whole[0]),
        b: figure(whole[1]),
        difference: difference(...whole),
        interval: sorted === null ? null : percentileInterval(sorted),
        p: sorted === null ? null : twoSided(sorted),
        minimum_detectable: sorted === null ? null : detectable * deviation(sorted),
      },
    ];
  });
  return {
    a: names[0],
    b: names[1],
    n: sums[columns.nError]! + sums[columns.nClean]!,
    n_error: sums[columns.nError]!,
    n_correct: sums[columns.nClean]!,
    mcnemar: { only_a: onlyA, only_b: onlyB, p: mcnemarExact(onlyA, onlyB) },
    figures: Object.fromEntries(figures),
    kappa: cohenKappa(tally.answers),
  };
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
