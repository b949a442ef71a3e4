// What fewer votes would have given, one row a number of votes.
import type { ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { countColumn, criticColumn } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const percent = (value: Exclude<CellValue, null>) => formatPercent(Number(value));

/** Null when no critic has several votes. */
export function voteTable({ critics }: ScoreObject): Table | null {
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  for (const { critic, vote_curve } of critics) {
    if (vote_curve === null) continue;
    groups.push({ row: rows.length, title: critic });
    for (const point of vote_curve) rows.push({ critic, ...point });
  }
  if (rows.length === 0) return null;
  return {
    columns: [
      criticColumn(groups.length),
      countColumn('votes', 'votes'),
      { key: 'error_acc', title: 'error\nacc', align: 'right', format: percent },
      { key: 'correct_acc', title: 'correct\nacc', align: 'right', format: percent },
      { key: 'f1', title: 'F1', align: 'right', format: percent },
      { key: 'exact', title: 'exact', align: 'right', format: percent },
      countColumn('n_unread', 'no\nverdict'),
    ],
    rows,
    groups,
  };
}
