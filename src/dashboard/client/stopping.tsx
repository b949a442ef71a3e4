// Early stopping replayed over a pool: what each threshold saves against how it answers, and the one that is chosen.
import { useCallback } from 'preact/hooks';
import { formatCount, formatCounted, formatPercent, formatShare } from '../../report/format.ts';
import type { LineChart, Point } from '../../report/line-chart.ts';
import type { PoolPage, StoppingPage, StoppingPoint } from '../api-pools.ts';
import { get } from './api-client.ts';
import { LinePlot, type Range } from './line-plot.tsx';
import { voteQuery } from './pool-query.ts';
import { Skeleton } from './skeleton.tsx';
import { Slider } from './slider.tsx';
import { address } from './state.ts';
import { useLoaded } from './use-loaded.ts';

const widest = 1180;
const axisTicks = [0, 0.25, 0.5, 0.75, 1];

/** Shares of the warm-up that the sliders offer; the server answers for the same. */
const keeps = Array.from({ length: 19 }, (_, at) => Math.round((at + 1) * 5) / 100);

/** The share of the warm-up above the threshold, as the address has it. */
export function keepOf(own: number): number {
  return Number(address.value.query.get('keep') ?? own);
}

export function KeepSlider({ own }: { own: number }) {
  return (
    <Slider
      title="threshold keeps, of the warm-up"
      name="keep"
      values={keeps.includes(own) ? keeps : [...keeps, own].sort((a, b) => a - b)}
      value={keepOf(own)}
      show={formatShare}
    />
  );
}

function pointOf({ share, accuracy, keep }: StoppingPoint): Point {
  return [
    share ?? 0,
    accuracy,
    { name: `${formatShare(share ?? 0)} (threshold keeps ${formatShare(keep)})` },
  ];
}

function paretoChart({ points, majority }: StoppingPage, chosen: StoppingPoint) {
  return (_: Range | null, width: number): LineChart => ({
    id: 'chart-stopping',
    title: 'Accuracy against tokens, by threshold',
    width,
    series: [
      { title: 'stopped below the threshold', points: points.map(pointOf) },
      { title: `keeps ${formatShare(chosen.keep)}`, points: [pointOf(chosen)] },
    ],
    x: { title: 'tokens, of all traces to their end', ticks: axisTicks, format: formatShare },
    y: { format: formatShare },
    reference: majority === null ? null : { value: majority, label: 'majority of all traces' },
    dots: true,
  });
}

function Table({ page }: { page: StoppingPage }) {
  return (
    <details>
      <summary>Table</summary>
      <table class="slices narrow">
        <thead>
          <tr>
            {['Threshold keeps', 'Tokens', 'Of all', 'Traces stopped', 'Accuracy'].map((title) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.points.map(({ keep, tokens, share, stopped, accuracy }) => (
            <tr key={keep}>
              <th scope="row" class="number">
                {formatShare(keep)}
              </th>
              <td class="number">{formatCount(tokens)}</td>
              <td class="number">{formatPercent(share)}</td>
              <td class="number">{formatPercent(stopped)}</td>
              <td class="number">{formatPercent(accuracy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Pareto({ page }: { page: StoppingPage }) {
  const keep = keepOf(page.keep);
  const distance = (point: StoppingPoint): number => Math.abs(point.keep - keep);
  const chosen = page.points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  const draw = useCallback(paretoChart(page, chosen), [page, chosen]);
  return (
    <div class="stopping">
      <dl class="told">
        <div>
          <dt>tokens saved</dt>
          <dd data-told="saved">{formatPercent(chosen.share === null ? null : 1 - chosen.share)}</dd>
        </div>
        <div>
          <dt>traces stopped</dt>
          <dd>{formatPercent(chosen.stopped)}</dd>
        </div>
        <div>
          <dt>accuracy</dt>
          <dd data-told="accuracy">{formatPercent(chosen.accuracy)}</dd>
        </div>
        <div>
          <dt>majority of all</dt>
          <dd>{formatPercent(page.majority)}</dd>
        </div>
      </dl>
      {page.graded === 0 ? (
        <p class="empty">
          No problem has a reference answer: the savings are known, the loss in accuracy is not.
        </p>
      ) : (
        <LinePlot draw={draw} maxWidth={widest} />
      )}
      <Table page={page} />
    </div>
  );
}

export function Stopping({ pool }: { pool: PoolPage }) {
  const query = new URLSearchParams({ window: voteQuery(pool).get('window') ?? '' });
  const page = useLoaded(`stopping ${pool.id} ${query}`, () =>
    get<StoppingPage>(`/api/pools/${pool.id}/stopping`, query),
  );
  const { value } = page;
  return (
    <section class="early" aria-labelledby="stopping-title" aria-busy={page.loading}>
      <h2 id="stopping-title">Early stopping</h2>
      {page.error !== null && <p class="failure">{page.error}</p>}
      {page.error === null && value === null && <Skeleton what="Replaying every trace" rows={6} />}
      {value !== null && value.fullTokens > 0 && (
        <>
          <div class="sliders">
            <KeepSlider own={value.keep} />
          </div>
          <Pareto page={value} />
          <p class="note lead">
            Replayed from stored traces, no call is made: of each problem the first{' '}
            {formatCount(value.warmup)} run to their end and give the threshold, the others (up to{' '}
            {formatCount(value.traces)} in all) stop when {formatCount(value.window)} tokens fall below it.
            The vote is weighted by the lowest group.
            {value.hungUp === 0
              ? ''
              : ` ${formatCounted(value.hungUp, 'trace was', 'traces were')} stopped while being generated: what a lower threshold would have kept is not known.`}
          </p>
        </>
      )}
    </section>
  );
}
