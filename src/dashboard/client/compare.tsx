// Critics against each other: the groups of those that cannot be told apart, and two of them with their tests.

import type { PairComparison } from '../../records/comparison.ts';
import {
  comparisonTests,
  formatP,
  headlineTitle,
  tiedNote,
  verdict,
} from '../../report/comparison-tables.ts';
import { dash, formatCount, formatDecimal, formatPercent, formatPoints } from '../../report/format.ts';
import { subjectAt, subjectKey } from '../analysis/subject-key.ts';
import type { SourceFacts } from '../api.ts';
import type { ComparePage, Subject } from '../api-analysis.ts';
import { get } from './api-client.ts';
import { DifferingRecords } from './compare-records.tsx';
import { NoCommonRecord, SourcesApart } from './compare-refused.tsx';
import { allVersions, LiveState } from './live.tsx';
import { NamedValues } from './named-values.tsx';
import { Skeleton } from './skeleton.tsx';
import { address, go } from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';
import { shortCritic } from './words.ts';

/** The pair of two critics, and 1 or -1: the sign of its differences when they are read as first minus second. */
function pairOf(
  { comparison }: ComparePage,
  first: string,
  second: string,
): { readonly pair: PairComparison; readonly sign: 1 | -1 } | null {
  const same = comparison.pairs.find(({ a, b }) => a === first && b === second);
  if (same !== undefined) return { pair: same, sign: 1 };
  const turned = comparison.pairs.find(({ a, b }) => a === second && b === first);
  return turned === undefined ? null : { pair: turned, sign: -1 };
}

function signedInterval([low, high]: readonly [number, number], sign: 1 | -1): string {
  return (sign === 1 ? [low, high] : [-high, -low]).map(formatPoints).join(' to ');
}

const pText = (p: number | null): string => (p === null ? dash : formatP(p));

function Chooser(props: { title: string; name: 'a' | 'b'; subjects: readonly Subject[]; value: number }) {
  const { title, name, subjects, value } = props;
  return (
    <label class="sort">
      {title}{' '}
      <select
        value={subjectKey(subjects[value]!)}
        onChange={(event) => {
          const query = new URLSearchParams(address.value.query);
          query.set(name, event.currentTarget.value);
          query.delete('offset');
          go(`${address.value.path}?${query}`);
        }}
      >
        {subjects.map((one) => (
          <option key={one.name} value={subjectKey(one)}>
            {one.sourceName}: {shortCritic(one.critic)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Ranking({ page }: { page: ComparePage }) {
  const { subjects, comparison } = page;
  const { critics, tied, headline } = comparison;
  const best = critics[0]?.critic;
  return (
    <Wide title="Critics by rank">
      <table class="slices">
        <thead>
          <tr>
            <th scope="col" class="number">
              Group
            </th>
            <th scope="col">Critic</th>
            <th scope="col">Source</th>
            <th scope="col" class="number">
              Records
            </th>
            <th scope="col" class="number">
              {headlineTitle(headline)}
            </th>
            <th scope="col" class="number">
              n with the best
            </th>
            <th scope="col" class="number">
              Against the best
            </th>
            <th scope="col" class="number">
              95% interval
            </th>
            <th scope="col" class="number">
              p (Holm)
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {critics.map(({ critic, n, headline: value }) => {
            const subject = subjects.find(({ name }) => name === critic);
            const found = best === undefined ? null : pairOf(page, critic, best);
            const figure = found?.pair.figures[headline];
            const difference = figure?.difference ?? null;
            return (
              <tr key={critic} data-critic={critic}>
                <td class="number">{tied.findIndex((group) => group.includes(critic)) + 1}</td>
                <th scope="row">
                  {shortCritic(subject?.critic ?? critic)}
                  {subject?.simulated && <span class="outcome">simulation</span>}
                </th>
                <td>{subject?.sourceName}</td>
                <td class="number">{formatCount(n)}</td>
                <td class="number">{formatPercent(value)}</td>
                <td class="number">{critic === best ? dash : formatCount(found?.pair.n ?? 0)}</td>
                <td class="number">
                  {formatPoints(found === null || difference === null ? null : found.sign * difference)}
                </td>
                <td class="number">
                  {found === null || figure?.interval == null
                    ? dash
                    : signedInterval(figure.interval, found.sign)}
                </td>
                <td class="number">{pText(found?.pair.p_adjusted ?? null)}</td>
                <td>
                  {critic === best
                    ? 'the best'
                    : found === null
                      ? 'not compared'
                      : found.pair.differs === true
                        ? 'behind'
                        : verdict(found.pair, headline)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

function PairTests({ page, first, second }: { page: ComparePage; first: Subject; second: Subject }) {
  const found = pairOf(page, first.name, second.name);
  if (found === null) return <NoCommonRecord first={first.name} second={second.name} />;
  const { pair, sign } = found;
  const { headline } = page.comparison;
  const figure = pair.figures[headline]!;
  const [one, other] = sign === 1 ? [figure.a, figure.b] : [figure.b, figure.a];
  const title = headlineTitle(headline);
  const rows: readonly (readonly [string, string])[] = [
    ['Records judged by both (n)', formatCount(pair.n)],
    [`${title} of the first`, formatPercent(one)],
    [`${title} of the second`, formatPercent(other)],
    ['Difference', formatPoints(figure.difference === null ? null : sign * figure.difference)],
    ['95% interval', figure.interval === null ? dash : signedInterval(figure.interval, sign)],
    ['p (Holm)', pText(pair.p_adjusted)],
    ['Detectable', formatPoints(figure.minimum_detectable)],
    ['McNemar p', pText(pair.mcnemar.p)],
    ['McNemar p (Holm)', pText(pair.mcnemar.p_adjusted)],
    ['Kappa', formatDecimal(pair.kappa, 3)],
    ['Verdict', verdict(pair, headline)],
  ];
  return <NamedValues kind="tests" rows={rows} />;
}

function Pair(props: { base: SourceFacts; page: ComparePage; a: number; b: number }) {
  const { base, page, a, b } = props;
  const [first, second] = [page.subjects[a]!, page.subjects[b]!];
  const offset = Number(address.value.query.get('offset') ?? 0) || 0;
  const given = new URLSearchParams({
    a: subjectKey(first),
    b: subjectKey(second),
    offset: String(offset),
  });
  const path = `/api/sources/${base.id}/compare`;
  const loaded = useLoaded(
    `${path}?${given}`,
    (signal) => get<ComparePage>(path, given, signal),
    allVersions(),
  );
  // Tests and records of one answer: while files grow, two answers are about different records.
  const tests = loaded.loading || loaded.value === null ? page : loaded.value;
  const pair = loaded.loading ? null : (loaded.value?.pair ?? null);
  if (pairOf(page, first.name, second.name) === null)
    return <PairTests page={page} first={first} second={second} />;
  return (
    <>
      <PairTests page={tests} first={first} second={second} />
      {loaded.error !== null && <p class="failure">{loaded.error}</p>}
      {loaded.error === null && pair === null && <Skeleton what="Comparing" rows={6} />}
      {pair !== null && <DifferingRecords source={base.id} subjects={[first, second]} pair={pair} />}
    </>
  );
}

/** Two of the subjects: those named in the address, else the best of this source and the best of the others. */
function chosenPair({ subjects, comparison }: ComparePage, query: URLSearchParams): [number, number] | null {
  const ranked = comparison.critics.map(({ critic }) => subjects.findIndex(({ name }) => name === critic));
  const asked = (name: 'a' | 'b'): number | undefined => {
    const key = query.get(name);
    return key === null ? undefined : subjectAt(subjects, key);
  };
  const first = asked('a') ?? ranked[0];
  const second = asked('b') ?? ranked.find((at) => at !== first);
  return first === undefined || second === undefined ? null : [first, second];
}

export function Compare({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/compare`;
  const loaded = useLoaded(path, (signal) => get<ComparePage>(path, null, signal), allVersions());
  if (loaded.error !== null) return <p class="failure">{loaded.error}</p>;
  if (loaded.value === null) return <Skeleton what="Comparing" rows={10} />;
  const page = loaded.value;
  const { subjects, leftOut, comparison } = page;
  const chosen = chosenPair(page, address.value.query);
  return (
    <section aria-labelledby="compare-title">
      <div class="heading">
        <h1 id="compare-title">Critics compared</h1>
        <LiveState source={source} />
      </div>
      <p class="note lead">
        {tiedNote(comparison.headline)} {comparisonTests}
      </p>
      {comparison.warnings.map((warning) => (
        <p class="note" key={warning}>
          Note: {warning}.
        </p>
      ))}
      {leftOut > 0 && (
        <p class="note">
          {formatCount(leftOut)} more critics are not compared: `latebench compare --critics` takes any.
        </p>
      )}
      <SourcesApart apart={page.apart} />
      <Ranking page={page} />
      {chosen === null ? (
        <p class="empty">
          Two critics are needed. Open a second run next to this one: <code>latebench view FIRST SECOND</code>
          .
        </p>
      ) : (
        <>
          <div class="heading">
            <Chooser title="First" name="a" subjects={subjects} value={chosen[0]} />
            <Chooser title="Second" name="b" subjects={subjects} value={chosen[1]} />
          </div>
          <Pair base={source} page={page} a={chosen[0]} b={chosen[1]} />
        </>
      )}
    </section>
  );
}
