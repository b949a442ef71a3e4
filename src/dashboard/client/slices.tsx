// How well a critic does in each slice of the records; every bar leads to its records.

import { formatCount } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { Slice, SliceCell, SlicesPage } from '../api-analysis.ts';
import { formatQuery, parseQuery } from '../query-string.ts';
import { get } from './api-client.ts';
import { CriticSelect } from './critic-select.tsx';
import { LiveState, versionOf } from './live.tsx';
import { ShareBar } from './share-bar.tsx';
import { Skeleton } from './skeleton.tsx';
import { address, go, withAnnotator } from './state.ts';
import { number, TableHead } from './table-head.tsx';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';

function Row({ cell, name, to }: { cell: SliceCell; name: string; to: string | null }) {
  return (
    <tr>
      <th scope="row">{to === null ? name : <a href={to}>{name}</a>}</th>
      <td class="number">{formatCount(cell.n)}</td>
      <td>
        <ShareBar share={cell.exact} />
      </td>
      <td>
        <ShareBar share={cell.detected} tone="quiet" />
      </td>
      <td>
        <ShareBar share={cell.passed} tone="quiet" />
      </td>
      <td class="number">{cell.unreadable === 0 ? '' : formatCount(cell.unreadable)}</td>
    </tr>
  );
}

function Head({ title }: { title: string }) {
  return (
    <TableHead
      columns={[
        title,
        number('Records'),
        'Exact step',
        'Any step named',
        'Correct passed',
        number('Unreadable'),
      ]}
    />
  );
}

export function Slices({ source }: { source: SourceFacts }) {
  const query = parseQuery(address.value.query);
  const path = `/api/sources/${source.id}/slices`;
  const given = formatQuery(query);
  const asked = withAnnotator(given);
  const page = useLoaded(`${path}?${asked}`, () => get<SlicesPage>(path, asked), versionOf(source.id));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <Skeleton what="Counting" rows={12} />;
  if (value.critic === null || value.total === null) {
    return (
      <p class="empty">
        No critic has judged these records yet. Run <code>latebench critic</code> on them, then open the
        result.
      </p>
    );
  }
  const linkTo = (slice: Slice, cell: SliceCell): string => {
    const chosen = { ...query.chosen, [slice.name]: [cell.value] };
    return `/s/${source.id}/records?${formatQuery({ ...query, chosen })}`;
  };
  return (
    <section aria-labelledby="slices-title">
      <div class="heading">
        <h1 id="slices-title">Where the critic is right</h1>
        <LiveState source={source} />
        <CriticSelect
          class="sort"
          title="Critic"
          critics={value.critics}
          chosen={value.critic}
          asked={query.critic}
          onChoose={(critic) => go(`${address.value.path}?${formatQuery({ ...query, critic })}`)}
        />
      </div>
      <p class="note lead">
        Exact step: erroneous solutions whose first error is named exactly. Any step named: erroneous
        solutions that are not passed. Whiskers are 95% intervals (Wilson). Each name leads to its records.
      </p>
      <Wide title="All chosen records">
        <table class="slices">
          <Head title="All chosen records" />
          <tbody>
            <Row cell={value.total} name="all" to={`/s/${source.id}/records?${given}`} />
          </tbody>
        </table>
      </Wide>
      {value.slices.map((slice) => (
        <Wide key={slice.name} title={slice.title}>
          <table class="slices">
            <Head title={slice.title} />
            <tbody>
              {slice.cells.map((cell) => (
                <Row key={cell.value} cell={cell} name={cell.value} to={linkTo(slice, cell)} />
              ))}
            </tbody>
          </table>
        </Wide>
      ))}
    </section>
  );
}
