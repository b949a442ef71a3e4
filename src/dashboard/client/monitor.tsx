// A run in progress: the server reads its events and sends the numbers when they change.

import { useEffect, useState } from 'preact/hooks';
import { dash, formatCount, formatPercent, formatSeconds, formatUsd } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { MonitorState } from '../api-analysis.ts';
import { ColumnPlot, namedColumns } from './column-plot.tsx';
import { liveOf, stateNames } from './live.tsx';
import { NamedValues } from './named-values.tsx';
import { Skeleton } from './skeleton.tsx';
import { number, TableHead } from './table-head.tsx';

type Figure = readonly [string, string];

/** Of all who share it: earlier runs too, where a schedule has one budget. */
function budgetOf({ budget }: MonitorState): Figure[] {
  if (budget === null) return [];
  const { spentUsd, limitUsd, spentTokens, limitTokens } = budget;
  const figures: Figure[] = [];
  if (limitUsd !== null) {
    figures.push(['Budget', `${formatUsd(spentUsd)} of ${formatUsd(limitUsd)}`]);
  }
  if (limitTokens !== null)
    figures.push(['Budget in tokens', `${formatCount(spentTokens)} of ${formatCount(limitTokens)}`]);
  return figures;
}

function progressOf({ share, etaSeconds, finished }: MonitorState): Figure[] {
  if (share === null) return [];
  const done: Figure = ['Done', formatPercent(share)];
  return finished || share >= 1 || etaSeconds === null
    ? [done]
    : [done, ['Time left', `about ${formatSeconds(etaSeconds)}`]];
}

function Rate({ state: { rate, rateSeconds } }: { state: MonitorState }) {
  if (rate.length < 2) return null;
  const bars = rate.map((value, at) => ({ label: `${at * rateSeconds} s`, value }));
  const words = ['from the first call on', 'time'] as const;
  return <ColumnPlot chart={namedColumns('chart-rate', `Calls finished in ${rateSeconds} s`, bars, words)} />;
}

export function Monitor({ source }: { source: SourceFacts }) {
  const [state, setState] = useState<MonitorState | null>(null);
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const events = new EventSource(`/api/sources/${source.id}/monitor`);
    events.addEventListener('state', (event) => {
      setConnected(true);
      setState(JSON.parse((event as MessageEvent<string>).data) as MonitorState);
    });
    events.addEventListener('error', () => setConnected(false));
    return () => events.close();
  }, [source.id]);
  if (state === null) return <Skeleton what="Reading the events" rows={6} />;
  const run = liveOf(source.id)?.state ?? null;
  const figures: readonly Figure[] = [
    ['State', connected ? (run === null ? dash : stateNames[run]) : 'no connection'],
    ['Calls', formatCount(state.calls)],
    ['In flight', state.finished ? '0' : formatCount(state.inFlight)],
    ['Calls per minute', formatCount(state.perMinute)],
    ['Median wait', state.medianMs === null ? dash : `${formatCount(state.medianMs)} ms`],
    ['From journal and cache', formatCount(state.fromJournal)],
    ['Failed', formatCount(state.failed)],
    ['Retries', formatCount(state.retries)],
    ['Rejected (429)', formatCount(state.rateLimited)],
    ['Tokens', formatCount(state.promptTokens + state.completionTokens)],
    ['Spent', state.usd === null ? 'price not known' : formatUsd(state.usd)],
    ...budgetOf(state),
    ...progressOf(state),
    ['Quarantined', formatCount(state.quarantined)],
  ];
  return (
    <section aria-labelledby="monitor-title">
      <h1 id="monitor-title">Run monitor</h1>
      <NamedValues kind="figures" rows={figures} />
      <Rate state={state} />
      {state.codes.length > 0 && (
        <table class="slices narrow">
          <TableHead columns={['What went wrong', number('Times')]} />
          <tbody>
            {state.codes.map(({ code, count: times }) => (
              <tr key={code}>
                <th scope="row">{code}</th>
                <td class="number">{formatCount(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {state.limits.length > 0 && (
        <table class="slices narrow">
          <caption>Calls allowed at once</caption>
          <tbody>
            {state.limits.map(({ role, limit, reason, at }) => (
              <tr key={`${at} ${limit}`}>
                <th scope="row">{at.slice(11, 19)}</th>
                <td>{role}</td>
                <td class="number">{limit}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
