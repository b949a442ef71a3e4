// Everything that is counted about one set of judged solutions: the smallest unit that the score is made of.
import type { Cut, Intervals, ScoreCell, ScoreCounts } from '../records/score.ts';
import type { Bootstrap } from '../statistics/bootstrap.ts';
import { addToCluster } from '../statistics/cluster-sums.ts';
import type { StepEvaluation } from './deltabench.ts';
import {
  addDeltaBench,
  type DeltaBenchTally,
  deltaBenchScore,
  emptyDeltaBench,
  mergeDeltaBench,
} from './deltabench-tally.ts';
import type { Mergeable } from './groups.ts';
import { rateIntervals, summedIntervals } from './intervals.ts';
import type { Prediction } from './prediction.ts';
import { processBench } from './processbench.ts';
import { emptySubset, mergeSubsets, type SubsetTally } from './subset-tally.ts';
import { ownColumns } from './sufficient-statistics.ts';

/** A prediction compared with the label: computed once, added to every cell it belongs to. */
export interface Judgement {
  /** First erroneous step, 0-based, -1 = correct. */
  label: number;
  prediction: Prediction;
  evaluation: StepEvaluation;
}

/** A judgement as a row of additive numbers (sufficient-statistics.ts), and the hash of its problem. */
export interface Outcome {
  row: readonly number[];
  /** The same row, followed by those of the baselines on this record. */
  wide: readonly number[];
  problem: number;
}

export interface Tally extends SubsetTally {
  /** Absent in states of earlier versions. */
  abstained?: number;
  unparsed: number;
  failed: number;
  deltabench: DeltaBenchTally;
}

/** `cap`: maximum number of separate clusters (problems) before they are pooled; 0 = no bootstrap. */
export function emptyTally(cap: number): Tally {
  return {
    abstained: 0,
    unparsed: 0,
    failed: 0,
    ...emptySubset(cap),
    deltabench: emptyDeltaBench(),
  };
}

export function addToTally(
  cell: Tally,
  { label, prediction, evaluation }: Judgement,
  row: readonly number[] = [],
  problem = 0,
): void {
  if (prediction.status !== 'ok') cell[prediction.status] = (cell[prediction.status] ?? 0) + 1;
  processBench.add(cell.processbench, label, prediction.first_error);
  addDeltaBench(cell.deltabench, evaluation);
  if (cell.clusters !== null) addToCluster(cell.clusters, problem, row);
}

export function mergeTallies(into: Tally, from: Tally): void {
  into.abstained = (into.abstained ?? 0) + (from.abstained ?? 0);
  into.unparsed += from.unparsed;
  into.failed += from.failed;
  mergeSubsets(into, from);
  mergeDeltaBench(into.deltabench, from.deltabench);
}

export function tallyKind(cap: number): Mergeable<Tally> {
  return { empty: () => emptyTally(cap), merge: mergeTallies };
}

export function tallyCounts(cell: Tally): ScoreCounts {
  const { nError, nClean } = processBench.sizes(cell.processbench);
  return {
    n: nError + nClean,
    n_error: nError,
    n_correct: nClean,
    ...((cell.abstained ?? 0) > 0 ? { n_abstained: cell.abstained } : {}),
    n_unparsed: cell.unparsed,
    n_failed: cell.failed,
  };
}

export function scoreTally(cell: Tally, cut: Cut, bootstrap: Bootstrap): ScoreCell {
  return {
    ...tallyCounts(cell),
    processbench: processBench.metrics(cell.processbench),
    deltabench: deltaBenchScore(cell.deltabench, cut),
    intervals: tallyIntervals(cell, bootstrap),
  };
}

function tallyIntervals({ processbench, clusters }: Tally, bootstrap: Bootstrap): Intervals {
  const rates = rateIntervals(processbench, clusters);
  return clusters === null ? rates : { ...rates, ...summedIntervals(bootstrap.of(clusters, ownColumns)) };
}
