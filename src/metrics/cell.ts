// Everything that is counted about one set of judged solutions: the smallest unit that the score is made of.
import type { Cut, ScoreCell, ScoreCounts } from '../records/score.ts';
import type { StepEvaluation } from './deltabench.ts';
import {
  addDeltaBench,
  type DeltaBenchTally,
  deltaBenchScore,
  emptyDeltaBench,
  mergeDeltaBench,
} from './deltabench-tally.ts';
import type { Mergeable } from './groups.ts';
import { rateIntervals } from './intervals.ts';
import type { Prediction } from './prediction.ts';
import {
  addProcessBench,
  emptyProcessBench,
  mergeProcessBench,
  type ProcessBenchTally,
  processBenchFigures,
  sizesOf,
} from './processbench.ts';

/** A prediction held against the label: worked out once, added to as many cells as it belongs to. */
export interface Judgement {
  /** First erroneous step, 0-based, -1 = correct. */
  label: number;
  prediction: Prediction;
  evaluation: StepEvaluation;
}

export interface CellTally {
  unparsed: number;
  failed: number;
  processbench: ProcessBenchTally;
  deltabench: DeltaBenchTally;
}

export function emptyCell(): CellTally {
  return { unparsed: 0, failed: 0, processbench: emptyProcessBench(), deltabench: emptyDeltaBench() };
}

export function addToCell(cell: CellTally, { label, prediction, evaluation }: Judgement): void {
  if (prediction.status !== 'ok') cell[prediction.status] += 1;
  addProcessBench(cell.processbench, label, prediction.first_error);
  addDeltaBench(cell.deltabench, evaluation);
}

export function mergeCells(into: CellTally, from: CellTally): void {
  into.unparsed += from.unparsed;
  into.failed += from.failed;
  mergeProcessBench(into.processbench, from.processbench);
  mergeDeltaBench(into.deltabench, from.deltabench);
}

export const cellKind: Mergeable<CellTally> = { empty: emptyCell, merge: mergeCells };

export function cellCounts(cell: CellTally): ScoreCounts {
  const { nError, nClean } = sizesOf(cell.processbench);
  return {
    n: nError + nClean,
    n_error: nError,
    n_correct: nClean,
    n_unparsed: cell.unparsed,
    n_failed: cell.failed,
  };
}

export function scoreCell(cell: CellTally, cut: Cut): ScoreCell {
  return {
    ...cellCounts(cell),
    processbench: processBenchFigures(cell.processbench),
    deltabench: deltaBenchScore(cell.deltabench, cut),
    intervals: rateIntervals(cell.processbench),
  };
}
