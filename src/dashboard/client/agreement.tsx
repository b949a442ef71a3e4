// How far annotators agree, where they do not, and settling it.

import { formatCount, formatCounted, formatDecimal } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { AgreementPage } from '../api-analysis.ts';
import { Dispute } from './adjudication.tsx';
import { BlindFigures, People } from './agreement-figures.tsx';
import { get, isSite } from './api-client.ts';
import { NamedValues } from './named-values.tsx';
import { session } from './state.ts';
import { useLoaded } from './use-loaded.ts';

const words = ['accept', 'maybe', 'reject'] as const;
const figure = (value: number | null): string => formatDecimal(value, 3);

export function Agreement({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/agreement`;
  const page = useLoaded(path, () => get<AgreementPage>(path));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <p class="empty">Counting…</p>;
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
          Nobody has judged these records yet.
          {session.value?.readOnly === false && (
            <>
              {' '}
              <a href={`/s/${source.id}/queue`}>Begin in the queue</a>.
            </>
          )}
        </p>
      ) : (
        <>
          <BlindFigures blind={value.blind} />
          <NamedValues
            kind="figures"
            rows={[
              ["Krippendorff's alpha, decisions, all judgements", figure(value.alphaDecision)],
              ["Krippendorff's alpha, first error, all judgements", figure(value.alphaFirstError)],
              ['Disputes settled', `${formatCount(value.settled)} of ${formatCount(value.disputed)}`],
            ]}
          />
          <People annotators={value.annotators} />
          {value.pairs.length > 0 && <h2 class="sr">Pairs of annotators</h2>}
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
          {value.disputed === 0 && <p class="note">Wherever several judged, they agree.</p>}
          {value.hidden > 0 && (
            <p class="note">
              {formatCounted(value.hidden, 'dispute')} about records that you have not judged: hidden until
              you have, because everybody judges blind here.
            </p>
          )}
          {value.disputes.length + value.hidden < value.disputed && (
            <p class="note">
              The first {formatCount(value.disputes.length)} are listed, those that are not settled before any
              that is.
            </p>
          )}
          <ul class="disputes">
            {value.disputes.map((dispute) => (
              <Dispute key={dispute.id} source={source} dispute={dispute} onSettled={page.reload} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
