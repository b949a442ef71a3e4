// Lines of shares over a number: accuracy by votes or by position, how right beside how sure, precision over recall.
import { shareAxis } from './axis.ts';
import { formatPercent } from './format.ts';
import { legend } from './legend.ts';
import { element, type Markup } from './markup.ts';
import { chartWidth, colours, coordinate, label, line, seriesColours, svg } from './svg.ts';

export interface LinePoint {
  /** From 0 (left) to 1 (right). */
  readonly x: number;
  /** A fraction; null leaves a gap. */
  readonly y: number | null;
  /** Drawn as a whisker. */
  readonly interval?: readonly [number, number] | null;
  /** What the point is, for its hint and the description. */
  readonly name: string;
}

export interface LineChart {
  readonly id: string;
  readonly title: string;
  /** At most as many as there are colours (6). */
  readonly series: readonly { readonly title: string; readonly points: readonly LinePoint[] }[];
  readonly xTitle: string;
  readonly xTicks: readonly { readonly x: number; readonly label: string }[];
  /** A dashed line from corner to corner, and an axis up to 1: where a perfect critic would be. */
  readonly diagonal?: boolean;
}

const left = 44;
const right = chartWidth - 16;
const plotHeight = 170;

function path(points: readonly LinePoint[], at: (point: LinePoint) => readonly [number, number]): string {
  let pen = 'M';
  return points
    .map((point) => {
      if (point.y === null) {
        pen = 'M';
        return '';
      }
      const [x, y] = at(point);
      const text = `${pen}${coordinate(x)} ${coordinate(y)}`;
      pen = 'L';
      return text;
    })
    .join('');
}

export function lineChart(chart: LineChart): Markup {
  const names = legend(chart.series.map(({ title }, i) => ({ title, fill: seriesColours[i]! })));
  const top = names.height + 6;
  const bottom = top + plotHeight;
  const values = chart.series.flatMap(({ points }) =>
    points.flatMap(({ y, interval }) => [y, interval?.[1] ?? null]),
  );
  const { max, ticks } = shareAxis(chart.diagonal === true ? [1] : values);
  const across = (x: number) => left + x * (right - left);
  const up = (y: number) => bottom - (Math.min(y, max) / max) * plotHeight;
  const grid = ticks.map((tick) => [
    line(left, up(tick), right, up(tick), tick === 0 ? colours.quiet : colours.grid),
    label(left - 6, up(tick) + 4, formatPercent(tick).replace('.0%', '%'), {
      anchor: 'end',
      fill: colours.muted,
      size: 11,
    }),
  ]);
  const below = chart.xTicks.map((tick) =>
    label(across(tick.x), bottom + 16, tick.label, { anchor: 'middle', fill: colours.muted, size: 11 }),
  );
  const lines = chart.series.map(({ title, points }, i) => {
    const stroke = seriesColours[i]!;
    const at = (point: LinePoint) => [across(point.x), up(point.y ?? 0)] as const;
    const shown = points.filter(({ y }) => y !== null);
    return [
      element('path', { d: path(points, at), fill: 'none', stroke, 'stroke-width': 2 }),
      shown.map((point) => {
        const [x, y] = at(point);
        const { interval } = point;
        return [
          interval == null ? null : line(x, up(interval[0]), x, up(interval[1]), stroke),
          element(
            'circle',
            { cx: coordinate(x), cy: coordinate(y), r: 3, fill: stroke },
            element('title', {}, `${title}, ${point.name}: ${formatPercent(point.y)}`),
          ),
        ];
      }),
    ];
  });
  const described = chart.series.map(
    ({ title, points }) =>
      `${title}: ${points.map(({ name, y }) => `${name} ${formatPercent(y)}`).join(', ')}`,
  );
  return svg(
    { id: chart.id, title: chart.title, description: `${described.join('; ')}.`, height: bottom + 42 },
    names.parts,
    grid,
    chart.diagonal === true ? line(left, up(0), right, up(1), colours.muted, true) : null,
    below,
    label(left + (right - left) / 2, bottom + 34, chart.xTitle, {
      anchor: 'middle',
      fill: colours.muted,
      size: 11.5,
    }),
    lines,
  );
}
