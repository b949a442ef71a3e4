// A run as it goes: the server reads its events and sends the figures when they change.
import { useEffect, useState } from 'preact/hooks';
import type { SourceFacts } from '../api.ts';
import type { MonitorState } from '../api-analysis.ts';
import { NamedValues } from './named-values.tsx';
import { Columns } from './overview.tsx';
import { number, TableHead } from './table-head.tsx';
import { count } from './words.ts';

type Figure = readonly [string, string];

const dollars = (usd: number): string => `$${usd.toFixed(usd < 100 ? 4 : 2)}`;

/** Of all who share it: earlier runs too, where a schedule has one budget. */
function budgetOf({ budget }: MonitorState): Figure[] {
  if (budget === null) return [];
  const { spentUsd, limitUsd, spentTokens, limitTokens } = budget;
  const figures: Figure[] = [];
  if (limitUsd !== null) {
    figures.push(['Budget', `${spentUsd === null ? '–' : dollars(spentUsd)} of ${dollars(limitUsd)}`]);
  }
  if (limitTokens !== null)
    figures.push(['Budget in tokens', `${count(spentTokens)} of ${count(limitTokens)}`]);
  return figures;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function progressOf({ share, etaSeconds, finished }: MonitorState): Figure[] {
  if (share === null) return [];
  const done: Figure = ['Done', `${(100 * share).toFixed(1)} %`];
  return finished || share >= 1 || etaSeconds === null
    ? [done]
    : [done, ['Time left', `about ${duration(etaSeconds)}`]];
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
  if (state === null) return <p class="empty">Reading the events…</p>;
  const figures: readonly Figure[] = [
    ['State', state.finished ? 'finished' : connected ? 'running or stopped' : 'no connection'],
    ['Calls', count(state.calls)],
    ['In flight', state.finished ? '0' : count(state.inFlight)],
    ['A minute', state.perMinute === null ? '–' : state.perMinute.toFixed(0)],
    ['Median wait', state.medianMs === null ? '–' : `${state.medianMs.toFixed(0)} ms`],
    ['From journal and cache', count(state.fromJournal)],
    ['Failed', count(state.failed)],
    ['Retries', count(state.retries)],
    ['Turned away (429)', count(state.rateLimited)],
    ['Tokens', count(state.promptTokens + state.completionTokens)],
    ['Spent', state.usd === null ? 'price not known' : dollars(state.usd)],
    ...budgetOf(state),
    ...progressOf(state),
    ['Quarantined', count(state.quarantined)],
  ];
  const bars = state.rate.map((value, at) => ({ label: `${at * state.rateSeconds} s`, value }));
  return (
    <section aria-labelledby="monitor-title">
      <h1 id="monitor-title">Run monitor</h1>
      <NamedValues kind="figures" rows={figures} />
      {bars.length > 1 && <Columns bars={bars} title={`Calls finished in ${state.rateSeconds} s`} />}
      {state.codes.length > 0 && (
        <table class="slices narrow">
          <TableHead columns={['What went wrong', number('Times')]} />
          <tbody>
            {state.codes.map(({ code, count: times }) => (
              <tr key={code}>
                <th scope="row">{code}</th>
                <td class="number">{count(times)}</td>
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
