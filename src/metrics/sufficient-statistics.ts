// One judged solution as a row of additive numbers: every metric with a bootstrap interval is a function of them.
import { exactSummand } from '../statistics/cluster-sums.ts';
import { processBenchF1 } from './processbench.ts';
import { ratio } from './ratio.ts';
import type { Judgement } from './tally.ts';

export const columns = {
  nError: 0,
  exact: 1,
  /** A step was named, and the wrong one. */
  wrong: 2,
  nClean: 3,
  passed: 4,
  flagged: 5,
  tp: 6,
  fp: 7,
  fn: 8,
  precision: 9,
  recall: 10,
  f1: 11,
} as const;
export const ownColumns = Object.values(columns);
export const columnCount = ownColumns.length;

export function sufficientStatistics({ label, prediction, evaluation }: Judgement): number[] {
  const first = prediction.first_error;
  const { tp, fp, fn, precision, recall, f1 } = evaluation;
  if (label === -1) {
    return [0, 0, 0, 1, Number(first === -1), Number(first !== null && first !== -1), tp, fp, fn, 0, 0, 0];
  }
  return [
    1,
    Number(first === label),
    Number(first !== null && first !== -1 && first !== label),
    0,
    0,
    0,
    tp,
    fp,
    fn,
    exactSummand(precision ?? 0),
    exactSummand(recall ?? 0),
    exactSummand(f1 ?? 0),
  ];
}

/** What a position baseline adds to the row of the critic that it is compared with; class sizes are the critic's. */
const baselineColumns = [columns.exact, columns.passed, columns.tp, columns.fp, columns.fn] as const;

/** The baselines' part of a critic's wide row, in their order. */
export function baselineRow(judgements: readonly Judgement[]): number[] {
  const row: number[] = [];
  for (const { label, prediction, evaluation } of judgements) {
    const right = prediction.first_error === label;
    const { tp, fp, fn } = evaluation;
    row.push(Number(right && label !== -1), Number(right && label === -1), tp, fp, fn);
  }
  return row;
}

/** Where a wide row (a critic's columns, then the baselines') has the columns of baseline `at`, in `columns`' order. */
export function columnsOfBaseline(at: number): number[] {
  return ownColumns.map((column) => {
    const place = (baselineColumns as readonly number[]).indexOf(column);
    return place === -1 ? column : columnCount + at * baselineColumns.length + place;
  });
}

/** Reads a column's sum: of the whole, or of one replicate. */
export type Sums = (column: number) => number;

const c = columns;

/** Metrics that are not shares of records, by their name in `intervals`. */
export const summedMetrics = {
  f1: (at: Sums) => processBenchF1(ratio(at(c.exact), at(c.nError)), ratio(at(c.passed), at(c.nClean))),
  balanced_acc: (at: Sums) => {
    const [error, correct] = [ratio(at(c.exact), at(c.nError)), ratio(at(c.passed), at(c.nClean))];
    return error === null || correct === null ? null : (error + correct) / 2;
  },
  detection_f1: (at: Sums) =>
    ratio(2 * at(c.exact), at(c.exact) + at(c.wrong) + at(c.flagged) + at(c.nError)),
  deltabench_micro_precision: (at: Sums) => ratio(at(c.tp), at(c.tp) + at(c.fp)),
  deltabench_micro_recall: (at: Sums) => ratio(at(c.tp), at(c.tp) + at(c.fn)),
  deltabench_micro_f1: (at: Sums) => ratio(2 * at(c.tp), 2 * at(c.tp) + at(c.fp) + at(c.fn)),
  deltabench_macro_precision: (at: Sums) => ratio(at(c.precision), at(c.nError)),
  deltabench_macro_recall: (at: Sums) => ratio(at(c.recall), at(c.nError)),
  deltabench_macro_f1: (at: Sums) => ratio(at(c.f1), at(c.nError)),
} as const satisfies Record<string, (at: Sums) => number | null>;

/** Shares of records, for comparisons between critics. */
export const rateMetrics = {
  error_acc: (at: Sums) => ratio(at(c.exact), at(c.nError)),
  correct_acc: (at: Sums) => ratio(at(c.passed), at(c.nClean)),
  exact: (at: Sums) => ratio(at(c.exact) + at(c.passed), at(c.nError) + at(c.nClean)),
} as const satisfies Record<string, (at: Sums) => number | null>;
