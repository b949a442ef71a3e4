// ProcessBench metrics by subset and their two means, with intervals of the means: each replicate weights problems
// once, and the metrics of its subsets are averaged.
import type { Intervals, ProcessBenchScore } from '../records/score.ts';
import type { Bootstrap } from '../statistics/bootstrap.ts';
import { type ClusterSums, emptyClusters, mergeClusters } from '../statistics/cluster-sums.ts';
import { type Groups, groupEntries, type Mergeable } from './groups.ts';
import { bootstrapInterval, sumsOf } from './intervals.ts';
import { type ProcessBenchTally, processBench } from './processbench.ts';
import { meanOfSubsets, weightedMeanOfSubsets } from './subset-means.ts';
import { columns, ownColumns, summedMetrics } from './sufficient-statistics.ts';

/** The ProcessBench counts of a set of solutions, and what a bootstrap over them needs. */
export interface SubsetTally {
  processbench: ProcessBenchTally;
  /** Null without a bootstrap. */
  clusters: ClusterSums | null;
}

/** `cap`: maximum number of separate clusters (problems) before they are pooled; 0 = no bootstrap. */
export function emptySubset(cap: number): SubsetTally {
  return { processbench: processBench.empty(), clusters: cap === 0 ? null : emptyClusters(cap) };
}

export function mergeSubsets(into: SubsetTally, from: SubsetTally): void {
  processBench.merge(into.processbench, from.processbench);
  if (into.clusters !== null && from.clusters !== null) mergeClusters(into.clusters, from.clusters);
}

export function subsetKind(cap: number): Mergeable<SubsetTally> {
  return { empty: () => emptySubset(cap), merge: mergeSubsets };
}

export function scoreSubsets(
  groups: Groups<SubsetTally>,
): Pick<ProcessBenchScore, 'subsets' | 'mean_of_subsets_f1' | 'weighted_f1' | 'simple_f1_score'> {
  const subsets = groupEntries(groups).map(([name, { processbench }]) => {
    const { error_acc, correct_acc, f1 } = processBench.metrics(processbench);
    const { nError, nClean } = processBench.sizes(processbench);
    return [name, { error_acc, correct_acc, f1, simple_f1_score: f1, n: nError + nClean }] as const;
  });
  const scores = subsets.map(([, score]) => score);
  const weighted = weightedMeanOfSubsets(scores);
  return {
    subsets: Object.fromEntries(subsets),
    mean_of_subsets_f1: meanOfSubsets(scores.map((score) => score.f1)),
    weighted_f1: weighted,
    simple_f1_score: weighted,
  };
}

/** Null where a subset has too few problems for a bootstrap, or one class only. */
export function subsetIntervals(groups: Groups<SubsetTally>, bootstrap: Bootstrap): Intervals {
  const undefinedBoth = { mean_of_subsets_f1: null, weighted_f1: null };
  const replicated = groupEntries(groups).map(([, { clusters }]) =>
    clusters === null ? null : bootstrap.of(clusters, ownColumns),
  );
  const all = replicated.filter((one) => one !== null);
  if (all.length === 0 || all.length < replicated.length) return undefinedBoth;
  const subsetsIn = (b: number) =>
    all.map((one) => {
      const at = sumsOf(one, b);
      return { f1: summedMetrics.f1(at), n: at(columns.nError) + at(columns.nClean) };
    });
  return {
    mean_of_subsets_f1: bootstrapInterval(all[0]!, (b) => meanOfSubsets(subsetsIn(b).map(({ f1 }) => f1))),
    weighted_f1: bootstrapInterval(all[0]!, (b) => weightedMeanOfSubsets(subsetsIn(b))),
  };
}
