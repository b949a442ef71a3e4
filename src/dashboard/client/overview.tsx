// What is in a source: figures, distributions, what was left on the way, and the manifest.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SourceFacts } from '../api.ts';
import type { OverviewPage } from '../api-analysis.ts';
import { get } from './api-client.ts';
import { NamedValues } from './named-values.tsx';
import { useLoaded } from './use-loaded.ts';
import { count } from './words.ts';

/** A chart that the server drew; its texts are escaped there. */
function Chart({ svg }: { svg: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current !== null) place.current.innerHTML = svg;
  }, [svg]);
  return <div class="chart" ref={place} />;
}

export function Columns({
  bars,
  title,
}: {
  bars: readonly { label: string; value: number }[];
  title: string;
}) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const words = bars
    .filter(({ value }) => value > 0)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(', ');
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="columns" role="img" aria-label={`${title}. ${words}`}>
        {bars.map(({ label, value }) => (
          <span key={label} title={`${label}: ${value}`}>
            <i class="column" style={{ height: `${(value / max) * 100}%` }} />
          </span>
        ))}
      </div>
      <div class="ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  );
}

export function Overview({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/overview`;
  const page = useLoaded(path, () => get<OverviewPage>(path));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <p class="empty">Reading…</p>;
  const read = value.funnel.find(({ what }) => what === 'read')?.count ?? 0;
  return (
    <section aria-labelledby="overview-title">
      <h1 id="overview-title" dir="auto">
        {source.name}
      </h1>
      <NamedValues kind="figures" rows={value.figures} />
      <div class="charts">
        {value.steps.length > 0 && <Columns bars={value.steps} title="Steps of a solution" />}
        {value.places !== null && (
          <figure class="chart">
            <figcaption>Where the first error stands</figcaption>
            <Chart svg={value.places} />
          </figure>
        )}
      </div>
      {value.funnel.length > 0 && (
        <>
          <h2>From what was read to what is here</h2>
          <table class="slices narrow">
            <tbody>
              {value.funnel.map(({ what, count: number }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td class="number">{number < 0 ? `−${count(-number)}` : count(number)}</td>
                  <td>
                    <span class="track quiet" aria-hidden="true">
                      <i style={{ width: `${(Math.abs(number) / Math.max(1, read)) * 100}%` }} />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
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
                    <td class="number">{count(number)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {facet.more > 0 && <p class="note">and {count(facet.more)} more</p>}
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
