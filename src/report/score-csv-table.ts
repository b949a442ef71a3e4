// A score as one flat table for programs: critics, baselines and every cell of every breakdown, with both ends of
// each interval.
import type { ScoreCell, ScoreObject, SubjectScore } from '../records/score.ts';
import { type Figure, figureCells, figures } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const shown: readonly Figure[] = Object.values(figures);
const withInterval = shown.flatMap(({ key, interval }) => (interval === null ? [] : [{ key, interval }]));

function row(kind: string, critic: string, cell: ScoreCell | SubjectScore): Record<string, CellValue> {
  const { n, n_error, n_correct, n_abstained = 0, n_unparsed, n_failed, intervals } = cell;
  const ends = withInterval.flatMap(({ key, interval }) => {
    const found = intervals[interval] ?? null;
    return [
      [`${key}_low`, found?.[0] ?? null],
      [`${key}_high`, found?.[1] ?? null],
    ];
  });
  return {
    ...{ kind, critic, field: null, value: null, n, n_error, n_correct },
    ...figureCells(shown, cell),
    ...{ n_unparsed, n_failed },
    ...(Object.fromEntries(ends) as Record<string, CellValue>),
    n_abstained,
  };
}

function rowsOf(kind: string, score: SubjectScore): Record<string, CellValue>[] {
  const cells = Object.entries(score.by).flatMap(([field, values]) =>
    Object.entries(values).map(([value, cell]) => ({ ...row(kind, score.critic, cell), field, value })),
  );
  return [row(kind, score.critic, score), ...cells];
}

export function scoreCsvTable({ critics, baselines }: ScoreObject): Table {
  const keys = [
    ...['kind', 'critic', 'field', 'value', 'n', 'n_error', 'n_correct'],
    ...shown.map(({ key }) => key),
    ...['n_unparsed', 'n_failed'],
    ...withInterval.flatMap(({ key }) => [`${key}_low`, `${key}_high`]),
    // Columns of later versions come last: programs read those of earlier ones by their place.
    'n_abstained',
  ];
  return {
    columns: keys.map((key) => ({ key, title: key })),
    rows: [
      ...critics.flatMap((critic) => rowsOf('critic', critic)),
      ...baselines.flatMap((baseline) => rowsOf('baseline', baseline)),
    ],
  };
}
