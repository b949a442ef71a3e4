// Scores by the labels before and after people corrected them, one row a critic.
import type { ScoreObject } from '../records/score.ts';
import { formatCounted, formatInterval, formatPercent } from './format.ts';
import type { CellValue, Table } from './table.ts';

const percent = (value: Exclude<CellValue, null>) => formatPercent(Number(value));
const share = (key: string, title: string) => ({ key, title, align: 'right', format: percent }) as const;

/** Null where no labels were corrected by anybody. */
export function errataTable({ errata }: ScoreObject): Table | null {
  if (errata === undefined) return null;
  const stale =
    errata.stale === 0
      ? []
      : [`${formatCounted(errata.stale, 'correction')} of records that have changed since: left out.`];
  return {
    columns: [
      { key: 'critic', title: 'critic', wraps: true },
      share('error_before', 'error acc\nbefore'),
      share('error_after', '\nafter'),
      share('correct_before', 'correct acc\nbefore'),
      share('correct_after', '\nafter'),
      share('f1_before', 'F1\nbefore'),
      share('f1_after', '\nafter'),
      { key: 'interval', title: '95% interval\nafter', align: 'right' },
    ],
    rows: errata.critics.map(({ critic, before, after }) => ({
      critic,
      error_before: before?.error_acc ?? null,
      error_after: after.error_acc,
      correct_before: before?.correct_acc ?? null,
      correct_after: after.correct_acc,
      f1_before: before?.f1 ?? null,
      f1_after: after.f1,
      interval: formatInterval(after.f1_interval),
    })),
    notes: [`${formatCounted(errata.corrected, 'label')} corrected.`, ...stale],
  };
}
