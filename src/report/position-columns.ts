// Where in the solution something is, in tenths, as the columns of a chart.
import type { ColumnChart } from './bar-chart.ts';
import { formatCount } from './format.ts';

/** `counts`: ten; first errors at 0 to 10 %, 10 to 20 %, … of the way through the solution. */
export function positionColumns(id: string, title: string, counts: readonly number[]): ColumnChart {
  const percent = (edge: number): string => `${Math.round((edge * 100) / counts.length)}%`;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    id,
    title,
    columns: counts.map((count, at) => ({ name: `${percent(at)} to ${percent(at + 1)}`, count })),
    unit: 'of the solution',
    summary: `${formatCount(total)} first errors by position.`,
    x: {
      title: 'position of the first error in the solution',
      ticks: Array.from({ length: counts.length + 1 }, (_, at) => ({ at, text: percent(at) })),
    },
    shade: { from: (counts.length * 2) / 3, label: 'last third' },
  };
}
