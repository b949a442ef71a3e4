// How critics did from run to run, as lines: F1 of each critic over the runs in which it judged, oldest first.
import { useMemo } from 'preact/hooks';
import { formatCount, formatCounted, formatShare } from '../../report/format.ts';
import type { LineChart, Point } from '../../report/line-chart.ts';
import type { HomeSource } from '../api-home.ts';
import { LinePlot, type Range } from './line-plot.tsx';
import { dateName, shortCritic } from './words.ts';

/** As many as there are colours. */
const maxLines = 6;
/** Of a date below the axis, in pixels. */
const tickWidth = 96;
const widest = 1000;

interface Trend {
  readonly critic: string;
  readonly points: readonly Point[];
}

/** `sources`: the latest first. Critics that judged in most runs come first; one run is no trend. */
export function trendsOf(sources: readonly HomeSource[]): {
  judged: readonly HomeSource[];
  trends: readonly Trend[];
} {
  const judged = sources.filter(({ critics }) => critics?.some(({ f1 }) => f1 !== null)).reverse();
  const names = [...new Set(judged.flatMap(({ critics }) => critics!.map(({ critic }) => critic)))];
  const trends = names.flatMap((name): Trend[] => {
    const points = judged.flatMap(({ name: run, date, critics }, at): Point[] => {
      const critic = critics!.find(({ critic: one }) => one === name);
      if (critic === undefined || critic.f1 === null) return [];
      return [
        [at + 1, critic.f1, { name: `${run}, ${dateName(date)}, ${formatCounted(critic.n, 'record')}` }],
      ];
    });
    return points.length < 2 ? [] : [{ critic: name, points }];
  });
  return { judged, trends: trends.sort((a, b) => b.points.length - a.points.length) };
}

function chartOf(sources: readonly HomeSource[]) {
  const { judged, trends } = trendsOf(sources);
  const shown = trends.slice(0, maxLines);
  const ticksOf = (width: number): number[] => {
    const stride = Math.max(1, Math.ceil((judged.length * tickWidth) / width));
    const last = judged.length - 1;
    const ticks = [...judged.keys()].filter(
      (at) => at === last || (at % stride === 0 && last - at >= stride),
    );
    return ticks.map((at) => at + 1);
  };
  const draw = (_: Range | null, width: number): LineChart => ({
    id: 'chart-trends',
    title: 'F1 from run to run',
    width,
    series: shown.map(({ critic, points }) => ({ title: shortCritic(critic), points })),
    x: {
      title: 'run',
      ticks: ticksOf(width),
      format: (value) => dateName(judged[Math.round(value) - 1]?.date ?? null).slice(5),
    },
    y: { format: formatShare, shares: true },
    dots: true,
  });
  return { draw, left: trends.length - shown.length, isEmpty: shown.length === 0 };
}

export function Trends({ sources }: { sources: readonly HomeSource[] }) {
  const { draw, left, isEmpty } = useMemo(() => chartOf(sources), [sources]);
  if (isEmpty) return null;
  return (
    <figure class="frontier trends">
      <figcaption>F1 from run to run</figcaption>
      <LinePlot draw={draw} maxWidth={widest} />
      <p class="note">
        Each point is on its own run's records.
        {left > 0 && ` ${formatCount(left)} more critics have judged in several runs.`}
      </p>
    </figure>
  );
}
