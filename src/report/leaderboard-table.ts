// A leaderboard of critics as a table: place, figures with intervals, and what a found error costs. The same table is
// Markdown and HTML.
import type { SubjectScore } from '../records/score.ts';
import { baselineTitle } from './baseline-title.ts';
import { formatCount, formatInterval, formatPercent, formatUsd } from './format.ts';
import { simulationNotice, tookSimulation } from './simulation.ts';
import type { CellValue, Column, Table } from './table.ts';

/** What a row shows; who counted it is not known here. */
export interface LeaderboardLine {
  readonly place: number;
  readonly score: SubjectScore;
  readonly model: string | null;
  readonly found: number;
  readonly tokens_per_found: number | null;
  readonly usd_per_found: number | null;
}

const share = (key: string, title: string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => formatPercent(Number(value)),
});
const text = (key: string, title: string): Column => ({ key, title });

function figuresOf({ critic, n, processbench, intervals }: SubjectScore): Record<string, CellValue> {
  const { f1, error_acc, correct_acc } = processbench;
  return {
    critic,
    n,
    f1,
    f1_interval: formatInterval(intervals.f1 ?? null),
    error_acc,
    error_interval: formatInterval(intervals.error_acc ?? null),
    correct_acc,
    correct_interval: formatInterval(intervals.correct_acc ?? null),
  };
}

/** Critics best first, then the best baselines; critics that share a rank do not differ significantly. */
export function leaderboardTable(
  critics: readonly LeaderboardLine[],
  baselines: readonly SubjectScore[],
): Table {
  const best = [...baselines]
    .sort((a, b) => (b.processbench.f1 ?? -1) - (a.processbench.f1 ?? -1))
    .slice(0, 3);
  const shared = (place: number): boolean => critics.filter((row) => row.place === place).length > 1;
  const simulated = critics.some(({ model, score }) => tookSimulation([score.critic], [model]));
  return {
    columns: [
      text('place', 'place'),
      text('critic', 'critic'),
      { key: 'n', title: 'n', align: 'right', format: (value) => formatCount(Number(value)) },
      share('f1', 'F1'),
      text('f1_interval', '95% interval'),
      share('error_acc', 'errors found'),
      text('error_interval', '95% interval'),
      share('correct_acc', 'clean passed'),
      text('correct_interval', '95% interval'),
      {
        key: 'tokens',
        title: 'tokens a found error',
        align: 'right',
        format: (value) => formatCount(Number(value)),
      },
      { key: 'usd', title: 'USD a found error', align: 'right', format: (value) => formatUsd(Number(value)) },
    ],
    rows: [
      ...critics.map(({ place, score, tokens_per_found, usd_per_found }) => ({
        place: shared(place) ? `${place}=` : String(place),
        ...figuresOf(score),
        tokens: tokens_per_found,
        usd: usd_per_found,
      })),
      // Markdown marks no groups: the name itself says what it is.
      ...best.map((score) => ({ place: null, ...figuresOf(score), critic: `${score.critic} (baseline)` })),
    ],
    groups: [
      { row: 0, title: 'Critics' },
      { row: critics.length, title: baselineTitle(baselines) },
    ],
    notes: [
      'Critics with the same place do not differ significantly on these records (paired bootstrap over problems, Holm-corrected).',
      'F1: ProcessBench, over all solutions. A found error: its first step named exactly.',
      ...(simulated ? [simulationNotice] : []),
    ],
  };
}
