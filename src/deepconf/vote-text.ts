// What a vote prints: its tables, the confidences of the traces, and online DeepConf where that was replayed; or one
// table of all columns for programs, or the summary as JSON.

import { csvTable } from '../report/csv-table.ts';
import { formatTable, type TableFormat } from '../report/format-table.ts';
import { severalTables } from '../report/several-tables.ts';
import type { TextStyle } from '../report/text-style.ts';
import { confidenceSpreadTable } from './confidence-table.ts';
import { consName } from './methods.ts';
import { onlineTable, onlineVotesTable } from './online-table.ts';
import { voteCsvTable } from './vote-csv-table.ts';
import type { VoteSummary } from './vote-options.ts';
import { narrowVoteTables, voteTable } from './vote-table.ts';

export function voteText(summary: VoteSummary, format: TableFormat | 'json', style: TextStyle): string {
  if (format === 'json') return `${JSON.stringify(summary, null, 2)}\n`;
  if (format === 'csv') return csvTable(voteCsvTable(summary));
  const { online, accuracy } = summary;
  const table = tablesForPeople(summary, format, style);
  if (online === null) return table;
  const saved = formatTable(onlineTable(online, accuracy[consName] ?? null), format, style);
  return `${table}\n${saved}\n${formatTable(onlineVotesTable(online), format, style)}`;
}

function tablesForPeople(summary: VoteSummary, format: 'table' | 'md', style: TextStyle): string {
  const confidence = { ...confidenceSpreadTable(summary), notes: voteTable(summary).notes ?? [] };
  const tables = [...narrowVoteTables(summary), { title: 'Confidence of the traces', table: confidence }];
  return severalTables(tables, { form: format === 'md' ? 'md' : 'text', style });
}
