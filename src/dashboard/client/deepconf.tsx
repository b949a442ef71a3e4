// The DeepConf explorer: sliders that vote again offline, problems and what was answered, traces with their confidence.

import { formatCount, formatCounted, formatPercent, formatShare } from '../../report/format.ts';
import type { PoolPage, VotePage } from '../api-pools.ts';
import { get } from './api-client.ts';
import { CellBar } from './cell-bar.tsx';
import { Frontier } from './pool-charts.tsx';
import { changed, metrics, voteQuery } from './pool-query.ts';
import { Skeleton } from './skeleton.tsx';
import { Slider } from './slider.tsx';
import { go } from './state.ts';
import { Stopping } from './stopping.tsx';
import { number, TableHead } from './table-head.tsx';
import { ProblemView } from './traces.tsx';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';

/** 1, 2, 4, … and the largest. */
function sizes(max: number): number[] {
  const powers = Array.from({ length: 20 }, (_, power) => 2 ** power).filter((size) => size < max);
  return [...powers, max];
}

const windows = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
const etas = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

function Methods({ vote }: { vote: VotePage }) {
  const names: readonly (readonly [string, string])[] = Object.keys(vote.accuracy).map((name) => [
    name,
    name === 'pass_at_1'
      ? 'Pass@1'
      : name === 'mean_pass'
        ? 'Mean of all traces'
        : name === 'cons'
          ? `Cons@${vote.k}`
          : name.startsWith('measure/')
            ? `Measure@${vote.k}, ${name.slice(8)}`
            : `Measure + ${name}@${vote.k}`,
  ]);
  return (
    <table class="slices narrow methods">
      <caption>
        Accuracy over {formatCounted(vote.problems.filter(({ truth }) => truth !== null).length, 'problem')},{' '}
        {formatCounted(vote.repeats, 'working set')} each
      </caption>
      <tbody>
        {names.map(([name, title]) => (
          <tr key={name} data-method={name}>
            <th scope="row">{title}</th>
            <td>
              <CellBar share={vote.accuracy[name] ?? null} />
            </td>
            <td class="number" data-value={vote.accuracy[name] ?? ''}>
              {formatPercent(vote.accuracy[name] ?? null)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Problems({ pool, vote }: { pool: PoolPage; vote: VotePage }) {
  const chosen = Object.keys(vote.accuracy).find((name) => name.startsWith('top')) ?? 'cons';
  const query = voteQuery(pool);
  return (
    <Wide title="Problems of the pool">
      <table class="records">
        <TableHead
          columns={[
            'Problem',
            number('Traces'),
            number('Right'),
            number('Cons'),
            number('Top'),
            'Answers of the filtered vote',
          ]}
        />
        <tbody>
          {vote.problems.map((one) => (
            <tr key={one.position}>
              <td class="id">
                <a href={`/p/${pool.id}/${one.position}?${query}`}>{one.id}</a>
                <span class="excerpt" dir="auto">
                  {pool.problems[one.position]?.excerpt}
                </span>
              </td>
              <td class="number">{formatCount(one.traces)}</td>
              <td class="number">{formatPercent(one.rightShare)}</td>
              <td class="number">{formatPercent(one.accuracy.cons ?? null)}</td>
              <td class="number">{formatPercent(one.accuracy[chosen] ?? null)}</td>
              <td>
                {one.answers.slice(0, 4).map(({ answer, times, right }) => (
                  <span
                    key={answer}
                    class={`verdict ${right === true ? 'right' : right === false ? 'wrong' : 'plain'}`}
                  >
                    {answer === 'null' ? 'none' : answer} ×{times}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function PoolView({ pool }: { pool: PoolPage }) {
  const query = voteQuery(pool);
  const page = useLoaded(`vote ${pool.id} ${query}`, () =>
    get<VotePage>(`/api/pools/${pool.id}/vote`, query),
  );
  const vote = page.value;
  const metric = query.get('metric') ?? 'avg';
  return (
    <section aria-labelledby="pool-title" aria-busy={page.loading}>
      <div class="heading">
        <h1 id="pool-title">{pool.name}</h1>
        <p class="matched">
          {formatCounted(pool.problems.length, 'problem')}
          {pool.model === null ? '' : ` · ${pool.model}`}
        </p>
      </div>
      <div class="sliders">
        <Slider
          title="K, traces per vote"
          name="k"
          values={sizes(vote?.max ?? 64)}
          value={Number(query.get('k') ?? vote?.k ?? 64)}
          show={formatCount}
        />
        <Slider
          title="eta, share kept"
          name="eta"
          values={etas}
          value={Number(query.get('eta') ?? 0.1)}
          show={formatShare}
        />
        <Slider
          title="window, tokens per group"
          name="window"
          values={windows.includes(pool.window) ? windows : [...windows, pool.window].sort((a, b) => a - b)}
          value={Number(query.get('window') ?? pool.window)}
          show={formatCount}
        />
        <label class="slider">
          <span>confidence</span>
          <select value={metric} onChange={(event) => go(changed('metric', event.currentTarget.value), true)}>
            {metrics.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {page.error !== null && <p class="failure">{page.error}</p>}
      {vote === null ? (
        <Skeleton what="Voting" rows={8} />
      ) : (
        <>
          <div class="charts">
            <Methods vote={vote} />
            <Frontier vote={vote} />
          </div>
          <p class="note lead">
            Voted offline, no call is made; the same as{' '}
            <code>
              latebench vote --k {vote.k} --etas {query.get('eta') ?? '0.1'} --metrics {metric} --window{' '}
              {vote.window} --repeat {vote.repeats} --seed {vote.seed}
            </code>
            {vote.stored ? '' : ' (scores computed again for this window)'}
          </p>
          <Stopping pool={pool} />
          <Problems pool={pool} vote={vote} />
        </>
      )}
    </section>
  );
}

export function DeepConf({ id, problem }: { id: string; problem: number | null }) {
  const page = useLoaded(`pool ${id}`, () => get<PoolPage>(`/api/pools/${id}`));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <Skeleton what="Opening the pool" rows={12} />;
  const pool = page.value;
  return (
    <>
      {pool.simulated && (
        <p class="simulated inline" role="note">
          These traces were made by a simulation, not by a language model.
        </p>
      )}
      {problem === null ? <PoolView pool={pool} /> : <ProblemView pool={pool} position={problem} />}
    </>
  );
}
