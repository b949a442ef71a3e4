// The first page: what is open, how far it is, how its critics did, and how that has changed from run to run.
import { dash, formatCount, formatCounted, formatDecimal, formatPercent } from '../../report/format.ts';
import type { HomeCritic, HomePage, HomeSource } from '../api-home.ts';
import { get } from './api-client.ts';
import { isBeside, SideBySide, toggleBeside } from './home-side.tsx';
import { Trends } from './home-trends.tsx';
import { liveOf, stateNames } from './live.tsx';
import { session } from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';
import { dateName, shortCritic } from './words.ts';

const maxCritics = 8;

function stateText({ state, share }: HomeSource): string {
  if (state === null) return '';
  return share === null || state === 'finished'
    ? stateNames[state]
    : `${stateNames[state]}, ${formatPercent(share)} done`;
}

/** In points of F1, against the run before it in which the same critic judged. */
function changeOf(source: HomeSource, critic: HomeCritic, sources: readonly HomeSource[]): number | null {
  const before = sources
    .slice(sources.indexOf(source) + 1)
    .flatMap((one) => one.critics ?? [])
    .find((one) => one.critic === critic.critic && one.f1 !== null);
  return before?.f1 == null || critic.f1 === null ? null : (critic.f1 - before.f1) * 100;
}

function Score(props: { source: HomeSource; name: string; sources: readonly HomeSource[] }) {
  const { source, name, sources } = props;
  if (source.critics === null) return <td class="number">…</td>;
  const critic = source.critics.find((one) => one.critic === name);
  if (critic === undefined) return <td class="number" />;
  const change = changeOf(source, critic, sources);
  return (
    <td class="number">
      {critic.f1 === null ? dash : formatDecimal(critic.f1 * 100, 1)}
      <span class="note">
        {' '}
        of {formatCount(critic.n)}
        {change !== null && `, ${change >= 0 ? '+' : '−'}${formatDecimal(Math.abs(change), 1)}`}
      </span>
    </td>
  );
}

function Row({
  source,
  critics,
  sources,
}: {
  source: HomeSource;
  critics: readonly string[];
  sources: readonly HomeSource[];
}) {
  const { id, name, kind, made, cells, rows, date, simulated, reports } = source;
  return (
    <tr>
      <th scope="row">
        <a class="card" href={`/s/${id}/records`}>
          <b dir="auto">{name}</b>
          <span>
            {made ?? kind}
            {cells !== null && ` · grid of ${formatCounted(cells, 'cell')}`} · {formatCounted(rows, 'record')}
            {simulated && ' · simulation'}
          </span>
        </a>
      </th>
      <td>
        <input
          type="checkbox"
          aria-label={`${name} side by side with others`}
          checked={isBeside(source)}
          onChange={() => toggleBeside(source)}
        />
      </td>
      <td>{dateName(date)}</td>
      <td>{stateText(source)}</td>
      {critics.map((critic) => (
        <Score key={critic} source={source} name={critic} sources={sources} />
      ))}
      <td>
        {reports.map((report) => (
          <div key={report.href}>
            <a href={report.href} target="_blank" rel="noreferrer">
              {report.name}
            </a>
          </div>
        ))}
      </td>
    </tr>
  );
}

function Overview({ page: { sources, pools } }: { page: HomePage }) {
  const names = new Set(sources.flatMap(({ critics }) => (critics ?? []).map(({ critic }) => critic)));
  const critics = [...names].slice(0, maxCritics);
  const judged = sources.filter((one) => (one.critics ?? []).length > 0);
  return (
    <>
      <Wide title="What is open">
        <table class="home-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Side by side</th>
              <th scope="col">Date (UTC)</th>
              <th scope="col">State</th>
              {critics.map((critic) => (
                <th key={critic} scope="col" class="number" title={critic}>
                  {shortCritic(critic)}
                </th>
              ))}
              <th scope="col">Reports</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <Row key={source.id} source={source} critics={critics} sources={sources} />
            ))}
          </tbody>
        </table>
      </Wide>
      {critics.length > 0 && (
        <p class="note">
          F1 of ProcessBench in percent, of how many records, and the change from the run before it with the
          same critic. Other records make other numbers
          {judged.length > 1 && judged[0] !== undefined && (
            <>
              {': '}
              <a href={`/s/${judged[0].id}/compare`}>compare them on the records that they share</a>
            </>
          )}
          .
        </p>
      )}
      <SideBySide sources={sources} />
      <Trends sources={sources} />
      {pools.length > 0 && (
        <>
          <h2>Pools</h2>
          <ul class="cards">
            {pools.map(({ id, name, problems }) => (
              <li key={id}>
                <a class="card" href={`/p/${id}`}>
                  <b>{name}</b>
                  <span>pool of traces · {formatCounted(problems, 'problem')}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** In learning mode nothing is said of records. */
function Lessons() {
  return (
    <ul class="cards">
      {session.value!.sources.map(({ id, name, rows }) => (
        <li key={id}>
          <a class="card" href={`/s/${id}/learn`}>
            <b dir="auto">{name}</b>
            <span>{formatCounted(rows, 'record')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Opened() {
  const { sources } = session.value!;
  const versions = sources.map(({ id }) => [liveOf(id)?.version, liveOf(id)?.state].join(' ')).join(',');
  const page = useLoaded('/api/home', () => get<HomePage>('/api/home'), versions);
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <p class="empty">Loading…</p>;
  return <Overview page={page.value} />;
}

export function Home() {
  return (
    <section class="home" aria-labelledby="home-title">
      <h1 id="home-title">Opened here</h1>
      {session.value!.teaching ? <Lessons /> : <Opened />}
    </section>
  );
}
