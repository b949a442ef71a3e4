// A chart as an SVG file that stands alone, for a README or a paper: a ground of its own, so that it is readable on a
// dark page, a font that is there, and its title in sight. On a page of ours the page gives all three.
import { element, type Markup, render } from './markup.ts';
import { chartWidth, colours } from './svg.ts';

const margin = 20;
const titleHeight = 28;
const fonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';
const frame = /^<svg xmlns="[^"]*" viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/;

/** `chart` is one that `svg` made. */
export function figureFile(title: string, chart: Markup): string {
  const inner = render(chart);
  const [opening, width = chartWidth, height = 0] = frame.exec(inner) ?? [];
  if (opening === undefined) throw new Error('a figure is made of one chart');
  const placed = `<svg x="${margin}" y="${margin + titleHeight}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const [wide, high] = [Number(width) + 2 * margin, Number(height) + 2 * margin + titleHeight];
  const file = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${wide} ${high}`,
      width: wide,
      height: high,
      'font-family': fonts,
      'font-size': 12,
    },
    element('rect', { width: wide, height: high, fill: colours.surface }),
    element(
      'text',
      {
        x: margin,
        y: margin + 12,
        'font-size': 15,
        'font-weight': 600,
        fill: colours.ink,
        'aria-hidden': 'true',
      },
      title,
    ),
    { markup: inner.replace(frame, () => placed) },
  );
  return `${render(file)}\n`;
}
