// First-error metrics as in ProcessBench (arXiv 2412.06559; spec critic-and-metrics 2.6).
// Every metric is a function of additive counts, so records can be streamed, shards merged, and counts weighted.
import type { ProcessBenchMetrics } from '../records/score.ts';
import { precisionRecallF1, ratio } from './ratio.ts';

/** Counts only. The first seven cover erroneous solutions, the last three correct ones. */
export interface ProcessBenchTally {
  exact: number;
  early: number;
  late: number;
  missed: number;
  none: number;
  /** Named a step at a distance of at most 1. */
  near: number;
  /** Sum of the distances, in steps, where a step was named. */
  distance: number;
  cleanPassed: number;
  cleanFlagged: number;
  cleanNone: number;
}

function empty(): ProcessBenchTally {
  return {
    exact: 0,
    early: 0,
    late: 0,
    missed: 0,
    none: 0,
    near: 0,
    distance: 0,
    cleanPassed: 0,
    cleanFlagged: 0,
    cleanNone: 0,
  };
}

/** `label` and `prediction`: 0-based step or -1 = no error; a null prediction was not readable. */
function add(tally: ProcessBenchTally, label: number, prediction: number | null): void {
  if (label === -1) {
    if (prediction === null) tally.cleanNone += 1;
    else if (prediction === -1) tally.cleanPassed += 1;
    else tally.cleanFlagged += 1;
    return;
  }
  if (prediction === null) tally.none += 1;
  else if (prediction === -1) tally.missed += 1;
  else {
    // A number below -1 is not an index either, but it reports an error: it counts as a flag, and a wrong one.
    if (prediction === label) tally.exact += 1;
    else if (prediction < label) tally.early += 1;
    else tally.late += 1;
    const distance = Math.abs(prediction - label);
    tally.distance += distance;
    if (distance <= 1) tally.near += 1;
  }
}

function merge(into: ProcessBenchTally, from: ProcessBenchTally): void {
  for (const key of Object.keys(into) as (keyof ProcessBenchTally)[]) into[key] += from[key];
}

/** Erroneous and correct solutions seen, and those of both without a readable reply. */
function sizes(tally: ProcessBenchTally): { nError: number; nClean: number; nNone: number } {
  return {
    nError: tally.exact + tally.early + tally.late + tally.missed + tally.none,
    nClean: tally.cleanPassed + tally.cleanFlagged + tally.cleanNone,
    nNone: tally.none + tally.cleanNone,
  };
}

/** 2ec/(e+c); null when a class is missing, 0 when both are 0. */
export function processBenchF1(errorAcc: number | null, correctAcc: number | null): number | null {
  if (errorAcc === null || correctAcc === null) return null;
  const sum = errorAcc + correctAcc;
  return sum === 0 ? 0 : (2 * errorAcc * correctAcc) / sum;
}

function metrics(tally: ProcessBenchTally): ProcessBenchMetrics {
  const { exact, early, late, missed, none, cleanPassed, cleanFlagged, cleanNone } = tally;
  const { nError, nClean } = sizes(tally);
  const n = nError + nClean;
  const errorAcc = ratio(exact, nError);
  const correctAcc = ratio(cleanPassed, nClean);
  const named = exact + early + late;
  // The requirement's counting: a wrong step is one false error and one uncaught error.
  const detection = { tp: exact, fp: early + late + cleanFlagged, fn: nError - exact, tn: cleanPassed };
  const binary = { tp: named, fp: cleanFlagged, fn: missed + none, tn: cleanPassed };
  return {
    error_acc: errorAcc,
    correct_acc: correctAcc,
    f1: processBenchF1(errorAcc, correctAcc),
    exact: ratio(exact + cleanPassed, n),
    balanced_acc: errorAcc === null || correctAcc === null ? null : (errorAcc + correctAcc) / 2,
    false_positive_rate: ratio(cleanFlagged, nClean),
    detection: {
      ...detection,
      ...precisionRecallF1(detection),
      accuracy: ratio(detection.tp + detection.tn, n),
    },
    binary: {
      ...binary,
      n_none_correct: cleanNone,
      accuracy: ratio(binary.tp + binary.tn, n),
      precision: ratio(binary.tp, binary.tp + binary.fp),
      recall: ratio(binary.tp, binary.tp + binary.fn),
    },
    outcomes: { exact, early, late, missed, none },
    mean_abs_distance: ratio(tally.distance, named),
    within_1: ratio(tally.near, nError),
  };
}

/** What is done with a ProcessBench tally: counting, adding two of them up, and the metrics that follow. */
export const processBench = { empty, add, merge, sizes, metrics } as const;
