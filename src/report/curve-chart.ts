// Lines over a common axis, one colour a series: how a figure moves with a setting.
import { dash } from './format.ts';
import { legend } from './legend.ts';
import { element, type Markup } from './markup.ts';
import { rangeAxis } from './range-axis.ts';
import { chartWidth, colours, coordinate, label, line, seriesColours, svg } from './svg.ts';

export type Point = readonly [x: number, y: number | null];

export interface CurveChart {
  readonly id: string;
  readonly title: string;
  /** At most as many as there are colours (6). A null is a gap. */
  readonly series: readonly { readonly title: string; readonly points: readonly Point[] }[];
  readonly x: {
    readonly title: string;
    readonly ticks: readonly number[];
    readonly format: (value: number) => string;
    /** Equal ratios are equally far apart. */
    readonly logarithmic?: boolean;
  };
  readonly y: { readonly title: string; readonly format: (value: number) => string };
  /** A dashed line across: the value to beat. */
  readonly reference?: { readonly value: number; readonly label: string } | null;
  /** Dots on the points, where there are few of them. */
  readonly dots?: boolean;
}

const left = 48;
const right = chartWidth - 20;
const plotHeight = 190;

export function curveChart(chart: CurveChart): Markup {
  const { x, y, reference } = chart;
  const names = legend(chart.series.map(({ title }, at) => ({ title, fill: seriesColours[at]! })));
  const top = names.height + 18;
  const bottom = top + plotHeight;
  const heights = chart.series.flatMap(({ points }) => points.flatMap(([, value]) => value ?? []));
  const scale = rangeAxis(reference == null ? heights : [...heights, reference.value]) ?? {
    min: 0,
    max: 1,
    ticks: [0, 1],
  };
  const place = (value: number): number => (x.logarithmic === true ? Math.log(value) : value);
  const first = place(x.ticks[0] ?? 0);
  const last = place(x.ticks.at(-1) ?? 1);
  const across = (value: number): number =>
    left + ((place(value) - first) / (last - first || 1)) * (right - left);
  const up = (value: number): number => bottom - ((value - scale.min) / (scale.max - scale.min)) * plotHeight;
  const small = { fill: colours.muted, size: 11 };
  const grid = scale.ticks.map((tick) => [
    line(left, up(tick), right, up(tick), colours.grid),
    label(left - 8, up(tick) + 4, y.format(tick), { ...small, anchor: 'end' }),
  ]);
  const feet = x.ticks.map((tick) =>
    label(across(tick), bottom + 16, x.format(tick), { ...small, anchor: 'middle' }),
  );
  const mark =
    reference == null
      ? null
      : [
          line(left, up(reference.value), right, up(reference.value), colours.muted, true),
          label(left + 4, up(reference.value) - 5, reference.label, { ...small, rim: true }),
        ];
  const lines = chart.series.map(({ title, points }, at) => {
    const known = points.filter((point): point is [number, number] => point[1] !== null);
    const stroke = seriesColours[at]!;
    return [
      ...pieces(points).map((piece) =>
        element('polyline', {
          points: piece.map(([px, py]) => `${coordinate(across(px))},${coordinate(up(py))}`).join(' '),
          fill: 'none',
          stroke,
          'stroke-width': 2,
          'stroke-linejoin': 'round',
        }),
      ),
      chart.dots === true
        ? known.map(([px, py]) =>
            element(
              'circle',
              { cx: coordinate(across(px)), cy: coordinate(up(py)), r: 3, fill: stroke },
              element('title', {}, `${title}, ${x.format(px)}: ${y.format(py)}`),
            ),
          )
        : null,
    ];
  });
  return svg(
    { id: chart.id, title: chart.title, description: describe(chart), height: bottom + 44 },
    names.parts,
    label(0, names.height + 8, y.title, small),
    grid,
    mark,
    lines,
    feet,
    label(left + (right - left) / 2, bottom + 36, x.title, { ...small, anchor: 'middle' }),
  );
}

/** Runs of points without a gap. */
function pieces(points: readonly Point[]): [number, number][][] {
  const found: [number, number][][] = [[]];
  for (const [x, y] of points) {
    if (y === null) found.push([]);
    else found.at(-1)!.push([x, y]);
  }
  return found.filter((piece) => piece.length > 0);
}

/** The points in words; of long lines only every so many. */
function describe({ series, x, y }: CurveChart): string {
  const reported = series.map(({ title, points }) => {
    const stride = Math.max(1, Math.ceil(points.length / 12));
    const some = points.filter((_, at) => at % stride === 0);
    return `${title}: ${some.map(([px, py]) => `${x.format(px)} ${py === null ? dash : y.format(py)}`).join(', ')}`;
  });
  return `${reported.join('; ')}.`;
}
