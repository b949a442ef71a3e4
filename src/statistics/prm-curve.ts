// Results for every threshold on step scores: the ProcessBench F1 curve, the best threshold, and how well scores
// separate first wrong steps from right ones (AUC). Counts on a grid: one record at a time, constant memory, mergeable.

/** Thresholds are the multiples of 1/1000 from 0 to 1; scores are probabilities from 0 to 1. */
const cells = 1000;

export interface CurvePoint {
  readonly threshold: number;
  readonly error_acc: number | null;
  readonly correct_acc: number | null;
  /** Harmonic mean of the two; null where a class is missing. */
  readonly f1: number | null;
}

export interface PrmCurve {
  /** `label`: the first wrong step, 0-based, or -1. */
  add(label: number, scores: readonly number[]): void;
  /** From threshold 0 to 1. */
  points(): CurvePoint[];
  /** The threshold with the highest F1, in the middle where several neighbours share it; null without both classes. */
  best(): CurvePoint | null;
  /**
   * Probability that a right step scores above a first wrong one, ties counting half, by the grid's cells. Steps behind
   * a first error are neither. Null where one kind is missing.
   */
  auc(): number | null;
  readonly nError: number;
  readonly nCorrect: number;
}

/** The first threshold of the grid that is above `score`: from there on the step is flagged. */
function firstAbove(score: number): number {
  const at = Math.max(0, Math.floor(score * cells));
  return score < at / cells ? at : at + 1;
}

export function createPrmCurve(): PrmCurve {
  // Differences along the grid: +1 where a record's answer becomes right, -1 where it becomes wrong again.
  const errorRight = new Int32Array(cells + 2);
  const correctRight = new Int32Array(cells + 2);
  const rightSteps = new Float64Array(cells + 1);
  const wrongSteps = new Float64Array(cells + 1);
  let nError = 0;
  let nCorrect = 0;

  const points = (): CurvePoint[] => {
    let errorHits = 0;
    let correctHits = 0;
    return Array.from({ length: cells + 1 }, (_, at) => {
      errorHits += errorRight[at]!;
      correctHits += correctRight[at]!;
      const error_acc = nError === 0 ? null : errorHits / nError;
      const correct_acc = nCorrect === 0 ? null : correctHits / nCorrect;
      const sum = (error_acc ?? 0) + (correct_acc ?? 0);
      const missing = error_acc === null || correct_acc === null;
      const f1 = missing ? null : sum === 0 ? 0 : (2 * error_acc * correct_acc) / sum;
      return { threshold: at / cells, error_acc, correct_acc, f1 };
    });
  };
  const cellOf = (score: number): number => Math.min(cells, Math.max(0, Math.round(score * cells)));

  return {
    add(label, scores) {
      let lowestBefore = Number.POSITIVE_INFINITY;
      const end = label === -1 ? scores.length : label;
      for (const score of scores.slice(0, end)) {
        lowestBefore = Math.min(lowestBefore, score);
        rightSteps[cellOf(score)]! += 1;
      }
      // Below or at the lowest right score nothing in front is flagged.
      const until = Math.min(
        cells + 1,
        lowestBefore === Number.POSITIVE_INFINITY ? cells + 1 : firstAbove(lowestBefore),
      );
      if (label === -1) {
        nCorrect += 1;
        correctRight[0]! += 1;
        correctRight[until]! -= 1;
        return;
      }
      nError += 1;
      const wrong = scores[label]!;
      wrongSteps[cellOf(wrong)]! += 1;
      const from = Math.min(cells + 1, firstAbove(wrong));
      if (from >= until) return;
      errorRight[from]! += 1;
      errorRight[until]! -= 1;
    },
    points,
    best() {
      const all = points();
      const highest = Math.max(...all.map(({ f1 }) => f1 ?? -1));
      const from = all.findIndex(({ f1 }) => f1 === highest);
      if (from === -1) return null;
      let to = from;
      while (all[to + 1]?.f1 === highest) to += 1;
      return all[Math.floor((from + to) / 2)]!;
    },
    auc() {
      let wrongBelow = 0;
      let wins = 0;
      let right = 0;
      for (let at = 0; at <= cells; at += 1) {
        wins += rightSteps[at]! * (wrongBelow + wrongSteps[at]! / 2);
        wrongBelow += wrongSteps[at]!;
        right += rightSteps[at]!;
      }
      return right === 0 || wrongBelow === 0 ? null : wins / (right * wrongBelow);
    },
    get nError() {
      return nError;
    },
    get nCorrect() {
      return nCorrect;
    },
  };
}
