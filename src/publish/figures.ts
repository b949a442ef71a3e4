// The charts of a dataset's card, as self-contained SVG files.
import { barChart, columnChart } from '../report/bar-chart.ts';
import { figureFile } from '../report/figure-file.ts';
import type { Markup } from '../report/markup.ts';
import { positionColumns } from '../report/position-columns.ts';
import { notStated } from './candidates.ts';
import type { DatasetStatistics } from './dataset-statistics.ts';

export interface FigureFile {
  /** From the dataset's folder. */
  readonly path: string;
  readonly title: string;
  readonly svg: string;
}

const maxBars = 15;

function shares(id: string, title: string, counts: Readonly<Record<string, number>>): Markup {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = Object.entries(counts)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxBars)
    .map(([label, count]) => ({ label: `${label} (${count})`, values: [count / total] }));
  return barChart({ id, title, rows });
}

/** A field that no source has gets no chart. */
const isStated = (counts: Readonly<Record<string, number>>): boolean =>
  Object.keys(counts).some((label) => label !== notStated);

const positionsChart = (id: string, title: string, counts: readonly number[]): Markup | null =>
  counts.some((count) => count > 0) ? columnChart(positionColumns(id, title, counts)) : null;

export function datasetFigures(statistics: DatasetStatistics): FigureFile[] {
  const { positions, error_types, subjects, difficulties } = statistics;
  const [injected, natural] = ['Where the injected errors are', 'Where the natural errors are'];
  const figures: (readonly [name: string, title: string, Markup | null])[] = [
    ['positions-injected', injected, positionsChart('injected', injected, positions.injected)],
    ['positions-natural', natural, positionsChart('natural', natural, positions.natural)],
    ...(
      [
        ['error-types', 'Types of the injected errors', error_types],
        ['subjects', 'Subjects', subjects],
        ['difficulties', 'Difficulty, as the sources have it', difficulties],
      ] as const
    ).map(
      ([name, title, counts]) =>
        [name, title, isStated(counts) ? shares(name, title, counts) : null] as const,
    ),
  ];
  return figures.flatMap(([name, title, markup]) =>
    markup === null ? [] : [{ path: `figures/${name}.svg`, title, svg: figureFile(title, markup) }],
  );
}
