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

/** A figure that has its interval under the same name. */
function withInterval<const Key extends string>(key: Key, title: string, of: Figure['of'], name?: string) {
  return { key, title, ...(name === undefined ? {} : { name }), interval: key, of };
}

/** DeltaBench's precision, recall or F1 of steps, over all steps or as the mean of solutions. */
function ofSteps<const Average extends 'micro' | 'macro', const What extends 'precision' | 'recall' | 'f1'>(
  average: Average,
  what: What,
  letter: string,
) {
  const of: Figure['of'] = ({ deltabench }) => deltabench[average][what];
  return withInterval(`deltabench_${average}_${what}`, `${average}\nstep\n${letter}`, of);
}

export const figures = {
  errorAcc: withInterval('error_acc', 'error\nacc', ({ processbench }) => processbench.error_acc),
  correctAcc: withInterval('correct_acc', 'correct\nacc', ({ processbench }) => processbench.correct_acc),
  meanF1: withInterval('mean_of_subsets_f1', 'mean\nF1', ({ processbench }) =>
    'mean_of_subsets_f1' in processbench ? processbench.mean_of_subsets_f1 : null,
  ),
  pooledF1: withInterval('f1', 'F1', ({ processbench }) => processbench.f1),
  falsePositiveRate: withInterval(
    'false_positive_rate',
    'FPR',
    ({ processbench }) => processbench.false_positive_rate,
  ),
  exact: withInterval('exact', 'exact', ({ processbench }) => processbench.exact),
  stepPrecision: ofSteps('micro', 'precision', 'P'),
  stepRecall: ofSteps('micro', 'recall', 'R'),
  stepF1: ofSteps('micro', 'f1', 'F1'),
  macroPrecision: ofSteps('macro', 'precision', 'P'),
  macroRecall: ofSteps('macro', 'recall', 'R'),
  macroF1: ofSteps('macro', 'f1', 'F1'),
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
  detectionF1: withInterval(
    'detection_f1',
    'F1',
    ({ processbench }) => processbench.detection.f1,
    'detection F1',
  ),
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
type Counts = readonly (readonly [key: 'n' | 'n_abstained' | 'n_unparsed' | 'n_failed', title: string])[];

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
      ['n_abstained', 'abstained'],
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
