// A table in the form that was asked for: text for a terminal, CSV or Markdown.

import { csvTable } from './csv-table.ts';
import { markdownTable } from './markdown-table.ts';
import type { Table } from './table.ts';
import type { TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';

export type TableFormat = 'table' | 'csv' | 'md';

export function formatTable(table: Table, format: TableFormat, style: TextStyle): string {
  if (format === 'csv') return csvTable(table);
  if (format === 'md') return markdownTable(table);
  return textTable(table, style);
}
