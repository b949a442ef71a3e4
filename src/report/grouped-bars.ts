// Horizontal bars of shares in groups, one colour a series: several critics on several subsets.
import { shareAxis } from './axis.ts';
import { dash, formatPercent } from './format.ts';
import { legend } from './legend.ts';
import type { Markup } from './markup.ts';
import { shareGrid } from './share-grid.ts';
import { bar, chartWidth, label, seriesColours, shortened, svg } from './svg.ts';

export interface GroupedBars {
  readonly id: string;
  readonly title: string;
  /** At most as many as there are colours (6): more cannot be told apart. */
  readonly series: readonly string[];
  /** One value a series, fractions from 0 to 1. */
  readonly groups: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
}

const barHeight = 10;
const barGap = 4;
const groupHeader = 20;
const groupGap = 12;
const plotWidth = chartWidth - 56;

export function groupedBars(chart: GroupedBars): Markup {
  const { max, ticks } = shareAxis(chart.groups.flatMap((group) => group.values));
  const scale = (share: number) => (share / max) * plotWidth;
  const names = legend(chart.series.map((title, at) => ({ title, fill: seriesColours[at]! })));
  const groupHeight = groupHeader + chart.series.length * (barHeight + barGap) + groupGap;
  const top = names.height;
  const bottom = top + chart.groups.length * groupHeight;
  const grid = shareGrid(ticks, scale, top, bottom);
  const groups = chart.groups.map((group, at) => {
    const y = top + at * groupHeight;
    return [
      label(0, y + 14, shortened(group.label, 50), { weight: 600 }),
      chart.series.map((title, index) => {
        const value = group.values[index] ?? null;
        const barTop = y + groupHeader + index * (barHeight + barGap);
        const hint = `${group.label}, ${title}: ${formatPercent(value)}`;
        return [
          value === null ? null : bar(0, barTop, scale(value), barHeight, seriesColours[index]!, hint),
          label(chartWidth, barTop + 9, value === null ? dash : formatPercent(value), {
            anchor: 'end',
            size: 11,
          }),
        ];
      }),
    ];
  });
  const described = chart.groups.map(
    (group) =>
      `${group.label}: ${chart.series.map((title, at) => `${title} ${formatPercent(group.values[at])}`).join(', ')}`,
  );
  return svg(
    { id: chart.id, title: chart.title, description: `${described.join('; ')}.`, height: bottom + 24 },
    names.parts,
    grid,
    groups,
  );
}
