// A line of the list of records. To who judges blind it shows no more than the page of the record.
import type { Query, SourceFacts } from '../api.ts';
import type { RowSummary } from '../api-record.ts';
import { formatQuery } from '../query-string.ts';
import { isDecided } from '../sources/judgement-names.ts';
import { isBlind, session } from './state.ts';
import { labelName, namedName } from './words.ts';

/** Where in the solution the first error is. */
function Place({ label, steps }: { label: number; steps: number | null }) {
  if (steps === null || steps === 0) return <span class="place" />;
  const at = label < 0 ? null : ((label + 0.5) / steps) * 100;
  return (
    <span class="place" title={`${labelName(label)} of ${steps} steps`} aria-hidden="true">
      {at !== null && <i style={{ left: `${Math.min(100, at)}%` }} />}
    </span>
  );
}

function verdictTone(label: number, named: number): string {
  if (named === -2) return 'unreadable';
  if (label === -2 || named === -3) return 'plain';
  return named === label ? 'right' : 'wrong';
}

export function RecordRow({
  record,
  query,
  source,
}: {
  record: RowSummary;
  query: Query;
  source: SourceFacts;
}) {
  const { steps, mine, broken } = record;
  const isHidden = session.value?.readOnly !== true && isBlind.value && !isDecided(mine) && broken === null;
  const { label, verdicts, status, review } = isHidden
    ? { label: -2, verdicts: [], status: null, review: null }
    : record;
  const given = formatQuery(query).toString();
  const to = `/s/${source.id}/r/${record.row}${given === '' ? '' : `?${given}`}`;
  return (
    <tr class={broken === null ? '' : 'broken'}>
      <td class="id">
        <a href={to} dir="auto">
          {record.id}
        </a>
        <span class="excerpt" dir="auto">
          {broken === null ? record.excerpt : `${broken}: ${record.excerpt}`}
        </span>
        {review !== null && <span class="review-reason">{review}</span>}
      </td>
      <td class="number">{steps ?? ''}</td>
      <td>
        <span class={`label ${label === -2 ? 'unknown' : label === -1 ? 'clean' : 'error'}`}>
          {isHidden ? 'hidden' : labelName(label)}
        </span>
        {!isHidden && <Place label={label} steps={steps} />}
      </td>
      <td class="verdicts">
        {verdicts.slice(0, 3).map(({ critic, named }) => (
          <span key={critic} class={`verdict ${verdictTone(label, named)}`} title={critic}>
            {namedName(named)}
          </span>
        ))}
        {verdicts.length > 3 && <span class="more">+{verdicts.length - 3}</span>}
      </td>
      <td>{status !== null && <span class="status">{status}</span>}</td>
      <td>{mine !== null && <span class={`mine ${mine}`}>{mine}</span>}</td>
    </tr>
  );
}
