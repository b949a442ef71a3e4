// The list of records beside the facets that choose among them; the whole choice is in the address.

import { useEffect } from 'preact/hooks';
import { formatCount, formatShare } from '../../report/format.ts';
import type { Query, SourceFacts } from '../api.ts';
import type { Facet, ListPage } from '../api-record.ts';
import { formatQuery, parseQuery } from '../query-string.ts';
import { get } from './api-client.ts';
import { BulkActions } from './bulk-actions.tsx';
import { CellBar } from './cell-bar.tsx';
import { CriticSelect } from './critic-select.tsx';
import { FiltersInUse, toggled } from './filters-in-use.tsx';
import { LiveState, versionOf } from './live.tsx';
import { RecordRow } from './record-row.tsx';
import { address, go, session, withAnnotator } from './state.ts';
import { submittedText, TypedField } from './typed-field.tsx';
import { useLoaded } from './use-loaded.ts';
import { SavedViews, WhereField } from './where-field.tsx';
import { Wide } from './wide.tsx';

const perPage = 50;

function link(query: Query, offset = 0): string {
  const given = formatQuery(query);
  if (offset > 0) given.set('offset', String(offset));
  const text = given.toString();
  return text === '' ? address.value.path : `${address.value.path}?${text}`;
}

function FacetList({ facet, query }: { facet: Facet; query: Query }) {
  const chosen = query.chosen[facet.name] ?? [];
  const max = Math.max(1, ...facet.values.map((value) => value.count));
  return (
    <fieldset class="facet">
      <legend>{facet.title}</legend>
      {facet.values.map((value) => (
        <label key={value.value} class={value.count === 0 ? 'value none' : 'value'}>
          <input
            type="checkbox"
            checked={chosen.includes(value.value)}
            onChange={() => go(link(toggled(query, facet.name, value.value)))}
          />
          <span class="name" title={value.value}>
            {value.value}
          </span>
          <CellBar share={value.count / max} tone="quiet" />
          <span class="count">{formatCount(value.count)}</span>
        </label>
      ))}
      {facet.more > 0 && <p class="more">and {formatCount(facet.more)} more; search to find them</p>}
    </fieldset>
  );
}

function Search({ query }: { query: Query }) {
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          const text = submittedText(event, 'q');
          const { text: _, ...others } = query;
          go(link(text === '' ? others : { ...others, text }));
        }}
      >
        <TypedField
          type="search"
          name="q"
          aria-label="Search in problems, steps and explanations"
          placeholder="Words, &quot;a phrase&quot;, /expression/"
          given={query.text ?? ''}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

function Sort({ query }: { query: Query }) {
  return (
    <label class="sort">
      Sort by{' '}
      <select
        value={`${query.sort}${query.down ? ' down' : ''}`}
        onChange={(event) => {
          const [sort, down] = event.currentTarget.value.split(' ');
          go(link({ ...query, sort: sort as Query['sort'], down: down === 'down' }));
        }}
      >
        <option value="row">order of the file</option>
        <option value="row down">last first</option>
        <option value="steps down">most steps</option>
        <option value="steps">fewest steps</option>
        <option value="first down">latest error</option>
        <option value="place down">latest error, relative</option>
        <option value="review">for review</option>
      </select>
    </label>
  );
}

export function Records({ source }: { source: SourceFacts }) {
  const query = parseQuery(address.value.query);
  const offset = Math.max(0, Math.trunc(Number(address.value.query.get('offset') ?? 0)) || 0);
  const given = withAnnotator(formatQuery(query));
  given.set('offset', String(offset));
  given.set('limit', String(perPage));
  const path = `/api/sources/${source.id}/records`;
  const page = useLoaded(`${path}?${given}`, () => get<ListPage>(path, given), versionOf(source.id));
  const working = page.value?.working ?? null;
  useEffect(() => {
    if (working === null) return undefined;
    const timer = setTimeout(page.reload, 600);
    return () => clearTimeout(timer);
  }, [page.value]);
  const value = page.value;
  // What passes has become less than what was paged through.
  const isBeyond = value !== null && !page.loading && offset > 0 && offset >= value.matched;
  useEffect(() => {
    if (isBeyond) go(link(query, Math.max(0, Math.ceil(value.matched / perPage) - 1) * perPage), true);
  }, [isBeyond]);
  const unused = value?.unused ?? [];
  return (
    <div class="split">
      <aside class="facets" aria-label="Filters">
        <Search query={query} />
        <WhereField query={query} error={page.error} />
        <SavedViews query={query} />
        {session.value?.readOnly === false && <BulkActions source={source.id} query={query} />}
        {value?.critics.length !== undefined && value.critics.length > 0 && (
          <CriticSelect
            class="critic"
            title="Outcome of"
            critics={value.critics}
            chosen={value.critics.find((critic) => critic === query.critic) ?? value.critics[0]}
            asked={working === null ? query.critic : undefined}
            onChoose={(critic) => go(link({ ...query, critic }))}
          />
        )}
        {value?.facets.map((facet) => (
          <FacetList key={facet.name} facet={facet} query={query} />
        ))}
      </aside>
      <section aria-labelledby="records-title" aria-busy={page.loading}>
        <div class="heading">
          <h1 id="records-title">Records</h1>
          <LiveState source={source} />
          <p class="matched" role="status">
            {value === null ? '…' : `${formatCount(value.matched)} of ${formatCount(value.total)}`}
            {working !== null && ` · ${working.what} ${formatShare(working.share)}`}
          </p>
          <Sort query={query} />
          {session.value?.readOnly === false && (
            <a class="button" href={`/s/${source.id}/queue${given.size > 0 ? `?${formatQuery(query)}` : ''}`}>
              Judge these
            </a>
          )}
        </div>
        {page.error !== null && <p class="failure">{page.error}</p>}
        <FiltersInUse query={query} unused={unused} to={link} />
        {unused.length > 0 && (
          <p class="warning">
            Everybody judges blind here: {unused.join(', ')} in this address would show what is hidden, and is
            not used. <a href={address.value.path}>Show all records</a>
          </p>
        )}
        <Wide title="Table of records">
          <table class="records">
            <thead>
              <tr>
                <th>Record</th>
                <th class="number">Steps</th>
                <th>First error</th>
                <th>Critics</th>
                <th>Injection</th>
                <th>Mine</th>
              </tr>
            </thead>
            <tbody>
              {value?.records.map((record) => (
                <RecordRow key={record.row} record={record} query={query} source={source} />
              ))}
            </tbody>
          </table>
        </Wide>
        {value !== null && value.total === 0 && <p class="empty">There are no records here yet.</p>}
        {value !== null && value.total > 0 && value.matched === 0 && (
          <p class="empty">
            No record passes all of these filters. <a href={address.value.path}>Show all records</a>
          </p>
        )}
        {value !== null && value.matched > perPage && (
          <nav class="pages" aria-label="Pages">
            <button
              type="button"
              disabled={offset === 0}
              onClick={() => go(link(query, Math.max(0, offset - perPage)))}
            >
              Previous
            </button>
            <span>
              {formatCount(offset + 1)}–{formatCount(Math.min(offset + perPage, value.matched))}
            </span>
            <button
              type="button"
              disabled={offset + perPage >= value.matched}
              onClick={() => go(link(query, offset + perPage))}
            >
              Next
            </button>
          </nav>
        )}
      </section>
    </div>
  );
}
