// Error bars for the shares of a cell: one trial a record, so Wilson's interval applies. Figures that are not
// shares of records (F1, micro and macro) get none here.
import type { Intervals } from '../records/score.ts';
import { wilson95 } from '../statistics/wilson.ts';
import { type ProcessBenchTally, sizesOf } from './processbench.ts';

export function rateIntervals(tally: ProcessBenchTally): Intervals {
  const { nError, nClean } = sizesOf(tally);
  return {
    error_acc: wilson95(tally.exact, nError),
    correct_acc: wilson95(tally.cleanPassed, nClean),
    false_positive_rate: wilson95(tally.cleanFlagged, nClean),
    exact: wilson95(tally.exact + tally.cleanPassed, nError + nClean),
  };
}
