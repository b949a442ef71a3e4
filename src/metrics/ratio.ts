// Shares of counts with one rule for the undefined: nothing to divide by is null, never NaN and never 0.
import type { Confusion, Prf } from '../records/score.ts';

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** P = TP/(TP+FP), R = TP/(TP+FN), F1 = 2TP/(2TP+FP+FN) (spec critic-and-metrics 2.6). */
export function precisionRecallF1({ tp, fp, fn }: Confusion): Prf {
  return {
    precision: ratio(tp, tp + fp),
    recall: ratio(tp, tp + fn),
    f1: ratio(2 * tp, 2 * tp + fp + fn),
  };
}

export function emptyConfusion(): Confusion {
  return { tp: 0, fp: 0, fn: 0, tn: 0 };
}

export function addConfusion(into: Confusion, from: Confusion): void {
  into.tp += from.tp;
  into.fp += from.fp;
  into.fn += from.fn;
  into.tn += from.tn;
}
