// What a vote prints: its table, and the one of online DeepConf where that was replayed; or the summary as JSON.
import { formatTable, type TableFormat } from '../report/format-table.ts';
import { consName } from './methods.ts';
import { onlineTable } from './online-table.ts';
import type { VoteSummary } from './vote-options.ts';
import { voteTable } from './vote-table.ts';

export function voteText(summary: VoteSummary, format: TableFormat | 'json', colour: boolean): string {
  if (format === 'json') return `${JSON.stringify(summary, null, 2)}\n`;
  const { online, accuracy } = summary;
  const table = formatTable(voteTable(summary), format, colour);
  if (online === null) return table;
  return `${table}\n${formatTable(onlineTable(online, accuracy[consName] ?? null), format, colour)}`;
}
