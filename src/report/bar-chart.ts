// Bars for reports and for the dashboard: shares side by side on an axis, counts as parts of a whole, counts upright
// along an axis, and a small bar for the cell of a table.
import { axis, shareAxis } from './axis.ts';
import { dash, formatCount, formatPercent, formatShare } from './format.ts';
import { legend } from './legend.ts';
import { element, type Markup } from './markup.ts';
import { bar, chartWidth, colours, coordinate, label, line, seriesColours, shortened, svg } from './svg.ts';

interface Frame {
  readonly id: string;
  readonly title: string;
}

const small = { fill: colours.muted, size: 11 };

export interface BarRow {
  readonly label: string;
  /** Fractions from 0 to 1, one a series; null has no bar. */
  readonly values: readonly (number | null)[];
  /** `accent` (the default) for what the chart is about, `quiet` for what it is compared with. */
  readonly tone?: 'accent' | 'quiet';
  /** Drawn as a whisker on each bar. */
  readonly interval?: readonly [number, number] | null;
}

export interface BarChart extends Frame {
  /** Names of a row's bars, at most as many as there are colours (6); a row without them has one bar. */
  readonly series?: readonly string[];
  readonly rows: readonly BarRow[];
  /** A dashed line through all bars: the value to beat. */
  readonly reference?: { readonly value: number; readonly label: string } | null;
}

const plotWidth = chartWidth - 56;
const rowHeader = 20;
const barHeight = 10;
const barGap = 4;
/** Below a row; more where it has several bars. */
const [rowGap, groupGap] = [4, 12];

function whisker(interval: readonly [number, number], scale: (share: number) => number, y: number): Markup[] {
  const [low, high] = [scale(interval[0]), scale(interval[1])];
  return [
    line(low, y, high, y, colours.ink),
    line(low, y - 3, low, y + 3, colours.ink),
    line(high, y - 3, high, y + 3, colours.ink),
  ];
}

/** Horizontal bars of shares: critics beside baselines, or several critics on several subsets. */
export function barChart({ id, title, series, rows, reference }: BarChart): Markup {
  const names = legend((series ?? []).map((name, at) => ({ title: name, fill: seriesColours[at]! })));
  const { max, ticks } = shareAxis([
    ...rows.flatMap(({ values, interval }) => [...values, interval?.[1] ?? null]),
    reference?.value ?? null,
  ]);
  const scale = (share: number): number => (Math.min(share, max) / max) * plotWidth;
  const bars = series ?? [''];
  const rowHeight =
    rowHeader + bars.length * (barHeight + barGap) + (series === undefined ? rowGap : groupGap);
  const top = names.height + (series !== undefined ? 0 : reference == null ? 4 : 22);
  const bottom = top + rows.length * rowHeight;
  const grid = ticks.map((tick) => [
    line(scale(tick), top, scale(tick), bottom, tick === 0 ? colours.quiet : colours.grid),
    label(scale(tick), bottom + 16, formatShare(tick), { anchor: tick === 0 ? 'start' : 'middle', ...small }),
  ]);
  const mark =
    reference == null
      ? null
      : [
          line(scale(reference.value), 16, scale(reference.value), bottom, colours.muted, true),
          label(Math.min(scale(reference.value), chartWidth - 4), 11, reference.label, {
            anchor: reference.value > max / 2 ? 'end' : 'start',
            ...small,
          }),
        ];
  const drawn = rows.map((row, at) => {
    const y = top + at * rowHeight;
    const weight = row.tone === 'quiet' ? 400 : 600;
    return [
      label(0, y + 14, shortened(row.label, 50), { weight, rim: series === undefined }),
      bars.map((name, index) => {
        const value = row.values[index] ?? null;
        const barTop = y + rowHeader + index * (barHeight + barGap);
        const plain = row.tone === 'quiet' ? colours.quiet : colours.accent;
        const fill = series === undefined ? plain : seriesColours[index]!;
        const hint = `${row.label}${name === '' ? '' : `, ${name}`}: ${formatPercent(value)}`;
        return [
          value === null ? null : bar(0, barTop, scale(value), barHeight, fill, hint),
          row.interval == null ? null : whisker(row.interval, scale, barTop + barHeight / 2),
          label(chartWidth, barTop + 9, value === null ? dash : formatPercent(value), {
            anchor: 'end',
            ...(series === undefined ? { weight } : { size: 11 }),
          }),
        ];
      }),
    ];
  });
  const described = rows.map((row) =>
    series === undefined
      ? `${row.label} ${formatPercent(row.values[0])}`
      : `${row.label}: ${series.map((name, at) => `${name} ${formatPercent(row.values[at])}`).join(', ')}`,
  );
  const description = `${described.join('; ')}.`;
  return svg({ id, title, description, height: bottom + 24 }, names.parts, grid, mark, drawn);
}

export interface StackedBars extends Frame {
  /** In the order they are stacked; `ink` is the text colour that reads on `fill`. */
  readonly parts: readonly { readonly title: string; readonly fill: string; readonly ink: string }[];
  /** Counts, one a part; a row whose counts are all 0 has no bar. */
  readonly rows: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

const stackHeight = 46;
/** A share narrower than this has no room for its percentage. */
const labelRoom = 40;

/** Bars that each divide a whole into named parts: what became of the erroneous solutions, critic by critic. */
export function stackedBars({ id, title, parts, rows }: StackedBars): Markup {
  const names = legend(parts);
  const drawn = rows.map((row, at) => {
    const y = names.height + at * stackHeight;
    const total = row.counts.reduce((sum, count) => sum + count, 0);
    let left = 0;
    const segments = parts.map((part, index) => {
      const count = row.counts[index] ?? 0;
      if (count === 0) return null;
      const share = count / total;
      const [x, width] = [left, share * chartWidth];
      left += width;
      const hint = `${row.label}: ${part.title} ${formatCount(count)} of ${formatCount(total)} (${formatPercent(share)})`;
      return [
        // A hair of the page between neighbours keeps them apart without colour.
        bar(x, y + 18, Math.max(width - 1, 0.5), 20, part.fill, hint),
        width < labelRoom
          ? null
          : label(x + width / 2, y + 32, formatPercent(share), {
              anchor: 'middle',
              fill: part.ink,
              size: 11,
            }),
      ];
    });
    return [
      label(0, y + 12, shortened(row.label, 44), { weight: 600 }),
      label(chartWidth, y + 12, total === 0 ? dash : `n = ${formatCount(total)}`, {
        anchor: 'end',
        ...small,
      }),
      segments,
    ];
  });
  const described = rows.map(
    (row) =>
      `${row.label}: ${parts.map((part, at) => `${part.title} ${formatCount(row.counts[at])}`).join(', ')}`,
  );
  const height = names.height + rows.length * stackHeight;
  return svg({ id, title, description: `${described.join('; ')}.`, height }, names.parts, drawn);
}

export interface ColumnChart extends Frame {
  /** In user units; that of all charts of a report when absent. */
  readonly width?: number;
  readonly columns: readonly { readonly name: string; readonly count: number }[];
  /** What follows a column's name where it is read without the axis: `steps`, `of the solution`. */
  readonly unit: string;
  /** Said of the whole before its columns. */
  readonly summary: string;
  readonly x: {
    readonly title: string;
    /** Texts below the foot; places count columns from the left, halves are their middles. */
    readonly ticks: readonly { readonly at: number; readonly text: string }[];
  };
  /** What is shaded from a place on. */
  readonly shade?: { readonly from: number; readonly label: string };
}

const left = 40;
const top = 22;
const plotHeight = 170;
const bottom = top + plotHeight;

/** Where a column chart has its columns: a place is counted in columns from the left. */
export function columnPlane({ columns, width = chartWidth }: ColumnChart) {
  const right = width - 16;
  const step = (right - left) / Math.max(1, columns.length);
  return {
    width,
    right,
    step,
    across: (place: number): number => left + place * step,
    placeAt: (units: number): number => (units - left) / step,
  };
}

/** A column in words. */
export function columnWords({ columns, unit }: ColumnChart, at: number): string {
  const total = columns.reduce((sum, { count }) => sum + count, 0);
  const { name, count } = columns[at]!;
  return `${name} ${unit}: ${formatCount(count)} of ${formatCount(total)}`;
}

/** Upright bars of counts along an axis: where the first errors are, how many steps solutions have. */
export function columnChart(chart: ColumnChart): Markup {
  const { id, title, columns, shade, x } = chart;
  const { width, right, step, across } = columnPlane(chart);
  const { max, ticks } = axis(Math.max(0, ...columns.map(({ count }) => count)), true);
  const height = (count: number): number => (count / max) * plotHeight;
  const gap = Math.min(3, step / 6);
  const shaded =
    shade === undefined
      ? null
      : [
          bar(across(shade.from), top, right - across(shade.from), plotHeight, colours.shade),
          label(across(shade.from) + 6, 14, shade.label, small),
        ];
  const grid = ticks.map((tick) => [
    line(left, bottom - height(tick), right, bottom - height(tick), colours.grid),
    label(left - 8, bottom - height(tick) + 4, formatCount(tick), { anchor: 'end', ...small }),
  ]);
  const feet = (column: number): Markup[] =>
    x.ticks
      .filter(({ at }) => Math.floor(at) === column)
      .map(({ at, text }) => label(across(at), bottom + 16, text, { anchor: 'middle', ...small }));
  const bars = columns.map(({ count }, at) => {
    const hint = columnWords(chart, at);
    const place = [across(at) + gap, bottom - height(count), step - 2 * gap, height(count)] as const;
    return [bar(...place, colours.accent, hint), feet(at)];
  });
  const described = columns.map(({ name, count }) => `${name}: ${formatCount(count)}`);
  return svg(
    { id, title, description: `${chart.summary} ${described.join('; ')}.`, height: bottom + 44, width },
    shaded,
    grid,
    bars,
    feet(columns.length),
    label(left + (right - left) / 2, bottom + 36, x.title, { anchor: 'middle', ...small, size: 11.5 }),
  );
}

/** A share in the cell of a table, which says it in words beside it: as wide as the room that its element has. */
export function cellBar(
  share: number | null,
  tone: 'accent' | 'quiet',
  interval: readonly [number, number] | null = null,
): Markup {
  const percent = (fraction: number): string => `${coordinate(100 * Math.min(1, Math.max(0, fraction)))}%`;
  const part = (from: number, to: number, fill: string, [y, height] = [0, 8]): Markup =>
    element('rect', { x: percent(from), y, width: percent(to - from), height, fill });
  return element(
    'svg',
    { width: '100%', height: 8 },
    part(0, 1, colours.grid),
    share === null ? null : part(0, share, tone === 'accent' ? colours.accent : seriesColours[4]!),
    interval === null ? null : part(...interval, colours.ink, [3.25, 1.5]),
  );
}
