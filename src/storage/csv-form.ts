// CSV for spreadsheets: one column a top-level field, lists and objects as JSON in their cell. The columns are those
// of the first row; fields that only later rows have are together in `extra`.
import { type Options, stringify } from 'csv-stringify/sync';
import { hasUtf8Form } from './columnar/can-hold.ts';
import type { Columns } from './columnar/column.ts';
import { recordColumns } from './columnar/schema.ts';
import { jsonOf, toCsvCell } from './csv-cells.ts';
import type { TextForm } from './text-sink.ts';

const options: Options = { quoted_string: true, cast: { boolean: String } };

export function csvForm(): TextForm {
  let names: string[] = [];
  let known: ReadonlySet<string> = new Set();
  let meanings: Columns | undefined;
  return {
    header(row) {
      names = Object.keys(row).filter((name) => name !== 'extra' && hasUtf8Form(name));
      known = new Set(names);
      meanings = recordColumns(names);
      return stringify([[...names, 'extra']], options);
    },
    line(row) {
      const others = Object.entries(row).filter(([name, value]) => !known.has(name) && value !== undefined);
      const cells = names.map((name) => toCsvCell(row, name, meanings?.[name]));
      // A line of nothing at all would be no row.
      const none = names.length === 0 ? '{}' : null;
      const extra = others.length === 0 ? none : jsonOf(row, 'extra', Object.fromEntries(others));
      return stringify([[...cells, extra]], options);
    },
  };
}
