// What a threshold chosen on one split does on the others, before and after.
import type { OperatingMetrics, ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { countColumn, criticColumn } from './score-figures.ts';
import type { CellValue, Column, Table } from './table.ts';

const shares = [
  ['error_acc', 'error\nacc'],
  ['correct_acc', 'correct\nacc'],
  ['f1', 'F1'],
  ['step_precision', 'step\nP'],
  ['step_recall', 'step\nR'],
  ['step_f1', 'step\nF1'],
] as const;

function row(critic: string, where: string, threshold: number, figures: OperatingMetrics) {
  const { intervals, n_error, n_correct, ...rest } = figures;
  return { critic, where, threshold, n: n_error + n_correct, ...rest };
}

/** Null when no threshold was chosen. */
export function operatingTable({ critics }: ScoreObject): Table | null {
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  const notes: string[] = [];
  for (const { critic, operating_point: point } of critics) {
    if (point === null) continue;
    groups.push({ row: rows.length, title: critic });
    rows.push(
      row(critic, `${point.dev}, chosen`, point.threshold, point.on_dev),
      row(critic, 'test, applied', point.threshold, point.on_test),
      row(critic, 'test, without', 0, point.on_test_without),
    );
    const sure = point.confidence === 'stated' ? 'the stated confidence' : 'the share of votes';
    const best = point.objective === 'f1' ? 'F1' : 'step F1';
    notes.push(
      `${critic}: a step counts when ${sure} is at least ${point.threshold}; best ${best} on ${point.field} = ${point.dev}.`,
    );
  }
  if (rows.length === 0) return null;
  return {
    columns: [
      criticColumn(groups.length),
      { key: 'where', title: 'split' },
      { key: 'threshold', title: 'threshold', align: 'right', format: (value) => Number(value).toFixed(2) },
      countColumn('n', 'n'),
      ...shares.map(
        ([key, title]): Column => ({
          key,
          title,
          align: 'right',
          format: (value) => formatPercent(Number(value)),
        }),
      ),
    ],
    rows,
    groups,
    notes,
  };
}
