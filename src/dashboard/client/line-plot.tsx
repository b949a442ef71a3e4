// A line chart of the reports with the values at the pointer and a zoom: drag along the axis, or use the arrow keys with
// + and −; a double click or Escape shows the whole again.
import { useMemo, useState } from 'preact/hooks';
import { rangeAxis } from '../../report/axis.ts';
import { type LineChart, lineChart } from '../../report/line-chart.ts';
import { type LinePlane, linePlane } from '../../report/line-plane.ts';
import { TakeChart } from './take-chart.tsx';
import { useWidth } from './use-width.ts';

export type Range = readonly [from: number, to: number];

type Pointing = PointerEvent & { readonly currentTarget: HTMLElement };

interface LinePlotProps {
  /** The chart of a stretch of its axis, the whole when null, as wide as there is room; kept while its data are the same. */
  readonly draw: (range: Range | null, width: number) => LineChart;
  readonly maxWidth: number;
}

/** A shorter drag is a click. */
const shortestDrag = 6;
const zoomFactor = 2;

function zoomed(chart: LineChart, range: Range | null): LineChart {
  if (range === null) return chart;
  const [from, to] = range;
  const { ticks, logarithmic } = chart.x;
  const whole = ticks.every(Number.isInteger);
  const finer = logarithmic === true ? ticks : (rangeAxis(range)?.ticks ?? []);
  const shown = finer.filter((tick) => tick >= from && tick <= to && (!whole || Number.isInteger(tick)));
  return { ...chart, x: { ...chart.x, range, ticks: shown } };
}

/** All places of points, ascending: where the arrow keys stop. */
function stopsOf({ series, band }: LineChart, [from, to]: Range): number[] {
  const all = series.flatMap(({ points }) => points.flatMap(([x, y]) => (y === null ? [] : x)));
  const places = [...all, ...(band?.stretches.map(([x]) => x) ?? [])];
  return [...new Set(places)].filter((x) => x >= from && x <= to).sort((a, b) => a - b);
}

function nearest(stops: readonly number[], value: number, { across }: LinePlane): number | null {
  let best: number | null = null;
  for (const stop of stops) {
    if (best === null || Math.abs(across(stop) - across(value)) < Math.abs(across(best) - across(value)))
      best = stop;
  }
  return best;
}

/** As near as a pointer can tell, in user units: lines that were thinned have their points at different places. */
const near = 2;

function closest<T extends readonly [x: number, ...unknown[]]>(
  points: readonly T[],
  at: number,
  { across }: LinePlane,
): T | undefined {
  let best: T | undefined;
  let distance = near;
  for (const point of points) {
    const far = Math.abs(across(point[0]) - across(at));
    if (far < distance) [best, distance] = [point, far];
  }
  return best;
}

/** What the lines have at a place, in words. */
function valuesAt({ series, band, x, y }: LineChart, at: number, plane: LinePlane): string {
  let name = x.format(at);
  const values = series.flatMap(({ title, points }) => {
    const known = points.filter(([, value]) => value !== null);
    const point = closest(known, at, plane);
    if (point === undefined) return [];
    name = point[2]?.name ?? name;
    return [`${title} ${y.format(point[1]!)}`];
  });
  const stretch = closest(band?.stretches ?? [], at, plane);
  if (band !== undefined && stretch !== undefined) {
    const [, low, high] = stretch;
    values.push(`${band.title} ${low === high ? y.format(low) : `${y.format(low)} to ${y.format(high)}`}`);
  }
  return values.length === 0 ? '' : `${x.title} ${name}: ${values.join(' · ')}`;
}

/** What is drawn, a point a row. */
function rowsOf({ series, band, x }: LineChart): (readonly (string | number | null)[])[] {
  const points = series.flatMap(({ title, points: own }) =>
    own.map(([at, value, more]) => [
      title,
      at,
      value,
      more?.interval?.[0] ?? null,
      more?.interval?.[1] ?? null,
    ]),
  );
  const stretches = band?.stretches.map(([at, low, high]) => [band.title, at, null, low, high]) ?? [];
  return [['series', x.title, 'value', 'low', 'high'], ...points, ...stretches];
}

export function LinePlot({ draw, maxWidth }: LinePlotProps) {
  const { host, width } = useWidth(maxWidth);
  const [range, setRange] = useState<Range | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [dragFrom, setDragFrom] = useState<number | null>(null);
  const { chart, plane, shown, stops, html } = useMemo(() => {
    const drawn = zoomed(draw(range, width), range);
    const { ticks } = drawn.x;
    const visible: Range = range ?? [ticks[0] ?? 0, ticks.at(-1) ?? 1];
    const __html = lineChart(drawn).markup;
    return {
      chart: drawn,
      plane: linePlane(drawn),
      shown: visible,
      stops: stopsOf(drawn, visible),
      html: { __html },
    };
  }, [draw, range, width]);

  const zoom = (next: Range | null): void => {
    setRange(next);
    setDragFrom(null);
  };
  const valueUnder = (event: Pointing): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const units = ((event.clientX - box.left) / box.width) * plane.width;
    return plane.valueAt(Math.min(plane.right, Math.max(plane.left, units)));
  };
  const onUp = (event: Pointing): void => {
    if (dragFrom === null) return;
    const to = valueUnder(event);
    const far = Math.abs(plane.across(to) - plane.across(dragFrom)) >= shortestDrag;
    setDragFrom(null);
    if (!far) return;
    setAt(null);
    zoom([Math.min(dragFrom, to), Math.max(dragFrom, to)]);
  };
  const around = (factor: number): Range => {
    const middle = plane.across(at ?? plane.valueAt((plane.left + plane.right) / 2));
    const half = ((plane.right - plane.left) / 2) * factor;
    return [plane.valueAt(middle - half), plane.valueAt(middle + half)];
  };
  const step = (by: 1 | -1): void => {
    const place = at === null ? -1 : stops.indexOf(at);
    setAt(stops[place === -1 ? (by === 1 ? 0 : stops.length - 1) : place + by] ?? at);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    '+': () => zoom(around(1 / zoomFactor)),
    '-': () => zoom(range === null ? null : around(zoomFactor)),
    Escape: () => zoom(null),
  };
  const share = (units: number): string => `${(units / plane.width) * 100}%`;
  const marked = at !== null && at >= shown[0] && at <= shown[1] ? plane.across(at) : null;
  const began =
    dragFrom === null || at === null
      ? null
      : [plane.across(dragFrom), plane.across(at)].sort((a, b) => a - b);
  return (
    <div class="plot" ref={host} style={{ maxWidth: `${maxWidth}px` }}>
      <section
        class="plane"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the values of the chart
        tabIndex={0}
        aria-label={`${chart.title}. Arrow keys: values; + and −: zoom; Escape: all.`}
        onPointerDown={(event) => {
          if (event.button === 0) setDragFrom(valueUnder(event));
        }}
        onPointerMove={(event) => setAt(nearest(stops, valueUnder(event), plane))}
        onPointerUp={onUp}
        onPointerLeave={() => {
          setAt(null);
          setDragFrom(null);
        }}
        onDblClick={() => zoom(null)}
        onKeyDown={(event) => {
          const action = keys[event.key];
          if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          event.stopPropagation();
          action();
        }}
      >
        <div dangerouslySetInnerHTML={html} />
        {began !== null && (
          <i class="chosen" style={{ left: share(began[0]!), width: share(began[1]! - began[0]!) }} />
        )}
        {marked !== null && <i class="cursor" style={{ left: share(marked) }} />}
      </section>
      <div class="plot-foot">
        <p class="at">
          <output>{at === null ? '' : valuesAt(chart, at, plane)}</output>
          {range !== null && (
            <button type="button" class="quiet" onClick={() => zoom(null)}>
              Show all
            </button>
          )}
        </p>
        <TakeChart name={chart.id} svg={html.__html} rows={() => rowsOf(chart)} />
      </div>
    </div>
  );
}
