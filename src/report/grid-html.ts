// The page of a grid: the answer, every cell, development against held-out records, and intervals around the reference.
import type { GridObject, GridRow } from '../records/grid.ts';
import { headlineTitle } from './comparison-tables.ts';
import { formatPoints, formatShare } from './format.ts';
import { gridTable } from './grid-table.ts';
import { gridAnswer, gridRungs, gridSelection, isSimulatedGrid } from './grid-text.ts';
import { htmlTable } from './html-table.ts';
import { type LineChart, lineChart, type Point } from './line-chart.ts';
import { element, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import { simulationNotice } from './simulation.ts';

/** Points that no line joins: the cells have no order but that of their places. */
function apart(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point): Point[] => [point, [point[0] + 0.5, null]]);
}

function axisOf(rows: readonly GridRow[]): LineChart['x'] {
  const step = Math.max(1, Math.ceil(rows.length / 12));
  const ticks = rows.map(({ place }) => place).filter((place) => place === 1 || place % step === 0);
  const last = rows.at(-1)?.place ?? 1;
  return { title: 'number of the cell in the table', ticks, format: String, range: [0.5, last + 0.5] };
}

function figure(title: string, lead: string, svg: Markup): Markup {
  return element(
    'figure',
    {},
    element('figcaption', {}, element('strong', {}, title), element('span', {}, lead)),
    svg,
  );
}

function developmentChart({ cells, settings }: GridObject): Markup {
  const metric = headlineTitle(settings.headline);
  const title = `${metric} on development and on held-out records`;
  const pointsOf = (part: 'development' | 'held_out'): readonly Point[] =>
    apart(cells.map((row): Point => [row.place, row[part].value, { name: row.name }]));
  const chart = lineChart({
    ...{ id: 'chart-development', title, dots: true, x: axisOf(cells) },
    series: [
      { title: 'development', points: pointsOf('development') },
      { title: 'held out', points: pointsOf('held_out') },
    ],
    y: { title: metric, format: formatShare },
  });
  const lead =
    'Cells by their place on development records. Where the first dots fall on held-out records, chance had chosen.';
  return figure(title, lead, chart);
}

/** Null where no cell could be tested. */
function intervalChart({ cells, settings }: GridObject): Markup | null {
  const tested = cells.filter(({ test }) => test?.interval != null);
  if (tested.length === 0) return null;
  const metric = headlineTitle(settings.headline);
  const title = `Difference in ${metric} from the reference`;
  const chart = lineChart({
    ...{ id: 'chart-intervals', title, dots: true, x: axisOf(cells) },
    series: [
      {
        title: 'cell − reference',
        points: apart(
          tested.map(
            ({ place, name, test }): Point => [place, test!.difference, { name, interval: test!.interval }],
          ),
        ),
      },
    ],
    y: { title: 'points', format: formatPoints },
    reference: { value: 0, label: 'reference' },
  });
  const lead =
    'On held-out records, in percentage points, each with its own 95% interval; the table has p with the correction for all of them.';
  return figure(title, lead, chart);
}

/** The whole page as text; the same grid gives the same bytes. */
export function gridHtml(title: string, grid: GridObject): string {
  const intervals = intervalChart(grid);
  const selection = gridSelection(grid);
  return htmlPage(title, [
    element('header', {}, element('h1', { dir: 'auto' }, title)),
    ...(isSimulatedGrid(grid) ? [element('p', { class: 'notice', role: 'note' }, simulationNotice)] : []),
    element(
      'section',
      {},
      element('h2', {}, 'Result'),
      element('p', { class: 'summary' }, element('strong', {}, gridAnswer(grid))),
      selection === null ? null : element('p', {}, selection),
      gridRungs(grid).map((line) => element('p', { class: 'note' }, line)),
      htmlTable(gridTable(grid, { brief: false }), 'Cells, best on development records first'),
    ),
    element(
      'div',
      { class: 'charts' },
      intervals === null ? [developmentChart(grid)] : [intervals, developmentChart(grid)],
    ),
  ]);
}
