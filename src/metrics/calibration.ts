// Does a critic's confidence match its accuracy? Expected calibration error over ten equal bins (Guo et al. 2017) and the
// Brier score (Brier 1950). Tallies add up.
import type { CalibrationScore } from '../records/score.ts';
import { addToSum, type CompensatedSum, emptySum, mergeSums, sumValue } from '../statistics/sum.ts';

const binCount = 10;

interface Bin {
  n: number;
  hits: number;
  confidence: CompensatedSum;
}

export interface CalibrationTally {
  bins: Bin[];
  squares: CompensatedSum;
}

export function emptyCalibration(): CalibrationTally {
  return {
    bins: Array.from({ length: binCount }, () => ({ n: 0, hits: 0, confidence: emptySum() })),
    squares: emptySum(),
  };
}

/** A mean of 0.95 and 0.85 may come out below 0.9: a confidence this near to a bound is at it. */
const rounding = 1e-9;

/** `confidence` from 0 to 1; a bin holds its lower bound, the last one also 1. */
export function addCalibration(tally: CalibrationTally, confidence: number, right: boolean): void {
  const bin = tally.bins[Math.min(binCount - 1, Math.floor(confidence * binCount + rounding))]!;
  bin.n += 1;
  bin.hits += Number(right);
  addToSum(bin.confidence, confidence);
  addToSum(tally.squares, (confidence - Number(right)) ** 2);
}

export function mergeCalibration(into: CalibrationTally, from: CalibrationTally): void {
  for (const [i, bin] of into.bins.entries()) {
    const other = from.bins[i]!;
    bin.n += other.n;
    bin.hits += other.hits;
    mergeSums(bin.confidence, other.confidence);
  }
  mergeSums(into.squares, from.squares);
}

/** Null when nothing had a confidence; bins that are empty have null for both shares. */
export function calibrationScore({ bins, squares }: CalibrationTally): CalibrationScore | null {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  if (n === 0) return null;
  const gaps = bins.map(({ hits, confidence }) => Math.abs(sumValue(confidence) - hits));
  return {
    n,
    ece: gaps.reduce((sum, gap) => sum + gap, 0) / n,
    brier: sumValue(squares) / n,
    bins: bins.map(({ n: count, hits, confidence }, i) => ({
      low: i / binCount,
      high: (i + 1) / binCount,
      n: count,
      confidence: count === 0 ? null : sumValue(confidence) / count,
      right: count === 0 ? null : hits / count,
    })),
  };
}
