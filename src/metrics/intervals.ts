// Confidence intervals of a cell: Wilson's for shares of records, the bootstrap clustered by problem for all other
// metrics (F1, sums over steps, means over solutions).
import type { Intervals } from '../records/score.ts';
import {
  fewestClusters,
  percentileInterval,
  type Replicates,
  sortedMetrics,
} from '../statistics/bootstrap.ts';
import type { ClusterSums } from '../statistics/cluster-sums.ts';
import { wilson95 } from '../statistics/wilson.ts';
import { type ProcessBenchTally, processBench } from './processbench.ts';
import { columns, type Sums, summedMetrics } from './sufficient-statistics.ts';

const noticeable = 1.1;

/**
 * Wilson's interval; where solutions of one problem are alike, for as many independent records as these are worth
 * (n over the design effect, Kish 1965).
 */
function rateInterval(
  hits: number,
  n: number,
  clusters: ClusterSums | null,
  counts: readonly [hits: readonly number[], n: readonly number[]],
): [number, number] | null {
  const effect = clusters === null ? 1 : designEffect(hits, n, clusters, counts);
  return effect > noticeable ? wilson95(hits / effect, n / effect) : wilson95(hits, n);
}

/** Variance of the share between clusters / variance if records were independent. */
function designEffect(
  hits: number,
  n: number,
  { rows, size }: ClusterSums,
  [hitColumns, sizeColumns]: readonly [readonly number[], readonly number[]],
): number {
  if (size < fewestClusters || size >= n || hits === 0 || hits === n) return 1;
  const share = hits / n;
  const sum = (row: readonly number[], picked: readonly number[]) =>
    picked.reduce((total, column) => total + row[column]!, 0);
  let squares = 0;
  for (const row of Object.values(rows))
    squares += (sum(row, hitColumns) - share * sum(row, sizeColumns)) ** 2;
  return squares / (n * share * (1 - share));
}

const c = columns;

export function rateIntervals(tally: ProcessBenchTally, clusters: ClusterSums | null): Intervals {
  const { nError, nClean } = processBench.sizes(tally);
  return {
    error_acc: rateInterval(tally.exact, nError, clusters, [[c.exact], [c.nError]]),
    correct_acc: rateInterval(tally.cleanPassed, nClean, clusters, [[c.passed], [c.nClean]]),
    false_positive_rate: rateInterval(tally.cleanFlagged, nClean, clusters, [[c.flagged], [c.nClean]]),
    exact: rateInterval(tally.exact + tally.cleanPassed, nError + nClean, clusters, [
      [c.exact, c.passed],
      [c.nError, c.nClean],
    ]),
  };
}

/** Reads the sums of one replicate. */
export function sumsOf(replicates: Replicates, b: number): Sums {
  return (column) => replicates[column]![b]!;
}

/** Null where the metric is undefined, over all records or in too many replicates. */
export function bootstrapInterval(
  replicates: Replicates,
  figure: (b: number) => number | null,
): [number, number] | null {
  const sorted = sortedMetrics(replicates[0]!.length, figure);
  return sorted === null ? null : percentileInterval(sorted);
}

export function summedIntervals(replicates: Replicates | null): Intervals {
  return Object.fromEntries(
    Object.entries(summedMetrics).map(([name, figure]) => [
      name,
      replicates === null ? null : bootstrapInterval(replicates, (b) => figure(sumsOf(replicates, b))),
    ]),
  );
}
