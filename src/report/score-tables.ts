// All tables of a score, each with its title: what the text, Markdown and HTML forms show below the headline.
import type { ScoreObject } from '../records/score.ts';
import { breakdownTables } from './breakdown-tables.ts';
import { calibrationTable } from './calibration-table.ts';
import { errataTable } from './errata-table.ts';
import { explanationsTable } from './explanations-table.ts';
import { intervalTable } from './interval-table.ts';
import { operatingTable } from './operating-table.ts';
import type { Table } from './table.ts';
import { voteTable } from './vote-table.ts';

export interface TitledTable {
  readonly title: string;
  readonly table: Table;
}

export function detailTables(score: ScoreObject): readonly TitledTable[] {
  const tables: readonly (readonly [string, Table | null])[] = [
    ['Corrected labels', errataTable(score)],
    ['95% intervals', intervalTable(score)],
    ['Operating point', operatingTable(score)],
    ['By number of votes', voteTable(score)],
    ['Calibration', calibrationTable(score)],
    ['Explanations (judge)', explanationsTable(score)],
    ...breakdownTables(score).map(({ field, table }) => [`By ${field}`, table] as const),
  ];
  return tables.flatMap(([title, table]) => (table === null ? [] : [{ title, table }]));
}
