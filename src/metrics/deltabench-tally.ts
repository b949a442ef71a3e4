// Sums of step-level evaluations over any number of solutions, and the metrics computed from them.
// Erroneous and correct solutions are summed separately: several metrics concern one class only.
import type { Confusion, Cut, DeltaBenchScore, Prf, StepScore } from '../records/score.ts';
import { addToSum, type CompensatedSum, emptySum, mergeSums, sumValue } from '../statistics/sum.ts';
import type { StepEvaluation } from './deltabench.ts';
import { addConfusion, emptyConfusion, precisionRecallF1, ratio } from './ratio.ts';

export interface DeltaBenchTally {
  error: Confusion;
  clean: Confusion;
  counts: {
    nError: number;
    nClean: number;
    cleanFlagged: number;
    cleanFailed: number;
    found: number;
    exactFirst: number;
    errorFlagged: number;
    /** Flags on erroneous solutions, after the cut. */
    errorFlags: number;
    invalid: number;
  };
  /** Over erroneous solutions, undefined counted as 0. */
  precision: CompensatedSum;
  recall: CompensatedSum;
  f1: CompensatedSum;
}

export function emptyDeltaBench(): DeltaBenchTally {
  return {
    error: emptyConfusion(),
    clean: emptyConfusion(),
    counts: {
      nError: 0,
      nClean: 0,
      cleanFlagged: 0,
      cleanFailed: 0,
      found: 0,
      exactFirst: 0,
      errorFlagged: 0,
      errorFlags: 0,
      invalid: 0,
    },
    precision: emptySum(),
    recall: emptySum(),
    f1: emptySum(),
  };
}

export function addDeltaBench(tally: DeltaBenchTally, evaluation: StepEvaluation): void {
  const { counts } = tally;
  counts.invalid += evaluation.invalid.length;
  if (evaluation.clean) {
    addConfusion(tally.clean, evaluation);
    counts.nClean += 1;
    counts.cleanFlagged += Number(evaluation.flaggedAny);
    counts.cleanFailed += Number(evaluation.failed);
    return;
  }
  addConfusion(tally.error, evaluation);
  counts.nError += 1;
  counts.found += Number(evaluation.firstErrorFound);
  counts.exactFirst += Number(evaluation.exactFirst);
  counts.errorFlagged += Number(evaluation.flaggedAny);
  counts.errorFlags += evaluation.flags.length;
  addToSum(tally.precision, evaluation.precision ?? 0);
  addToSum(tally.recall, evaluation.recall ?? 0);
  addToSum(tally.f1, evaluation.f1 ?? 0);
}

export function mergeDeltaBench(into: DeltaBenchTally, from: DeltaBenchTally): void {
  addConfusion(into.error, from.error);
  addConfusion(into.clean, from.clean);
  for (const key of Object.keys(into.counts) as (keyof DeltaBenchTally['counts'])[]) {
    into.counts[key] += from.counts[key];
  }
  mergeSums(into.precision, from.precision);
  mergeSums(into.recall, from.recall);
  mergeSums(into.f1, from.f1);
}

export function deltaBenchScore(tally: DeltaBenchTally, cut: Cut): DeltaBenchScore {
  const { counts } = tally;
  const { nError, nClean } = counts;
  const all = { ...tally.error };
  addConfusion(all, tally.clean);
  const cleanPassed = nClean - counts.cleanFlagged - counts.cleanFailed;
  const macro = (n: number, extraPrecision: number, extraRecall: number): Prf => ({
    precision: ratio(sumValue(tally.precision) + extraPrecision, n),
    recall: ratio(sumValue(tally.recall) + extraRecall, n),
    f1: ratio(sumValue(tally.f1) + extraPrecision, n),
  });
  return {
    cut,
    micro: stepScore(all),
    micro_error_only: stepScore(tally.error),
    macro: macro(nError, 0, 0),
    macro_with_clean: {
      zero: macro(nError + nClean, 0, 0),
      // 0/0 as 1: a silent reply has full precision and F1, and any readable one full recall.
      vacuous_one: macro(nError + nClean, cleanPassed, nClean - counts.cleanFailed),
    },
    clean_fpr: ratio(counts.cleanFlagged, nClean),
    clean_pass_rate: ratio(cleanPassed, nClean),
    exact_first: ratio(counts.exactFirst, nError),
    first_error_recall: ratio(counts.found, nError),
    error_flag_rate: ratio(counts.errorFlagged, nError),
    mean_flags: ratio(counts.errorFlags, nError),
    n_invalid_flags: counts.invalid,
  };
}

function stepScore(counts: Confusion): StepScore {
  const { tp, fp, fn, tn } = counts;
  return {
    tp,
    fp,
    fn,
    tn,
    ...precisionRecallF1(counts),
    step_fpr: ratio(fp, fp + tn),
    step_accuracy: ratio(tp + tn, tp + fp + fn + tn),
  };
}
