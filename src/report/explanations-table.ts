// What the judge says of the explanations of right verdicts: one row a critic.
import type { ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { countColumn } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const percent = (value: Exclude<CellValue, null>): string => formatPercent(Number(value));

/** Null when nothing was judged. */
export function explanationsTable({ critics }: ScoreObject): Table | null {
  const rows = critics.flatMap(({ critic, explanations }) => {
    if (explanations === undefined) return [];
    const { n, yes, partly, no, n_unparsed, n_failed } = explanations;
    return [{ critic, n, yes: yes / n, partly: partly / n, no: no / n, n_unparsed, n_failed }];
  });
  if (rows.length === 0) return null;
  return {
    columns: [
      { key: 'critic', title: 'critic', wraps: true },
      countColumn('n', 'judged'),
      { key: 'yes', title: 'yes', align: 'right', format: percent },
      { key: 'partly', title: 'partly', align: 'right', format: percent },
      { key: 'no', title: 'no', align: 'right', format: percent },
      countColumn('n_unparsed', 'unparsed'),
      countColumn('n_failed', 'failed'),
    ],
    rows,
    notes: [
      'Of the verdicts that name the first error and explain it: does the explanation give the annotated reason? Shares are of all that were judged.',
    ],
  };
}
