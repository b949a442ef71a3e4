// The two charts of the explorer: a trace's confidence, and accuracy against tokens.
import { useCallback, useState } from 'preact/hooks';
import { rangeAxis } from '../../report/axis.ts';
import {
  dash,
  formatCount,
  formatCounted,
  formatDecimal,
  formatPercent,
  formatShare,
  formatShort,
} from '../../report/format.ts';
import type { LineChart, Point } from '../../report/line-chart.ts';
import type { CurvePage, VotePage } from '../api-pools.ts';
import { curveRows } from '../pools/curve-rows.ts';
import { thinned } from '../pools/thinned.ts';
import { LinePlot, type Range } from './line-plot.tsx';
import { number, TableHead } from './table-head.tsx';

const widest = 1400;
const narrow = 640;
const decimal = (value: number): string => formatDecimal(value, 2);

/** Stretches are as short as the screen can show, so a closer look has every token. */
function curveChart({ conf, groups, groupsFrom, lowest, tokens, window, online }: CurvePage) {
  return (range: Range | null, width: number): LineChart => {
    const [from, to] = range ?? [1, tokens];
    const places: Range = [Math.max(0, Math.floor(from) - 2), Math.min(tokens, Math.ceil(to) + 1)];
    const inGroups: Range = [places[0] - groupsFrom, places[1] - groupsFrom];
    const means = thinned(groups, inGroups, groupsFrom + 1);
    const ticks = (rangeAxis([1, Math.max(2, tokens)])?.ticks ?? []).map((tick) =>
      Math.min(tokens, Math.max(1, tick)),
    );
    return {
      id: 'chart-trace',
      title: `Confidence of ${formatCount(tokens)} tokens`,
      width,
      series: [
        {
          title: `mean of the ${formatCount(window)} tokens that end there`,
          points: means.map(([x, low, high]): Point => [x, (low + high) / 2]),
        },
      ],
      band: { title: 'each token', stretches: thinned(conf, places, 1) },
      x: { title: 'token', ticks: [...new Set(ticks)], format: (value) => formatCount(Math.round(value)) },
      y: { format: decimal },
      reference:
        online.threshold === null
          ? null
          : { value: online.threshold, label: `threshold ${decimal(online.threshold)}` },
      stop:
        online.stop === null || online.stop < from || online.stop > to
          ? null
          : { value: online.stop, label: online.hungUp ? 'stopped here' : 'stops here' },
      shade: lowest === null ? null : [lowest.from + 1, lowest.to + 1],
    };
  };
}

export function Curve({ curve }: { curve: CurvePage }) {
  const draw = useCallback(curveChart(curve), [curve]);
  if (curve.conf.every((value) => value === null))
    return <p class="empty">No token of this trace has a confidence.</p>;
  return (
    <>
      <LinePlot draw={draw} maxWidth={widest} />
      <CurveTable curve={curve} />
    </>
  );
}

function between(ends: readonly [low: number, high: number] | null): string {
  if (ends === null) return dash;
  const [low, high] = ends.map(decimal);
  return low === high ? low! : `${low} to ${high}`;
}

function CurveTable({ curve }: { curve: CurvePage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Table</summary>
      {isOpen && (
        <table class="slices narrow">
          <TableHead
            columns={[
              'Tokens',
              number('Each token'),
              number(`Mean of the ${formatCount(curve.window)} tokens that end there`),
              'Lowest window',
            ]}
          />
          <tbody>
            {curveRows(curve).map(({ from, to, tokens, windows, lowest }) => (
              <tr key={from}>
                <th scope="row">
                  {from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`}
                </th>
                <td class="number">{between(tokens)}</td>
                <td class="number">{between(windows)}</td>
                <td>{lowest ? 'yes' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

const kinds = ['cons', 'measure', 'top'] as const;
const maxTicks = 5;

function frontierChart({ frontier, accuracy }: VotePage) {
  const names = Object.keys(accuracy);
  const shown = kinds.flatMap((kind) => names.find((name) => name.startsWith(kind)) ?? []);
  const stride = Math.max(1, Math.ceil(frontier.length / maxTicks));
  const ticks = frontier
    .filter((_, at) => (frontier.length - 1 - at) % stride === 0 || at === 0)
    .map(({ tokens }) => Math.max(1, tokens));
  return (_: Range | null, width: number): LineChart => ({
    id: 'chart-frontier',
    title: 'Accuracy against tokens spent',
    width,
    series: shown.map((name) => ({
      title: name,
      points: frontier.map(
        ({ tokens, accuracy: of, k }): Point => [
          Math.max(1, tokens),
          of[name] ?? null,
          { name: `${formatShort(tokens)} (${formatCounted(k, 'trace')})` },
        ],
      ),
    })),
    x: { title: 'tokens', ticks, format: formatShort, logarithmic: true },
    y: { format: formatShare },
    dots: true,
  });
}

export function Frontier({ vote }: { vote: VotePage }) {
  const draw = useCallback(frontierChart(vote), [vote]);
  const { frontier } = vote;
  if (frontier.length < 2) return null;
  return (
    <figure class="frontier">
      <figcaption>Accuracy against tokens spent</figcaption>
      <LinePlot draw={draw} maxWidth={narrow} />
      <details>
        <summary>Table</summary>
        <table class="slices narrow">
          <thead>
            <tr>
              <th scope="col">Traces</th>
              <th scope="col">Tokens</th>
              {Object.keys(vote.accuracy).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {frontier.map(({ k, tokens, accuracy }) => (
              <tr key={k}>
                <th scope="row">{formatCount(k)}</th>
                <td class="number">{formatCount(tokens)}</td>
                {Object.keys(vote.accuracy).map((name) => (
                  <td key={name} class="number">
                    {formatPercent(accuracy[name] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
