// The 95 % intervals of the figures that reports speak of, one row a figure and critic; JSON and CSV have them all.
import type { CriticScore, ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { criticColumn, type Figure, figures, intervalCells, intervalColumns } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const known: readonly Figure[] = Object.values(figures);

/** What `lift_…` intervals are called, with their value. */
const lifts = [
  ['lift_processbench_f1', 'F1 lift', ({ lift }: CriticScore) => lift.processbench_f1],
  ['lift_deltabench_f1', 'step F1 lift', ({ lift }: CriticScore) => lift.deltabench_f1],
] as const;

/** Null when no critic has an interval. */
export function intervalTable(score: ScoreObject): Table | null {
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  for (const critic of score.critics) {
    groups.push({ row: rows.length, title: critic.critic });
    const { intervals } = critic;
    const add = (name: string, title: string, value: number | null) => {
      const interval = intervals[name];
      if (interval === undefined || (interval === null && value === null)) return;
      rows.push({ critic: critic.critic, figure: title, value, ...intervalCells(interval) });
    };
    for (const { interval, title, name, of } of known) {
      if (interval !== null) add(interval, name ?? title.replaceAll('\n', ' '), of(critic));
    }
    for (const [name, title, of] of lifts) add(name, title, of(critic)?.value ?? null);
  }
  if (rows.length === 0) return null;
  return {
    columns: [
      criticColumn(groups.length),
      { key: 'figure', title: 'figure' },
      { key: 'value', title: 'value', align: 'right', format: (value) => formatPercent(Number(value)) },
      ...intervalColumns('95% interval'),
    ],
    rows,
    groups,
  };
}
