// Builders of columns with children: lists, structs (with their `rest`), and objects whose keys are data.
import { type Data, Field, List, makeData, Struct } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { nameOfKind, type Row } from '../rows.ts';
import { canHold } from './can-hold.ts';
import type { Column } from './column.ts';
import { Bits, Offsets } from './growable.ts';
import { type ColumnBuilder, type Meter, nullsOf } from './scalar-builders.ts';

export interface FieldBuilder {
  readonly name: string;
  readonly column: Column;
  readonly builder: ColumnBuilder;
}

/** Parquet's own name for the values of a list, which other readers expect. */
const elementName = 'element';

function fieldOf({ name, builder }: FieldBuilder): Field {
  return new Field(name, builder.type, true);
}

export function listBuilder(meter: Meter, item: ColumnBuilder): ColumnBuilder {
  const type = new List(new Field(elementName, item.type, true));
  const validity = new Bits();
  const ends = new Offsets();
  let items = 0;
  const endCell = (valid: boolean): void => {
    validity.push(valid);
    ends.push(items);
    meter.bytes += 4;
  };
  return {
    type,
    append(value) {
      const list = value as ArrayLike<unknown>;
      if (item.appendPacked?.(list) !== true) {
        for (let index = 0; index < list.length; index += 1) {
          const cell = list[index];
          if (cell === null || cell === undefined) item.appendNull();
          else item.append(cell);
        }
      }
      items += list.length;
      endCell(true);
    },
    appendNull: () => endCell(false),
    finish: () => makeData({ type, ...nullsOf(validity), valueOffsets: ends.filled(), child: item.finish() }),
    reset() {
      validity.reset();
      ends.reset();
      item.reset();
      items = 0;
    },
  };
}

/** Puts each field of an object into its column, and what has none, or does not fit, into `rest`. */
function appendFields(fields: readonly FieldBuilder[], known: ReadonlySet<string>, row: Row): void {
  // Without a prototype even the name `__proto__` is a field like any other.
  let left: Row | undefined;
  const keep = (name: string, cell: unknown): void => {
    left ??= Object.create(null) as Row;
    left[name] = cell;
  };
  let rest: ColumnBuilder | undefined;
  for (const { name, column, builder } of fields) {
    if (column.kind === 'rest') {
      rest = builder;
      continue;
    }
    const cell = row[name];
    if (cell === null || cell === undefined) builder.appendNull();
    else if (canHold(column, cell)) builder.append(cell);
    else {
      builder.appendNull();
      keep(name, cell);
    }
  }
  for (const name of Object.keys(row)) if (!known.has(name) && row[name] !== undefined) keep(name, row[name]);
  if (rest === undefined) {
    for (const name in left) {
      const reason = known.has(name) ? `cannot hold ${nameOfKind(left[name])}` : 'does not exist';
      throw new LateBenchError('LB_SCHEMA', `column ${JSON.stringify(name)} ${reason}`);
    }
  } else if (left === undefined) rest.appendNull();
  else rest.append(left);
}

function namesOf(fields: readonly FieldBuilder[]): ReadonlySet<string> {
  return new Set(fields.filter(({ column }) => column.kind !== 'rest').map(({ name }) => name));
}

function appendNulls(fields: readonly FieldBuilder[]): void {
  for (const { builder } of fields) builder.appendNull();
}

export function structBuilder(fields: readonly FieldBuilder[]): ColumnBuilder {
  const type = new Struct(fields.map(fieldOf));
  const known = namesOf(fields);
  const validity = new Bits();
  return {
    type,
    append(value) {
      appendFields(fields, known, value as Row);
      validity.push(true);
    },
    appendNull() {
      appendNulls(fields);
      validity.push(false);
    },
    finish: () => makeData({ type, ...nullsOf(validity), children: finishAll(fields) }),
    reset() {
      for (const { builder } of fields) builder.reset();
      validity.reset();
    },
  };
}

function finishAll(fields: readonly FieldBuilder[]): Data[] {
  return fields.map(({ builder }) => builder.finish());
}

/** `value` is the name of the one field beside the key, or undefined where the entries are objects. */
export function entriesBuilder(
  meter: Meter,
  key: FieldBuilder,
  value: string | undefined,
  fields: readonly FieldBuilder[],
): ColumnBuilder {
  const known = namesOf(fields);
  const single = fields.find(({ name }) => name === value);
  let entries = 0;
  const entry: ColumnBuilder = {
    type: new Struct([key, ...fields].map(fieldOf)),
    append(pair) {
      const [name, cell] = pair as [string, unknown];
      key.builder.append(key.column.kind === 'int32' ? Number(name) : name);
      if (single === undefined) appendFields(fields, known, cell as Row);
      else single.builder.append(cell);
      entries += 1;
    },
    appendNull: () => appendNulls([key, ...fields]),
    finish: () =>
      makeData({
        type: entry.type as Struct,
        length: entries,
        nullCount: 0,
        children: finishAll([key, ...fields]),
      }),
    reset() {
      for (const { builder } of [key, ...fields]) builder.reset();
      entries = 0;
    },
  };
  const pairs = listBuilder(meter, entry);
  return { ...pairs, append: (object) => pairs.append(Object.entries(object as Row)) };
}
