// The 95 % intervals that a score carries, one row a figure and critic.
import type { ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { type Figure, figures, intervalCells, intervalColumns } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const known: readonly Figure[] = Object.values(figures);

/** Null when no critic has an interval. An interval of a figure that has no name here is shown under its own. */
export function intervalTable(score: ScoreObject): Table | null {
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  for (const critic of score.critics) {
    groups.push({ row: rows.length, title: critic.critic });
    for (const [name, interval] of Object.entries(critic.intervals)) {
      const figure = known.find((one) => one.interval === name);
      rows.push({
        critic: critic.critic,
        figure: figure?.title.replace('\n', ' ') ?? name,
        value: figure?.of(critic) ?? null,
        ...intervalCells(interval),
      });
    }
  }
  if (rows.length === 0) return null;
  return {
    columns: [
      { key: 'critic', title: 'critic', audience: 'programs' },
      { key: 'figure', title: 'figure' },
      { key: 'value', title: 'value', align: 'right', format: (value) => formatPercent(Number(value)) },
      ...intervalColumns('95% interval'),
    ],
    rows,
    groups,
  };
}
