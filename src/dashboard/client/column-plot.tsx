// A chart of columns of the reports with the count at the pointer; the arrow keys go from column to column.
import { useMemo, useState } from 'preact/hooks';
import { type ColumnChart, columnChart, columnPlane, columnWords } from '../../report/bar-chart.ts';
import { TakeChart } from './take-chart.tsx';
import { useWidth } from './use-width.ts';

const maxWidth = 1000;
const maxTicks = 8;

/** Columns that each have a name of their own, of which as many are written as fit. */
export function namedColumns(
  id: string,
  title: string,
  bars: readonly { readonly label: string; readonly value: number }[],
  [unit, axisTitle]: readonly [unit: string, axisTitle: string],
): ColumnChart {
  const stride = Math.max(1, Math.ceil(bars.length / maxTicks));
  const ticks = bars.flatMap(({ label: text }, at) => (at % stride === 0 ? [{ at: at + 0.5, text }] : []));
  const columns = bars.map(({ label: name, value: count }) => ({ name, count }));
  return { id, title, columns, unit, summary: '', x: { title: axisTitle, ticks } };
}

/** `chart`: kept while its data are the same. */
export function ColumnPlot({ chart: given }: { chart: ColumnChart }) {
  const { host, width } = useWidth(maxWidth);
  const [at, setAt] = useState<number | null>(null);
  const { chart, plane, html } = useMemo(() => {
    const drawn = { ...given, width };
    return { chart: drawn, plane: columnPlane(drawn), html: { __html: columnChart(drawn).markup } };
  }, [given, width]);
  const last = chart.columns.length - 1;
  const shown = at === null || at > last ? null : at;
  const share = (units: number): string => `${(units / plane.width) * 100}%`;
  return (
    <figure class="chart">
      <figcaption>{chart.title}</figcaption>
      <div class="plot" ref={host} style={{ maxWidth: `${maxWidth}px` }}>
        <section
          class="plane"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the values of the chart
          tabIndex={0}
          aria-label={`${chart.title}. Arrow keys: values.`}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const place = plane.placeAt(((event.clientX - box.left) / box.width) * plane.width);
            setAt(Math.min(last, Math.max(0, Math.floor(place))));
          }}
          onPointerLeave={() => setAt(null)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            event.stopPropagation();
            setAt(shown === null ? (by === 1 ? 0 : last) : Math.min(last, Math.max(0, shown + by)));
          }}
        >
          <div dangerouslySetInnerHTML={html} />
          {shown !== null && (
            <i class="chosen" style={{ left: share(plane.across(shown)), width: share(plane.step) }} />
          )}
        </section>
        <div class="plot-foot">
          <p class="at">
            <output>{shown === null ? '' : columnWords(chart, shown)}</output>
          </p>
          <TakeChart
            name={chart.id}
            svg={html.__html}
            rows={() => [
              [chart.x.title, 'count'],
              ...chart.columns.map(({ name, count }) => [name, count] as const),
            ]}
          />
        </div>
      </div>
    </figure>
  );
}
