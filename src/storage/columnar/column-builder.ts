// Chooses the builder for a column. Building costs no object per cell and no schema guessing: the typed arrays of
// the builders become Arrow data as they are.
import { type Column, type Columns, int32, utf8 } from './column.ts';
import { jsonTextOf } from './json-text.ts';
import { entriesBuilder, type FieldBuilder, listBuilder, structBuilder } from './nested-builders.ts';
import {
  boolBuilder,
  type ColumnBuilder,
  float32Builder,
  float64Builder,
  int32Builder,
  int64Builder,
  type Meter,
  textBuilder,
} from './scalar-builders.ts';
import { toCellText } from './text-or-number.ts';

function fieldBuilders(meter: Meter, columns: Columns): FieldBuilder[] {
  return Object.entries(columns).map(([name, column]) => ({
    name,
    column,
    builder: columnBuilder(meter, column),
  }));
}

export function columnBuilder(meter: Meter, column: Column): ColumnBuilder {
  switch (column.kind) {
    case 'utf8':
      return textBuilder(meter, (value) => value as string);
    case 'text_or_number':
      return textBuilder(meter, (value) => toCellText(value as string | number));
    case 'json':
    case 'json_and_rest':
    case 'rest':
      // What has no JSON form at all (a function) counts as null, as it does in JSONL.
      return textBuilder(meter, jsonTextOf);
    case 'int32':
      return int32Builder(meter);
    case 'int64':
      return int64Builder(meter);
    case 'float32':
      return float32Builder(meter);
    case 'float64':
      return float64Builder(meter);
    case 'bool':
      return boolBuilder(meter);
    case 'list':
      return listBuilder(meter, columnBuilder(meter, column.item));
    case 'struct':
      return structBuilder(fieldBuilders(meter, column.fields));
    case 'entries': {
      const keyColumn = column.keyKind === 'int32' ? int32 : utf8;
      const key = { name: column.key, column: keyColumn, builder: columnBuilder(meter, keyColumn) };
      return entriesBuilder(meter, key, column.value, fieldBuilders(meter, column.fields));
    }
  }
}
