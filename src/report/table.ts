// The table model that the text, Markdown, CSV and HTML forms share. It knows nothing of what it shows.
import { dash } from './format.ts';
import { clipText, visibleLine } from './visible-text.ts';

export type CellValue = string | number | boolean | null;

export interface Column {
  readonly key: string;
  /** A line end breaks it where that helps: in a text table. */
  readonly title: string;
  /** Default left; numbers belong on the right. */
  readonly align?: 'left' | 'right';
  /** Who sees the column: programs read CSV, people every other form. Default: both. */
  readonly audience?: 'people' | 'programs';
  /** In a text table that is too wide for a terminal, its texts continue on further lines. */
  readonly wraps?: boolean;
  /** For people only; CSV has the value itself. Null never gets here: it is a dash. */
  readonly format?: (value: Exclude<CellValue, null>) => string;
}

export interface Table {
  readonly columns: readonly Column[];
  /** A column that a row does not have counts as null. */
  readonly rows: readonly Readonly<Record<string, CellValue>>[];
  /** Where a group of rows begins (row from 0): a rule in text, a heading in HTML. */
  readonly groups?: readonly { readonly row: number; readonly title: string }[];
  /** Lines under the table, for people. */
  readonly notes?: readonly string[];
}

/** The columns that people see. */
export function shownColumns(table: Table): readonly Column[] {
  return table.columns.filter((column) => column.audience !== 'programs');
}

/** Only against texts that would fill the screen: names and sentences are shorter. */
const maxCellLength = 400;

/** One cell as people read it: on one line, a very long text cut. */
export function cellText(column: Column, row: Table['rows'][number]): string {
  const value = row[column.key] ?? null;
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return dash;
  const { text, left } = clipText(column.format?.(value) ?? String(value), maxCellLength);
  return visibleLine(left === 0 ? text : `${text}…`);
}
