// The figures of a score that tables show, each with its name, its value and its 95 % interval. One list, so that
// the headline, the breakdowns and the intervals speak of the same things in the same words.

import type { ScoreCell, SubjectScore } from '../records/score.ts';
import { formatCount, formatInterval, formatPercent } from './format.ts';
import type { CellValue, Column } from './table.ts';

type Scored = ScoreCell | SubjectScore;

export interface Figure {
  readonly key: string;
  readonly title: string;
  /** What it is called outside its table, where the title alone would be ambiguous. */
  readonly name?: string;
  /** Its name in the score object's `intervals`; null where there is none. */
  readonly interval: string | null;
  readonly of: (score: Scored) => number | null;
}

export const figures = {
  errorAcc: {
    key: 'error_acc',
    title: 'error\nacc',
    interval: 'error_acc',
    of: ({ processbench }) => processbench.error_acc,
  },
  correctAcc: {
    key: 'correct_acc',
    title: 'correct\nacc',
    interval: 'correct_acc',
    of: ({ processbench }) => processbench.correct_acc,
  },
  meanF1: {
    key: 'mean_of_subsets_f1',
    title: 'mean\nF1',
    interval: 'mean_of_subsets_f1',
    of: ({ processbench }) => ('mean_of_subsets_f1' in processbench ? processbench.mean_of_subsets_f1 : null),
  },
  pooledF1: { key: 'f1', title: 'F1', interval: 'f1', of: ({ processbench }) => processbench.f1 },
  falsePositiveRate: {
    key: 'false_positive_rate',
    title: 'FPR',
    interval: 'false_positive_rate',
    of: ({ processbench }) => processbench.false_positive_rate,
  },
  exact: { key: 'exact', title: 'exact', interval: 'exact', of: ({ processbench }) => processbench.exact },
  stepPrecision: {
    key: 'deltabench_micro_precision',
    title: 'micro\nstep\nP',
    interval: 'deltabench_micro_precision',
    of: ({ deltabench }) => deltabench.micro.precision,
  },
  stepRecall: {
    key: 'deltabench_micro_recall',
    title: 'micro\nstep\nR',
    interval: 'deltabench_micro_recall',
    of: ({ deltabench }) => deltabench.micro.recall,
  },
  stepF1: {
    key: 'deltabench_micro_f1',
    title: 'micro\nstep\nF1',
    interval: 'deltabench_micro_f1',
    of: ({ deltabench }) => deltabench.micro.f1,
  },
  macroPrecision: {
    key: 'deltabench_macro_precision',
    title: 'macro\nstep\nP',
    interval: 'deltabench_macro_precision',
    of: ({ deltabench }) => deltabench.macro.precision,
  },
  macroRecall: {
    key: 'deltabench_macro_recall',
    title: 'macro\nstep\nR',
    interval: 'deltabench_macro_recall',
    of: ({ deltabench }) => deltabench.macro.recall,
  },
  macroF1: {
    key: 'deltabench_macro_f1',
    title: 'macro\nstep\nF1',
    interval: 'deltabench_macro_f1',
    of: ({ deltabench }) => deltabench.macro.f1,
  },
  detectionAccuracy: {
    key: 'detection_accuracy',
    title: 'accuracy',
    interval: null,
    of: ({ processbench }) => processbench.detection.accuracy,
  },
  detectionPrecision: {
    key: 'detection_precision',
    title: 'P',
    interval: null,
    of: ({ processbench }) => processbench.detection.precision,
  },
  detectionRecall: {
    key: 'detection_recall',
    title: 'R',
    interval: null,
    of: ({ processbench }) => processbench.detection.recall,
  },
  detectionF1: {
    key: 'detection_f1',
    title: 'F1',
    name: 'detection F1',
    interval: 'detection_f1',
    of: ({ processbench }) => processbench.detection.f1,
  },
  // For programs that know evalscope's name; people see the same number as F1, or by subset.
  simpleF1: {
    key: 'simple_f1_score',
    title: 'simple_f1_score',
    interval: null,
    of: ({ processbench }) =>
      'simple_f1_score' in processbench ? processbench.simple_f1_score : processbench.f1,
  },
} as const satisfies Record<string, Figure>;

/** Counts by their name in the score, with the title of their column. */
type Counts = readonly (readonly [key: 'n' | 'n_unparsed' | 'n_failed', title: string])[];

export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Left and right of the figures. */
  readonly before?: Counts;
  readonly after?: Counts;
}

/** The figures of the headline, in tables that fit a terminal; every form of a score shows them. */
export const sections: readonly Section[] = [
  {
    title: 'First error (ProcessBench)',
    before: [['n', 'n']],
    figures: [
      figures.errorAcc,
      figures.correctAcc,
      figures.pooledF1,
      figures.meanF1,
      figures.falsePositiveRate,
      figures.exact,
    ],
  },
  {
    title: 'Error detection',
    figures: [
      figures.detectionAccuracy,
      figures.detectionPrecision,
      figures.detectionRecall,
      figures.detectionF1,
    ],
    after: [
      ['n_unparsed', 'unparsed'],
      ['n_failed', 'failed'],
    ],
  },
  {
    title: 'Steps (DeltaBench)',
    figures: [
      figures.stepPrecision,
      figures.stepRecall,
      figures.stepF1,
      figures.macroPrecision,
      figures.macroRecall,
      figures.macroF1,
    ],
  },
];

export function figureColumns(shown: readonly Figure[]): Column[] {
  return shown.map(({ key, title }) => ({
    key,
    title,
    align: 'right',
    format: (value) => formatPercent(Number(value)),
  }));
}

export function figureCells(shown: readonly Figure[], score: Scored): Record<string, CellValue> {
  return Object.fromEntries(shown.map(({ key, of }) => [key, of(score)]));
}

export function countColumn(key: string, title: string): Column {
  return { key, title, align: 'right', format: (value) => formatCount(Number(value)) };
}

/** People need the name of the critic only where there are several. */
export function criticColumn(critics: number): Column {
  return {
    key: 'critic',
    title: 'critic',
    wraps: true,
    ...(critics > 1 ? {} : { audience: 'programs' as const }),
  };
}

/** People see one column, programs two. */
export function intervalColumns(title: string): readonly Column[] {
  return [
    { key: 'interval', title, align: 'right', audience: 'people' },
    { key: 'low', title: 'low', audience: 'programs' },
    { key: 'high', title: 'high', audience: 'programs' },
  ];
}

export function intervalCells(
  interval: readonly [number, number] | null | undefined,
): Record<string, CellValue> {
  return {
    interval: interval == null ? null : formatInterval(interval),
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
  };
}
