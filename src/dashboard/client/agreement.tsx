// How far annotators agree, where they do not, and settling it.

import { formatCount, formatDecimal } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { AgreementPage } from '../api-analysis.ts';
import { get, isSite, post } from './api-client.ts';
import { NamedValues } from './named-values.tsx';
import { say, session } from './state.ts';
import { number, TableHead } from './table-head.tsx';
import { useLoaded } from './use-loaded.ts';
import { stepName } from './words.ts';

const words = ['accept', 'maybe', 'reject'] as const;
const shown: Readonly<Record<string, string>> = { yes: 'accept', maybe: 'maybe', no: 'reject' };
const figure = (value: number | null): string => formatDecimal(value, 3);

function reported({ decision, firstError }: { decision: string | null; firstError: number | null }): string {
  const parts = [
    decision === null ? null : (shown[decision] ?? decision),
    firstError === null ? null : firstError === -1 ? 'no error' : stepName(firstError),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

export function Agreement({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/agreement`;
  const page = useLoaded(path, () => get<AgreementPage>(path));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <p class="empty">Counting…</p>;
  const settle = (row: number, of: { decision: string | null; firstError: number | null }): void => {
    post('/api/annotations', {
      source: source.id,
      row,
      annotator: 'adjudicated',
      kind: 'decision',
      decision: of.decision,
      first_error: of.firstError,
    }).then(page.reload, (error: Error) => say(error.message));
  };
  return (
    <section aria-labelledby="agreement-title">
      <div class="heading">
        <h1 id="agreement-title">Agreement</h1>
        {!isSite && (
          <a class="button" href={`/api/sources/${source.id}/annotations.jsonl`} download="annotations.jsonl">
            Export annotations
          </a>
        )}
      </div>
      {value.annotators.length === 0 ? (
        <p class="empty">
          Nobody has judged these records yet. <a href={`/s/${source.id}/queue`}>Begin in the queue</a>.
        </p>
      ) : (
        <>
          <NamedValues
            kind="figures"
            rows={[
              ["Krippendorff's alpha, decisions", figure(value.alphaDecision)],
              ["Krippendorff's alpha, first error", figure(value.alphaFirstError)],
              ['Disputes settled', `${formatCount(value.settled)} of ${formatCount(value.disputes.length)}`],
            ]}
          />
          <table class="slices narrow">
            <TableHead columns={['Annotator', number('Decisions'), number('Seconds a record')]} />
            <tbody>
              {value.annotators.map(({ name, decisions, meanSeconds }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="number">{formatCount(decisions)}</td>
                  <td class="number">{formatDecimal(meanSeconds, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div class="side-by-side">
            {value.pairs.map((pair) => (
              <article class="critique" key={`${pair.first} ${pair.second}`}>
                <h3>
                  {pair.first} and {pair.second}
                </h3>
                <p class="note">
                  Cohen's kappa {figure(pair.kappa)} · {formatCount(pair.same)} of {formatCount(pair.n)} the
                  same
                </p>
                <table class="confusion">
                  <caption class="sr">
                    Rows are {pair.first}, columns {pair.second}
                  </caption>
                  <thead>
                    <tr>
                      <td />
                      {words.map((word) => (
                        <th key={word} scope="col">
                          {word}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {pair.confusion.map((row, at) => (
                      <tr key={words[at]}>
                        <th scope="row">{words[at]}</th>
                        {row.map((cell, column) => (
                          <td key={words[column]} class={at === column ? 'number same' : 'number'}>
                            {cell === 0 ? '·' : formatCount(cell)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </article>
            ))}
          </div>
          <h2>Disputes</h2>
          {value.disputes.length === 0 && <p class="note">Wherever several judged, they agree.</p>}
          <ul class="disputes">
            {value.disputes.map((dispute) => (
              <li key={dispute.recordId}>
                {dispute.row === null ? (
                  <b>{dispute.recordId}</b>
                ) : (
                  <a href={`/s/${source.id}/r/${dispute.row}`}>{dispute.recordId}</a>
                )}
                {dispute.settled !== null && (
                  <span class="mine accepted">settled: {shown[dispute.settled]}</span>
                )}
                <ul>
                  {dispute.said.map((one) => (
                    <li key={one.annotator}>
                      {one.annotator}: {reported(one)}{' '}
                      {dispute.row !== null && session.value?.readOnly === false && (
                        <button type="button" onClick={() => settle(dispute.row!, one)}>
                          Settle so<span class="sr"> as {one.annotator} says</span>
                        </button>
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
