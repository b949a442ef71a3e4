// CSV for spreadsheets: one column a top-level field, lists and objects as JSON in their cell, null as an empty
// cell. The columns are those of the first row; fields that only later rows have stand together in `extra`.
import { stringify } from 'csv-stringify/sync';
import type { TextForm } from './text-sink.ts';

function cell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

export function csvForm(): TextForm {
  let columns: string[] = [];
  return {
    header(row) {
      columns = Object.keys(row).filter((name) => name !== 'extra');
      return stringify([[...columns, 'extra']]);
    },
    line(row) {
      const known = new Set(columns);
      const extra = Object.fromEntries(Object.entries(row).filter(([name]) => !known.has(name)));
      const cells = columns.map((name) => cell(row[name]));
      return stringify([[...cells, Object.keys(extra).length === 0 ? null : JSON.stringify(extra)]]);
    },
  };
}
