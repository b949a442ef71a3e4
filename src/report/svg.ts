// The parts that charts are made of: an accessible inline SVG and its text. Colours are CSS variables with a value
// for a chart that stands alone, so a page can set them for light and dark; no scripts, no style attributes.
import { type Child, element, type Markup } from './markup.ts';
import { colour } from './palette.ts';
import { textWidth } from './text-width.ts';
import { clipText, visibleLine } from './visible-text.ts';

/** Chart width in user units: about CSS pixels, so text stays readable on a phone and in two columns. */
export const chartWidth = 420;

/** The colours by role. */
export const colours = {
  ink: colour('ink'),
  muted: colour('muted'),
  grid: colour('grid'),
  accent: colour('accent'),
  quiet: colour('quiet'),
  shade: colour('shade'),
  surface: colour('surface'),
} as const;

/** Colours of series: they survive a grey printer and colour blindness. */
export const seriesColours: readonly string[] = [
  colour('series-1'),
  colour('series-2'),
  colour('series-3'),
  colour('series-4'),
  colour('series-5'),
  colour('series-6'),
];

/** The outcomes of erroneous solutions in the order they are stacked; `ink` is readable on `fill`. */
export const outcomeColours = [
  { title: 'exact', fill: colour('exact'), ink: colour('exact-ink') },
  { title: 'early', fill: colour('early'), ink: colour('early-ink') },
  { title: 'late', fill: colour('late'), ink: colour('late-ink') },
  { title: 'missed', fill: colour('missed'), ink: colour('missed-ink') },
  { title: 'none', fill: colour('none'), ink: colour('none-ink') },
] as const;

/** A coordinate with at most two decimals: shorter files, and the same bytes on every machine. */
export function coordinate(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

export interface SvgFrame {
  /** Names the elements that describe the chart; unique on its page. */
  readonly id: string;
  readonly title: string;
  /** The chart in words and numbers, for readers who do not see it. */
  readonly description: string;
  readonly height: number;
  readonly width?: number;
}

export function svg(frame: SvgFrame, ...children: readonly Child[]): Markup {
  const titleId = `${frame.id}-title`;
  const descriptionId = `${frame.id}-desc`;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${frame.width ?? chartWidth} ${coordinate(frame.height)}`,
      role: 'img',
      'aria-labelledby': `${titleId} ${descriptionId}`,
      'font-family': 'inherit',
      'font-size': 12,
    },
    element('title', { id: titleId }, visibleLine(frame.title)),
    element('desc', { id: descriptionId }, visibleLine(frame.description)),
    children,
  );
}

export interface TextOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly size?: number;
  readonly weight?: number;
  readonly rim?: boolean;
}

/** A label on one line. */
export function label(x: number, y: number, text: string, options: TextOptions = {}): Markup {
  return element(
    'text',
    {
      x: coordinate(x),
      y: coordinate(y),
      fill: options.fill ?? colours.ink,
      'text-anchor': options.anchor ?? null,
      'font-size': options.size ?? null,
      'font-weight': options.weight ?? null,
      // A rim in the colour of the page keeps the label readable where a line runs behind it.
      'paint-order': options.rim === true ? 'stroke' : null,
      stroke: options.rim === true ? colours.surface : null,
      'stroke-width': options.rim === true ? 4 : null,
    },
    visibleLine(text),
  );
}

/** A bar; `hint` is what a pointer that rests on it shows. */
export function bar(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  hint: string | null = null,
): Markup {
  return element(
    'rect',
    {
      x: coordinate(x),
      y: coordinate(y),
      width: coordinate(Math.max(0, width)),
      height: coordinate(Math.max(0, height)),
      fill,
    },
    hint === null ? null : element('title', {}, visibleLine(hint)),
  );
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, dashed = false): Markup {
  return element('line', {
    x1: coordinate(x1),
    y1: coordinate(y1),
    x2: coordinate(x2),
    y2: coordinate(y2),
    stroke,
    'stroke-dasharray': dashed ? '3 3' : null,
  });
}

/** The text cut to about `columns` columns, with an ellipsis where something is missing. */
export function shortened(text: string, columns: number): string {
  const clipped = clipText(text, columns * 4);
  const whole = visibleLine(clipped.text);
  if (clipped.left === 0 && textWidth(whole) <= columns) return whole;
  let kept = '';
  for (const character of whole) {
    if (textWidth(kept + character) > columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
