// What the colours of a chart mean: swatches with names, as many to a line as fit.

import type { Markup } from './markup.ts';
import { bar, chartWidth, colours, label, shortened } from './svg.ts';
import { textWidth } from './text-width.ts';

export interface LegendEntry {
  readonly title: string;
  readonly fill: string;
}

const lineHeight = 18;
const columnWidth = 6.3;

export interface Legend {
  readonly height: number;
  readonly parts: readonly Markup[];
}

/** Drawn from the top of the chart down; `height` is the room it takes. */
export function legend(entries: readonly LegendEntry[], room = chartWidth): Legend {
  let x = 0;
  let y = 0;
  const parts: Markup[] = [];
  for (const entry of entries) {
    const title = shortened(entry.title, 60);
    const width = 16 + textWidth(title) * columnWidth + 14;
    if (x > 0 && x + width - 14 > room) {
      x = 0;
      y += lineHeight;
    }
    parts.push(
      bar(x, y + 2, 10, 10, entry.fill),
      label(x + 16, y + 11, title, { fill: colours.muted, size: 11.5 }),
    );
    x += width;
  }
  return { height: entries.length === 0 ? 0 : y + lineHeight + 6, parts };
}
