// A row with absent and null made the same, as its columns do: null where they keep nulls, elsewhere absent.
import type { Column, Columns } from '../../../src/storage/columnar/column.ts';
import { type Row, setField } from '../../../src/storage/rows.ts';

/** The value without the nulls that columns leave out: those of known fields that do not keep them. */
function withoutNulls(value: unknown, column: Column | undefined): unknown {
  if (column === undefined || value === null || typeof value !== 'object') return value;
  if (column.kind === 'list')
    return !Array.isArray(value) ? value : value.map((item) => withoutNulls(item, column.item));
  if (Array.isArray(value)) return value;
  if (column.kind === 'struct') return rowWithoutNulls(value as Row, column.fields);
  if (column.kind === 'entries') {
    const inner: Column =
      column.value === undefined ? { kind: 'struct', fields: column.fields } : column.fields[column.value]!;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNulls(item, inner)]));
  }
  return value;
}

export function rowWithoutNulls(row: Row, columns: Columns): Row {
  const copy: Row = {};
  for (const name of Object.keys(row)) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const known = column !== undefined && column.copies === undefined;
    if (known && row[name] === null && column.keepsNull !== true) continue;
    setField(copy, name, known ? withoutNulls(row[name], column) : row[name]);
  }
  for (const name of Object.keys(columns)) {
    if (columns[name]!.keepsNull === true && !(name in copy)) copy[name] = null;
  }
  return copy;
}
