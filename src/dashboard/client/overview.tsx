// What is in a source: counts, distributions, what was left on the way, and the manifest.

import { useMemo } from 'preact/hooks';
import type { ColumnChart } from '../../report/bar-chart.ts';
import { formatCount } from '../../report/format.ts';
import { positionColumns } from '../../report/position-columns.ts';
import type { SourceFacts } from '../api.ts';
import type { OverviewPage } from '../api-analysis.ts';
import { get } from './api-client.ts';
import { CellBar } from './cell-bar.tsx';
import { ColumnPlot, namedColumns } from './column-plot.tsx';
import { LiveState, versionOf } from './live.tsx';
import { NamedValues } from './named-values.tsx';
import { Skeleton } from './skeleton.tsx';
import { useLoaded } from './use-loaded.ts';

/** Kept while the page is the same: a plot is drawn again when its chart is another. */
function chartsOf({ steps, places }: OverviewPage): ColumnChart[] {
  const charts =
    steps.length === 0 ? [] : [namedColumns('chart-steps', 'Steps of a solution', steps, ['steps', 'steps'])];
  return places === null
    ? charts
    : [...charts, positionColumns('chart-places', 'Where the first error is', places)];
}

export function Overview({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/overview`;
  const page = useLoaded(path, () => get<OverviewPage>(path), versionOf(source.id));
  const charts = useMemo(() => (page.value === null ? [] : chartsOf(page.value)), [page.value]);
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <Skeleton what="Reading" rows={12} />;
  const read = value.funnel.find(({ what }) => what === 'read')?.count ?? 0;
  return (
    <section aria-labelledby="overview-title">
      <div class="heading">
        <h1 id="overview-title" dir="auto">
          {source.name}
        </h1>
        <LiveState source={source} />
      </div>
      <NamedValues kind="figures" rows={value.figures} />
      <div class="charts">
        {charts.map((chart) => (
          <ColumnPlot key={chart.id} chart={chart} />
        ))}
      </div>
      {value.funnel.length > 0 && (
        <>
          <h2>Records read and kept</h2>
          <table class="slices narrow">
            <tbody>
              {value.funnel.map(({ what, count: number }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td class="number">{formatCount(number)}</td>
                  <td>
                    <CellBar share={Math.abs(number) / Math.max(1, read)} tone="quiet" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {value.fields.length > 0 && <h2 class="sr">Records by field</h2>}
      <div class="side-by-side">
        {value.fields.map((facet) => (
          <article class="critique" key={facet.name}>
            <h3>{facet.title}</h3>
            <table>
              <tbody>
                {facet.values.map(({ value: name, count: number }) => (
                  <tr key={name}>
                    <th scope="row">
                      <a
                        href={`/s/${source.id}/records?${new URLSearchParams({ [`f.${facet.name}`]: name })}`}
                      >
                        {name}
                      </a>
                    </th>
                    <td class="number">{formatCount(number)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {facet.more > 0 && <p class="note">and {formatCount(facet.more)} more</p>}
          </article>
        ))}
      </div>
      {value.manifest !== null && (
        <details class="manifest">
          <summary>Manifest</summary>
          <pre>{value.manifest}</pre>
        </details>
      )}
    </section>
  );
}
