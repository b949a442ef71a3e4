// One table for each field that a score is broken down by, with n in every row and the interval of error accuracy.
import type { ScoreCell, ScoreObject } from '../records/score.ts';
import {
  countColumn,
  figureCells,
  figureColumns,
  figures,
  intervalCells,
  intervalColumns,
} from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const shown = [
  figures.errorAcc,
  figures.correctAcc,
  figures.pooledF1,
  figures.falsePositiveRate,
  figures.exact,
  figures.stepF1,
];

function row(value: string, critic: string, cell: ScoreCell): Record<string, CellValue> {
  const interval = cell.intervals[figures.errorAcc.interval];
  return {
    value,
    critic,
    n: cell.n,
    n_error: cell.n_error,
    ...figureCells(shown, cell),
    ...intervalCells(interval),
    n_unread: (cell.n_abstained ?? 0) + cell.n_unparsed + cell.n_failed,
  };
}

/** A row is a value; with several critics a value is a group of rows, one a critic, each with the value's name. */
function tableFor(field: string, score: ScoreObject): Table {
  const values = [...new Set(score.critics.flatMap(({ by }) => Object.keys(by[field] ?? {})))];
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  for (const value of values) {
    groups.push({ row: rows.length, title: '' });
    for (const { critic, by } of score.critics) {
      const cell = by[field]?.[value];
      if (cell !== undefined) rows.push(row(value, critic, cell));
    }
  }
  const several = score.critics.length > 1;
  const [errorAcc, ...rest] = figureColumns(shown);
  return {
    columns: [
      { key: 'value', title: field, wraps: true },
      { key: 'critic', title: 'critic', wraps: true, ...(several ? {} : { audience: 'programs' }) },
      countColumn('n', 'n'),
      countColumn('n_error', 'with\nerror'),
      errorAcc!,
      ...intervalColumns('error acc\n95% int.'),
      ...rest,
      countColumn('n_unread', 'no\nverdict'),
    ],
    rows,
    ...(several ? { groups } : {}),
  };
}

/** A field that no record has says nothing. */
function isEmpty(field: string, { critics }: ScoreObject): boolean {
  return critics.every(({ by }) => Object.keys(by[field] ?? {}).every((value) => value === '(none)'));
}

/** The fields in the order of the score, for the critics that have them. */
export function breakdownTables(
  score: ScoreObject,
): readonly { readonly field: string; readonly table: Table }[] {
  const fields = [...new Set(score.critics.flatMap(({ by }) => Object.keys(by)))];
  return fields
    .filter((field) => !isEmpty(field, score))
    .map((field) => ({ field, table: tableFor(field, score) }));
}
