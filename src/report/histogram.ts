// Upright bars of counts over the position in a solution, in tenths: where the first errors are.
import { axis } from './axis.ts';
import { formatCount } from './format.ts';
import type { Markup } from './markup.ts';
import { bar, chartWidth, colours, label, line, svg } from './svg.ts';

export interface PositionHistogram {
  readonly id: string;
  readonly title: string;
  /** Ten counts: first errors at 0 to 10 %, 10 to 20 %, ... of the way through the solution. */
  readonly counts: readonly number[];
}

const left = 40;
const right = chartWidth - 16;
const top = 22;
const plotHeight = 170;
const bottom = top + plotHeight;

export function positionHistogram(chart: PositionHistogram): Markup {
  const { max, ticks } = axis(Math.max(0, ...chart.counts), true);
  const height = (count: number) => (count / max) * plotHeight;
  const width = (right - left) / chart.counts.length;
  const total = chart.counts.reduce((sum, count) => sum + count, 0);
  const late = left + ((right - left) * 2) / 3;
  const percent = (edge: number) => `${Math.round((edge * 100) / chart.counts.length)}%`;
  const shade = [
    bar(late, top, right - late, plotHeight, colours.shade),
    label(late + 6, 14, 'last third', { fill: colours.muted, size: 11 }),
  ];
  const grid = ticks.map((tick) => [
    line(left, bottom - height(tick), right, bottom - height(tick), colours.grid),
    label(left - 8, bottom - height(tick) + 4, formatCount(tick), {
      anchor: 'end',
      fill: colours.muted,
      size: 11,
    }),
  ]);
  const bars = chart.counts.map((count, at) => {
    const hint = `${percent(at)} to ${percent(at + 1)} of the solution: ${formatCount(count)} of ${formatCount(total)}`;
    return [
      bar(left + at * width + 3, bottom - height(count), width - 6, height(count), colours.accent, hint),
      label(left + at * width, bottom + 16, percent(at), { anchor: 'middle', fill: colours.muted, size: 11 }),
    ];
  });
  const ends = [
    label(right, bottom + 16, percent(chart.counts.length), {
      anchor: 'middle',
      fill: colours.muted,
      size: 11,
    }),
    label(left + (right - left) / 2, bottom + 36, 'position of the first error in the solution', {
      anchor: 'middle',
      fill: colours.muted,
      size: 11.5,
    }),
  ];
  const described = chart.counts.map(
    (count, at) => `${percent(at)} to ${percent(at + 1)}: ${formatCount(count)}`,
  );
  return svg(
    {
      id: chart.id,
      title: chart.title,
      description: `${formatCount(total)} first errors by position. ${described.join('; ')}.`,
      height: bottom + 44,
    },
    shade,
    grid,
    bars,
    ends,
  );
}
