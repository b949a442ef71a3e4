// Horizontal bars of shares, one a row with its name above it: critics beside baselines.
import { shareAxis } from './axis.ts';
import { dash, formatPercent } from './format.ts';
import type { Markup } from './markup.ts';
import { shareGrid } from './share-grid.ts';
import { bar, chartWidth, colours, label, line, shortened, svg } from './svg.ts';

export interface Bar {
  readonly label: string;
  /** A fraction from 0 to 1; null has no bar. */
  readonly value: number | null;
  /** `accent` for what the chart is about, `quiet` for what it is compared with. */
  readonly tone: 'accent' | 'quiet';
  /** Drawn as a whisker. */
  readonly interval?: readonly [number, number] | null;
}

export interface BarChart {
  readonly id: string;
  readonly title: string;
  readonly bars: readonly Bar[];
  /** A dashed line through all bars: the value to beat. */
  readonly reference?: { readonly value: number; readonly label: string } | null;
}

const rowHeight = 38;
const plotWidth = chartWidth - 56;

function describe(chart: BarChart): string {
  const bars = chart.bars.map(({ label, value }) => `${label} ${formatPercent(value)}`);
  return `${bars.join('; ')}.`;
}

function whisker(interval: readonly [number, number], scale: (share: number) => number, y: number): Markup[] {
  const [low, high] = [scale(interval[0]), scale(interval[1])];
  return [
    line(low, y, high, y, colours.ink),
    line(low, y - 3, low, y + 3, colours.ink),
    line(high, y - 3, high, y + 3, colours.ink),
  ];
}

export function barChart(chart: BarChart): Markup {
  const { max, ticks } = shareAxis([
    ...chart.bars.flatMap(({ value, interval }) => [value, interval?.[1] ?? null]),
    chart.reference?.value ?? null,
  ]);
  const scale = (share: number) => (Math.min(share, max) / max) * plotWidth;
  const top = chart.reference == null ? 4 : 22;
  const bottom = top + chart.bars.length * rowHeight;
  const grid = shareGrid(ticks, scale, top, bottom);
  const rows = chart.bars.map(({ label: name, value, tone, interval }, at) => {
    const y = top + at * rowHeight;
    return [
      label(0, y + 14, shortened(name, 50), { weight: tone === 'accent' ? 600 : 400, rim: true }),
      value === null
        ? null
        : bar(
            0,
            y + 20,
            scale(value),
            10,
            tone === 'accent' ? colours.accent : colours.quiet,
            `${name}: ${formatPercent(value)}`,
          ),
      interval == null ? null : whisker(interval, scale, y + 25),
      label(chartWidth, y + 29, value === null ? dash : formatPercent(value), {
        anchor: 'end',
        weight: tone === 'accent' ? 600 : 400,
      }),
    ];
  });
  const { reference } = chart;
  const mark =
    reference == null
      ? null
      : [
          line(scale(reference.value), 16, scale(reference.value), bottom, colours.muted, true),
          label(Math.min(scale(reference.value), chartWidth - 4), 11, reference.label, {
            anchor: reference.value > max / 2 ? 'end' : 'start',
            fill: colours.muted,
            size: 11,
          }),
        ];
  return svg(
    { id: chart.id, title: chart.title, description: describe(chart), height: bottom + 24 },
    grid,
    mark,
    rows,
  );
}
