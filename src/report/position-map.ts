// Where the critic looks: first errors by tenth of the solution (rows) against its answers (columns), each row shaded
// by its shares.
import { formatCount, formatPercent } from './format.ts';
import { element, type Markup } from './markup.ts';
import { chartWidth, colours, coordinate, label, svg } from './svg.ts';

export interface PositionMap {
  readonly id: string;
  readonly title: string;
  /** Eleven rows (tenths, then correct solutions) of twelve counts (tenths, then no error, unreadable). */
  readonly counts: readonly (readonly number[])[];
}

const left = 58;
const top = 18;
const rowHeight = 20;
const columnWidth = (chartWidth - left) / 12;
const tenth = (i: number) => `${i * 10}–${i * 10 + 10}%`;
const rowName = (i: number) => (i === 10 ? 'correct' : tenth(i));
const columnName = (j: number) => (j === 10 ? '“no error”' : j === 11 ? 'unreadable' : `step at ${tenth(j)}`);

export function positionMap({ id, title, counts }: PositionMap): Markup {
  const bottom = top + counts.length * rowHeight;
  const heads = Array.from({ length: 12 }, (_, j) =>
    label(left + (j + 0.5) * columnWidth, 12, j === 10 ? 'none' : j === 11 ? '?' : `${j * 10}%`, {
      anchor: 'middle',
      fill: colours.muted,
      size: 10.5,
    }),
  );
  const rows = counts.map((row, i) => {
    const total = row.reduce((sum, count) => sum + count, 0);
    const y = top + i * rowHeight;
    return [
      label(left - 6, y + 14, rowName(i), { anchor: 'end', fill: colours.muted, size: 10.5 }),
      row.map((count, j) => {
        const x = left + j * columnWidth;
        const share = total === 0 ? 0 : count / total;
        const hint = `${rowName(i)}, answer ${columnName(j)}: ${formatCount(count)} of ${formatCount(total)} (${formatPercent(total === 0 ? null : share)})`;
        return [
          element(
            'rect',
            {
              x: coordinate(x),
              y: coordinate(y),
              width: coordinate(columnWidth - 1),
              height: rowHeight - 1,
              fill: count === 0 ? colours.shade : colours.accent,
              // A single answer among many still shows.
              'fill-opacity': count === 0 ? null : coordinate(0.15 + 0.85 * share),
            },
            element('title', {}, hint),
          ),
          count === 0
            ? null
            : label(x + columnWidth / 2, y + 14, formatCount(count), {
                anchor: 'middle',
                size: 10,
                fill: share > 0.5 ? colours.surface : colours.ink,
              }),
        ];
      }),
    ];
  });
  const described = counts.map(
    (row, i) =>
      `${rowName(i)}: ${row.flatMap((count, j) => (count === 0 ? [] : [`${columnName(j)} ${count}`])).join(', ') || 'nothing'}`,
  );
  return svg({ id, title, description: `${described.join('; ')}.`, height: bottom + 20 }, heads, rows, [
    label(left, bottom + 14, 'rows: where the first error is; columns: where the critic says it is', {
      fill: colours.muted,
      size: 11,
    }),
  ]);
}
