// The traces of one problem of a pool, and the confidence of one of them.
import { formatCount, formatCounted, formatDecimal, formatPercent } from '../../report/format.ts';
import type { CurvePage, PoolPage, TracesPage } from '../api-pools.ts';
import { get } from './api-client.ts';
import { Text } from './passage.tsx';
import { Curve } from './pool-charts.tsx';
import { changed, metrics, voteQuery } from './pool-query.ts';
import { Skeleton } from './skeleton.tsx';
import { address, go } from './state.ts';
import { KeepSlider } from './stopping.tsx';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';

/** Where it is stopped, in words. */
function stopWords({ online, tokens }: CurvePage): string {
  const { threshold, stop, inWarmup, hungUp, warmup } = online;
  if (hungUp)
    return `Hung up on after ${formatCount(tokens)} tokens, when its confidence fell below the threshold.`;
  if (threshold === null) return 'No threshold: the warm-up has no confidence, or the window is a share.';
  const at = `threshold ${formatDecimal(threshold, 3)}`;
  if (inWarmup) return `One of the ${formatCount(warmup)} warm-up traces, which run to their end; ${at}.`;
  if (stop === null) return `Comes to its end; ${at}.`;
  return `Stopped after ${formatCount(stop)} of ${formatCount(tokens)} tokens, ${formatPercent(1 - stop / tokens)} of it saved; ${at}.`;
}

function Trace({ pool, position, sample }: { pool: PoolPage; position: number; sample: number }) {
  const query = new URLSearchParams({ window: voteQuery(pool).get('window') ?? '' });
  const keep = address.value.query.get('keep');
  if (keep !== null) query.set('keep', keep);
  const path = `/api/pools/${pool.id}/problems/${position}/traces/${sample}`;
  const page = useLoaded(`${path} ${query}`, () => get<CurvePage>(path, query));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <p class="empty">Reading the trace…</p>;
  const curve = page.value;
  return (
    <article class="critique trace" aria-label={`Trace ${sample}`}>
      <h2>Trace {sample}</h2>
      <p class="note">
        {formatCounted(curve.tokens, 'token')} · windows of {formatCount(curve.window)} ·{' '}
        {Object.entries(curve.scores)
          .map(([name, value]) => `${name} ${formatDecimal(value, 3)}`)
          .join(' · ')}
      </p>
      <div class="sliders">
        <KeepSlider own={curve.online.keep} />
      </div>
      <p class="note lead">{stopWords(curve)}</p>
      <Curve curve={curve} />
      <p class="note">
        Of many tokens the smallest and largest of each stretch are shown. Shaded: the lowest window. Drag, or
        +, zooms.
      </p>
      {curve.text !== null && (
        <details>
          <summary>Text</summary>
          <Text passage={curve.text} />
        </details>
      )}
    </article>
  );
}

export function ProblemView({ pool, position }: { pool: PoolPage; position: number }) {
  const given = voteQuery(pool);
  const sort = address.value.query.get('sort') ?? '';
  const offset = address.value.query.get('offset') ?? '0';
  const sample = address.value.query.get('trace');
  const query = new URLSearchParams({ window: given.get('window') ?? '', sort, offset });
  const path = `/api/pools/${pool.id}/problems/${position}/traces`;
  const page = useLoaded(`${path} ${query}`, () => get<TracesPage>(path, query));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  const value = page.value;
  if (value === null) return <Skeleton what="Reading" rows={12} />;
  return (
    <section aria-labelledby="problem-title">
      <div class="heading">
        <h1 id="problem-title">{value.id}</h1>
        <span class={`label ${value.truth === null ? 'unknown' : 'clean'}`}>
          {value.truth === null ? 'no reference answer' : `answer ${value.truth}`}
        </span>
        <a class="button" href={`/p/${pool.id}?${given}`}>
          All problems
        </a>
      </div>
      <section class="problem" aria-label="Problem">
        <Text passage={value.problem} />
      </section>
      {sample !== null && <Trace pool={pool} position={position} sample={Number(sample)} />}
      <Wide title="Traces">
        <table class="records traces">
          <thead>
            <tr>
              <th scope="col">Trace</th>
              <th scope="col">Answer</th>
              <th scope="col" class="number">
                Tokens
              </th>
              {metrics.map((name) => (
                <th key={name} scope="col" class="number">
                  <button
                    type="button"
                    class="quiet"
                    aria-pressed={sort === name}
                    onClick={() => go(changed('sort', name))}
                  >
                    {name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.traces.map((one) => (
              <tr key={one.sample} class={String(one.sample) === sample ? 'current' : ''}>
                <td>
                  <a href={changed('trace', String(one.sample))}>{one.sample}</a>
                </td>
                <td>
                  <span
                    class={`verdict ${one.right === true ? 'right' : one.right === false ? 'wrong' : 'unreadable'}`}
                  >
                    {one.answer ?? 'none'}
                  </span>
                  {one.cut && <span class="outcome">cut off</span>}
                  {one.stopped && <span class="outcome">stopped early</span>}
                </td>
                <td class="number">{formatCount(one.tokens)}</td>
                {metrics.map((name) => (
                  <td key={name} class="number">
                    {formatDecimal(one.scores[name], 3)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {value.total > value.traces.length && (
        <nav class="pages" aria-label="Pages">
          <button
            type="button"
            disabled={value.offset === 0}
            onClick={() => go(changed('offset', String(Math.max(0, value.offset - 100))))}
          >
            Previous
          </button>
          <span>
            {formatCount(value.offset + 1)}–{formatCount(value.offset + value.traces.length)} of{' '}
            {formatCount(value.total)}
          </span>
          <button
            type="button"
            disabled={value.offset + value.traces.length >= value.total}
            onClick={() => go(changed('offset', String(value.offset + 100)))}
          >
            Next
          </button>
        </nav>
      )}
    </section>
  );
}
