// Critics against each other: a ranking with ties, and two of them record by record where they differ.

import type { SourceFacts } from '../api.ts';
import type { ComparePage, Subject } from '../api-analysis.ts';
import { get } from './api-client.ts';
import { ShareBar } from './share-bar.tsx';
import { address, go } from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { count, labelName, namedName, pValue, shortCritic } from './words.ts';

const perPage = 50;
const idOf = ({ source, critic }: Subject): string => JSON.stringify([source, critic]);

function Chooser(props: { title: string; name: 'a' | 'b'; subjects: readonly Subject[]; value: string }) {
  const { title, name, subjects, value } = props;
  return (
    <label class="sort">
      {title}{' '}
      <select
        value={value}
        onChange={(event) => {
          const [source, critic] = JSON.parse(event.currentTarget.value) as [string, string];
          const query = new URLSearchParams(address.value.query);
          query.set(name, source);
          query.set(`${name}c`, critic);
          query.delete('offset');
          go(`${address.value.path}?${query}`);
        }}
      >
        {subjects.map((one) => (
          <option key={idOf(one)} value={idOf(one)}>
            {one.sourceName}: {shortCritic(one.critic)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Ranking({ subjects }: { subjects: readonly Subject[] }) {
  return (
    <div class="scroll">
      <table class="slices">
        <thead>
          <tr>
            <th scope="col">Critic</th>
            <th scope="col">Source</th>
            <th scope="col">Right</th>
            <th scope="col">Against the best</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((one) => (
            <tr key={idOf(one)}>
              <th scope="row">{shortCritic(one.critic)}</th>
              <td>{one.sourceName}</td>
              <td>
                <ShareBar share={one.right} tone={one.tied ? 'accent' : 'quiet'} />
              </td>
              <td>
                {one.p === null
                  ? 'the best'
                  : one.tied
                    ? `tied with the best, ${pValue(one.p)}`
                    : `behind, ${pValue(one.p)}`}
                {one.simulated && <span class="outcome">simulation</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Two of the subjects: those named in the address, else the first of this source and the next one. */
function chosenPair(
  subjects: readonly Subject[],
  source: string,
  query: URLSearchParams,
): [Subject, Subject] | null {
  const find = (name: 'a' | 'b'): Subject | undefined =>
    subjects.find((one) => one.source === query.get(name) && one.critic === query.get(`${name}c`));
  const first = find('a') ?? subjects.find((one) => one.source === source) ?? subjects[0];
  const second = find('b') ?? subjects.find((one) => one !== first);
  return first === undefined || second === undefined ? null : [first, second];
}

function Pair({ first, second }: { first: Subject; second: Subject }) {
  const offset = Number(address.value.query.get('offset') ?? 0) || 0;
  const given = new URLSearchParams({
    a: first.source,
    ac: first.critic,
    b: second.source,
    bc: second.critic,
    offset: String(offset),
  });
  const page = useLoaded(`compare ${given}`, () => get<ComparePage>('/api/compare', given));
  const pair = page.value?.pair ?? null;
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (pair === null) return <p class="empty">Comparing…</p>;
  const total = pair.onlyFirst + pair.onlySecond;
  const move = (to: number): void => {
    const query = new URLSearchParams(address.value.query);
    query.set('offset', String(to));
    go(`${address.value.path}?${query}`);
  };
  return (
    <>
      <div class="pair">
        <dl>
          <dt>Both right</dt>
          <dd>{count(pair.both)}</dd>
          <dt>Only the first</dt>
          <dd>{count(pair.onlyFirst)}</dd>
          <dt>Only the second</dt>
          <dd>{count(pair.onlySecond)}</dd>
          <dt>Neither</dt>
          <dd>{count(pair.neither)}</dd>
        </dl>
        <div>
          <p>
            First <ShareBar share={pair.first} />
          </p>
          <p>
            Second <ShareBar share={pair.second} />
          </p>
          <p>
            McNemar's exact test: <b>{pValue(pair.p)}</b>
            {pair.p >= 0.05 ? ' – the two cannot be told apart.' : ' – they differ.'}
          </p>
          {pair.otherLabel > 0 && (
            <p class="note">
              {count(pair.otherLabel)} records carry another label in the second source; each critic is held
              to its own.
            </p>
          )}
        </div>
      </div>
      <h2>Where only one is right ({count(total)})</h2>
      <div class="scroll">
        <table class="records">
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">First error</th>
              <th scope="col">First says</th>
              <th scope="col">Second says</th>
              <th scope="col">In the second source</th>
            </tr>
          </thead>
          <tbody>
            {pair.differing.map((one) => (
              <tr key={one.rowFirst}>
                <td class="id">
                  <a href={`/s/${first.source}/r/${one.rowFirst}`}>{one.id}</a>
                  <span class="excerpt" dir="auto">
                    {one.excerpt}
                  </span>
                </td>
                <td>{labelName(one.label)}</td>
                <td>
                  <span class={`verdict ${one.firstRight ? 'right' : 'wrong'}`}>{namedName(one.first)}</span>
                </td>
                <td>
                  <span class={`verdict ${one.firstRight ? 'wrong' : 'right'}`}>{namedName(one.second)}</span>
                </td>
                <td>
                  <a href={`/s/${second.source}/r/${one.rowSecond}`}>open there</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > perPage && (
        <nav class="pages" aria-label="Pages">
          <button type="button" disabled={offset === 0} onClick={() => move(Math.max(0, offset - perPage))}>
            Previous
          </button>
          <button type="button" disabled={offset + perPage >= total} onClick={() => move(offset + perPage)}>
            Next
          </button>
        </nav>
      )}
    </>
  );
}

export function Compare({ source }: { source: SourceFacts }) {
  const page = useLoaded('compare', () => get<ComparePage>('/api/compare'));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <p class="empty">Comparing…</p>;
  const { subjects } = page.value;
  const pair = chosenPair(subjects, source.id, address.value.query);
  return (
    <section aria-labelledby="compare-title">
      <h1 id="compare-title">Critics compared</h1>
      <p class="note lead">
        Right: the first error named exactly, or a correct solution passed; an unreadable reply is wrong.
        Tied: McNemar's exact test on the records that both judged does not tell the critic from the best (5
        %).
      </p>
      <Ranking subjects={subjects} />
      {pair === null ? (
        <p class="empty">Two critics are needed: open a second run beside this one.</p>
      ) : (
        <>
          <div class="heading">
            <Chooser title="First" name="a" subjects={subjects} value={idOf(pair[0])} />
            <Chooser title="Second" name="b" subjects={subjects} value={idOf(pair[1])} />
          </div>
          <Pair first={pair[0]} second={pair[1]} />
        </>
      )}
    </section>
  );
}
