// Charts of what is known of critics beside their figures: by position, by votes, calibration, where they look, and
// what a threshold would do.
import type { CriticScore, ScoreObject } from '../records/score.ts';
import { formatCounted, formatShare } from './format.ts';
import { type LineChart, lineChart, type Point } from './line-chart.ts';
import { positionMap } from './position-map.ts';
import type { Chart } from './score-charts.ts';
import { seriesColours } from './svg.ts';

const shares = { ticks: [0, 0.25, 0.5, 0.75, 1], format: formatShare };
const upright = { format: formatShare, shares: true };

type Series = { readonly title: string; readonly points: readonly Point[] };

function seriesOf(
  critics: readonly CriticScore[],
  points: (critic: CriticScore) => readonly Point[],
): readonly Series[] {
  return critics
    .map((critic) => ({ title: critic.critic, points: points(critic) }))
    .filter((one) => one.points.some(([, y]) => y !== null))
    .slice(0, seriesColours.length);
}

/** Shares over something, a line a critic. */
function shareChart(lead: string, chart: Omit<LineChart, 'y' | 'dots'>): Chart {
  return { title: chart.title, lead, svg: lineChart({ ...chart, y: upright, dots: true }) };
}

function byPosition(critics: readonly CriticScore[]): Chart | null {
  const series = seriesOf(critics, ({ by }) =>
    Object.entries(by.position_decile ?? {}).flatMap(([name, cell]): Point[] => {
      const from = Number(name.slice(0, 3));
      if (Number.isNaN(from) || name === 'clean') return [];
      const { error_acc: y } = cell.processbench;
      return [
        [
          from + 0.05,
          y,
          { interval: cell.intervals.error_acc ?? null, name: `${Math.round(from * 100)}% in` },
        ],
      ];
    }),
  );
  if (series.length === 0) return null;
  return shareChart('Share named exactly, by where in the solution the first error is, with 95% intervals.', {
    id: 'chart-by-position',
    title: 'First errors found, by position',
    series,
    x: { title: 'position of the first error in the solution', ...shares },
  });
}

function byVotes(critics: readonly CriticScore[]): Chart | null {
  const max = Math.max(0, ...critics.map(({ vote_curve }) => vote_curve?.length ?? 0));
  if (max < 2) return null;
  const hasBoth = critics.some(({ vote_curve }) => vote_curve?.some(({ f1 }) => f1 !== null) === true);
  const series = seriesOf(critics, ({ vote_curve }) =>
    (vote_curve ?? []).map(
      ({ votes, f1, exact }): Point => [votes, hasBoth ? f1 : exact, { name: formatCounted(votes, 'vote') }],
    ),
  );
  const title = `${hasBoth ? 'F1' : 'Exact answers'} by number of votes`;
  const step = Math.ceil(max / 8);
  const ticks = Array.from({ length: max }, (_, i) => i + 1).filter(
    (k) => k === 1 || k === max || k % step === 0,
  );
  return shareChart('What the first votes alone would have given.', {
    id: 'chart-votes',
    title,
    series,
    x: { title: 'votes', ticks, format: String },
  });
}

function calibration(critics: readonly CriticScore[], kind: 'vote_share' | 'stated'): Chart | null {
  const series = seriesOf(critics, ({ calibration: of }) =>
    (of[kind]?.bins ?? []).flatMap(({ confidence, right, n }): Point[] =>
      confidence === null
        ? []
        : [[confidence, right, { name: `${Math.round(confidence * 100)}% confident (${n})` }]],
    ),
  );
  if (series.length === 0) return null;
  const sure = kind === 'stated' ? 'what it states' : 'the share of its votes';
  const title = `Calibration by ${sure}`;
  return shareChart(
    'How often the critic is right at each confidence; below the dashed line it is overconfident.',
    {
      id: `chart-calibration-${kind.replace('_', '-')}`,
      title,
      series,
      x: { title: sure, ...shares },
      diagonal: true,
    },
  );
}

function operatingCurve(critics: readonly CriticScore[]): Chart | null {
  const series = seriesOf(critics, ({ operating_point: point }) =>
    (point?.curve ?? []).flatMap(({ threshold, test }): Point[] => {
      const steps = point?.objective === 'step_f1';
      const [recall, precision] = steps
        ? [test.step_recall, test.step_precision]
        : [test.detection_recall, test.detection_precision];
      return recall === null ? [] : [[recall, precision, { name: `threshold ${threshold.toFixed(2)}` }]];
    }),
  );
  if (series.length === 0) return null;
  return shareChart('Each point is a threshold on how confident the critic is.', {
    id: 'chart-operating',
    title: 'Precision over recall on the test split',
    series,
    x: { title: 'recall', ...shares },
  });
}

/** Maps are large: as many as a reader looks at. */
const maxMaps = 4;

function maps(critics: readonly CriticScore[]): readonly Chart[] {
  return critics
    .filter(({ positions }) => positions.flat().some((count) => count > 0))
    .slice(0, maxMaps)
    .map(({ critic, positions }, i) => {
      const title = `Where ${critic} looks`;
      return {
        title,
        lead: 'First errors by tenth of the solution, against the answers; shaded by share of the row.',
        svg: positionMap({ id: `chart-map-${i}`, title, counts: positions }),
      };
    });
}

export function criticCharts({ critics }: ScoreObject): readonly Chart[] {
  const charts = [
    byPosition(critics),
    byVotes(critics),
    calibration(critics, 'vote_share'),
    calibration(critics, 'stated'),
    operatingCurve(critics),
  ];
  return [...charts.filter((chart) => chart !== null), ...maps(critics)];
}
