// A table as CSV, for programs: the values themselves, not what people read.
import { stringify } from 'csv-stringify/sync';
import type { Table } from './table.ts';

/**
 * Fractions (not percent) under the column keys; null is an empty field; no formats, groups or notes. A text that
 * a spreadsheet would run as a formula (`=...`, `@...`) gets an apostrophe in front.
 */
export function csvTable(table: Table): string {
  const keys = table.columns.filter(({ audience }) => audience !== 'people').map(({ key }) => key);
  return stringify(
    table.rows.map((row) => keys.map((key) => row[key] ?? null)),
    {
      header: true,
      columns: keys,
      escape_formulas: true,
      cast: { boolean: String, number: (value) => (Number.isFinite(value) ? String(value) : '') },
    },
  );
}
