// Bars that each divide a whole into named parts: what became of the erroneous solutions, critic by critic.
import { dash, formatCount, formatPercent } from './format.ts';
import { legend } from './legend.ts';
import type { Markup } from './markup.ts';
import { bar, chartWidth, colours, label, shortened, svg } from './svg.ts';

export interface StackedBars {
  readonly id: string;
  readonly title: string;
  /** In the order they are stacked; `ink` is the text colour that reads on `fill`. */
  readonly parts: readonly { readonly title: string; readonly fill: string; readonly ink: string }[];
  /** Counts, one a part; a row whose counts are all 0 has no bar. */
  readonly rows: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

const rowHeight = 46;
const barHeight = 20;
/** A share narrower than this has no room for its percentage. */
const labelRoom = 40;

export function stackedBars(chart: StackedBars): Markup {
  const names = legend(chart.parts);
  const rows = chart.rows.map((row, at) => {
    const y = names.height + at * rowHeight;
    const total = row.counts.reduce((sum, count) => sum + count, 0);
    let x = 0;
    const segments = chart.parts.map((part, index) => {
      const count = row.counts[index] ?? 0;
      if (count === 0) return null;
      const share = count / total;
      const width = share * chartWidth;
      const left = x;
      x += width;
      const hint = `${row.label}: ${part.title} ${formatCount(count)} of ${formatCount(total)} (${formatPercent(share)})`;
      return [
        // A hair of the page between neighbours keeps them apart without colour.
        bar(left, y + 18, Math.max(width - 1, 0.5), barHeight, part.fill, hint),
        width < labelRoom
          ? null
          : label(left + width / 2, y + 32, formatPercent(share), {
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
        fill: colours.muted,
        size: 11,
      }),
      segments,
    ];
  });
  const described = chart.rows.map(
    (row) =>
      `${row.label}: ${chart.parts.map((part, at) => `${part.title} ${formatCount(row.counts[at])}`).join(', ')}`,
  );
  return svg(
    {
      id: chart.id,
      title: chart.title,
      description: `${described.join('; ')}.`,
      height: names.height + chart.rows.length * rowHeight,
    },
    names.parts,
    rows,
  );
}
