// The upright grid lines of a chart of shares, with their percentages below.
import { formatShare } from './format.ts';
import type { Markup } from './markup.ts';
import { colours, label, line } from './svg.ts';

export function shareGrid(
  ticks: readonly number[],
  scale: (share: number) => number,
  top: number,
  bottom: number,
): readonly (readonly Markup[])[] {
  return ticks.map((tick) => [
    line(scale(tick), top, scale(tick), bottom, tick === 0 ? colours.quiet : colours.grid),
    label(scale(tick), bottom + 16, formatShare(tick), {
      anchor: tick === 0 ? 'start' : 'middle',
      fill: colours.muted,
      size: 11,
    }),
  ]);
}
