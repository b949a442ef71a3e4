// A table in the form that `--format` asks for: text for a terminal, CSV or Markdown.
import { csvTable } from '../report/csv-table.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { Table } from '../report/table.ts';
import { textTable } from '../report/text-table.ts';
import type { Call } from './command.ts';

export function formatTable({ options, stdout }: Pick<Call, 'options' | 'stdout'>, table: Table): string {
  const format = options.text('format');
  if (format === 'csv') return csvTable(table);
  if (format === 'md') return markdownTable(table);
  const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
  return textTable(table, { colour });
}
