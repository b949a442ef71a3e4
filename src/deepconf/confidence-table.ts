// The confidences of all traces by metric: mean, percentiles, right against wrong.
import type { Column, Table } from '../report/table.ts';
import { metricLabel } from './labels.ts';
import type { VoteSummary } from './vote-options.ts';

const number = (key: string, title: string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => Number(value).toFixed(3),
});

const spread: readonly Column[] = [
  { key: 'metric', title: 'metric', wraps: true },
  number('mean', 'mean'),
  number('p5', 'p5'),
  number('p25', 'p25'),
  number('p50', 'median'),
  number('p75', 'p75'),
  number('p95', 'p95'),
  number('right', 'mean of\nright'),
  number('wrong', 'mean of\nwrong'),
];

const separation: readonly Column[] = [number('within', 'AUROC\nwithin'), number('pooled', 'AUROC\npooled')];

/** Fits a terminal; that AUROC is among the notes of a vote there. */
export function confidenceSpreadTable({ confidence }: VoteSummary): Table {
  return {
    columns: spread,
    rows: Object.entries(confidence).map(([metric, { mean_right, mean_wrong, ...rest }]) => ({
      ...rest,
      metric: metricLabel(metric),
      right: mean_right,
      wrong: mean_wrong,
    })),
  };
}

export function confidenceTable(summary: VoteSummary): Table {
  const { rows } = confidenceSpreadTable(summary);
  const aurocs = Object.keys(summary.confidence).map((metric) => summary.auroc[metric]);
  return {
    columns: [...spread, ...separation],
    rows: rows.map((row, at) => ({
      ...row,
      within: aurocs[at]?.within ?? null,
      pooled: aurocs[at]?.pooled ?? null,
    })),
    notes: [
      'AUROC: the chance that a right trace is more confident than a wrong one. 0.5 carries no information; below it confidence is inverted, as it is when servers mask improbable candidates.',
    ],
  };
}
