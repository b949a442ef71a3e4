// The records that only one of two critics has right, page by page.

import { formatCount, formatCounted } from '../../report/format.ts';
import type { ComparePage, Subject } from '../api-analysis.ts';
import { address, go } from './state.ts';
import { Wide } from './wide.tsx';
import { labelName, namedName } from './words.ts';

const perPage = 50;

function move(to: number): void {
  const query = new URLSearchParams(address.value.query);
  query.set('offset', String(to));
  go(`${address.value.path}?${query}`);
}

/** A critic's verdict, with a link to the record in its source. */
function Verdict(props: { subject: Subject; row: number | null; named: number; right: boolean }) {
  const { subject, row, named, right } = props;
  const verdict = <span class={`verdict ${right ? 'right' : 'wrong'}`}>{namedName(named)}</span>;
  return <td>{row === null ? verdict : <a href={`/s/${subject.source}/r/${row}`}>{verdict}</a>}</td>;
}

export function DifferingRecords(props: {
  source: string;
  subjects: readonly [Subject, Subject];
  pair: NonNullable<ComparePage['pair']>;
}) {
  const { source, subjects, pair } = props;
  const { both, onlyFirst, onlySecond, neither, differing, hidden, offset } = pair;
  const total = onlyFirst + onlySecond;
  const listed = total - hidden;
  return (
    <>
      <dl class="pair">
        <dt>Both right</dt>
        <dd>{formatCount(both)}</dd>
        <dt>Only the first</dt>
        <dd>{formatCount(onlyFirst)}</dd>
        <dt>Only the second</dt>
        <dd>{formatCount(onlySecond)}</dd>
        <dt>Neither</dt>
        <dd>{formatCount(neither)}</dd>
      </dl>
      <h2>Where only one is right ({formatCount(total)})</h2>
      {hidden > 0 && (
        <p class="note">
          {formatCounted(hidden, 'record')} that you have not judged: hidden until you have, because everybody
          judges blind here.
        </p>
      )}
      {differing.length > 0 && (
        <Wide title="Records where only one is right">
          <table class="records">
            <thead>
              <tr>
                <th scope="col">Record</th>
                <th scope="col">First error</th>
                <th scope="col">First says</th>
                <th scope="col">Second says</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((one) => (
                <tr key={one.row}>
                  <td class="id">
                    <a href={`/s/${source}/r/${one.row}`}>{one.id}</a>
                    <span class="excerpt" dir="auto">
                      {one.excerpt}
                    </span>
                  </td>
                  <td>{labelName(one.label)}</td>
                  <Verdict subject={subjects[0]} row={one.rows[0]} named={one.first} right={one.firstRight} />
                  <Verdict
                    subject={subjects[1]}
                    row={one.rows[1]}
                    named={one.second}
                    right={!one.firstRight}
                  />
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {listed > perPage && (
        <nav class="pages" aria-label="Pages">
          <button type="button" disabled={offset === 0} onClick={() => move(Math.max(0, offset - perPage))}>
            Previous
          </button>
          <button type="button" disabled={offset + perPage >= listed} onClick={() => move(offset + perPage)}>
            Next
          </button>
        </nav>
      )}
    </>
  );
}
