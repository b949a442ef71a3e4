// Any table at all, for fast-check: columns of every kind within each other, and rows that fit them. Also the same values
// as packed lists.
import fc from 'fast-check';
import {
  bool,
  type Column,
  type Columns,
  float32,
  float64,
  int32,
  int64,
  keepNull,
  list,
  rest,
  struct,
  textOrNumber,
  utf8,
} from '../../../src/storage/columnar/column.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import type { Row } from '../../../src/storage/rows.ts';

const json = { kind: 'json' } as const;
const plainKinds = [utf8, int32, int64, float32, float64, bool, textOrNumber, json] as const;
const names = ['a', 'b', 'c', 'key'] as const;

const { fields } = fc.letrec<{ column: Column; own: Column; fields: Columns }>((tie) => ({
  own: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Column>(...plainKinds),
    tie('column').map(list),
    tie('fields').map(struct),
    tie('fields').map((each) => struct({ ...each, extra: rest })),
    fc.record({
      kind: fc.constant('entries' as const),
      key: fc.constant('name'),
      keyKind: fc.constantFrom('utf8', 'int32'),
      fields: tie('fields'),
    }),
    tie('column').map((value) => ({
      kind: 'entries' as const,
      key: 'name',
      keyKind: 'utf8' as const,
      value: 'is',
      fields: { is: value },
    })),
  ),
  column: fc.tuple(tie('own'), fc.boolean()).map(([column, keeps]) => (keeps ? keepNull(column) : column)),
  fields: fc.dictionary(fc.constantFrom(...names), tie('column'), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  }),
}));

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
/** Under names that no column has. */
const more = fc.dictionary(fc.constantFrom('x', 'y', '__proto__'), fc.jsonValue({ maxDepth: 1 }), {
  maxKeys: 1,
});

function valueFor(column: Column): fc.Arbitrary<unknown> {
  switch (column.kind) {
    case 'utf8':
      return text;
    case 'int32':
      return fc.integer();
    case 'int64':
      return fc.maxSafeInteger();
    case 'float32':
      return fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'float64':
      return number;
    case 'bool':
      return fc.boolean();
    case 'text_or_number':
      return fc.oneof(text, number, number.map(String));
    case 'json':
    case 'json_and_rest':
    case 'rest':
      return fc.jsonValue({ maxDepth: 1 }).filter((value) => value !== null);
    case 'list':
      return fc.array(cellOf(column.item), { maxLength: 4 });
    case 'struct':
      return rowOf(column.fields);
    case 'entries': {
      const key = column.keyKind === 'int32' ? fc.integer().map(String) : text;
      const entry =
        column.value === undefined ? rowOf(column.fields) : valueFor(column.fields[column.value]!);
      return fc.dictionary(key, entry, { maxKeys: 3 });
    }
  }
}

const cellOf = (column: Column): fc.Arbitrary<unknown> => fc.option(valueFor(column), { freq: 4 });

function rowOf(columns: Columns): fc.Arbitrary<Row> {
  const own = Object.entries(columns).filter(([, { kind }]) => kind !== 'rest');
  const known = fc.record(Object.fromEntries(own.map(([name, column]) => [name, cellOf(column)])), {
    requiredKeys: [],
  });
  const unknown = 'extra' in columns ? more : fc.constant({});
  return fc
    .tuple(unknown, known)
    .map(([others, row]) => JSON.parse(JSON.stringify({ ...others, ...row })) as Row);
}

export const table: fc.Arbitrary<{ columns: Columns; rows: Row[] }> = fields.chain((columns) =>
  fc.record({ columns: fc.constant(columns), rows: fc.array(rowOf(columns), { maxLength: 12 }) }),
);

/** The same value with its lists packed, where there is a packed form. */
export function packed(column: Column | undefined, value: unknown): unknown {
  if (column === undefined || value === null || typeof value !== 'object') return value;
  if (column.kind === 'struct') return packedRow(column.fields, value as Row);
  if (column.kind === 'entries') {
    const inner = column.value === undefined ? struct(column.fields) : column.fields[column.value];
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, packed(inner, entry)]));
  }
  if (column.kind !== 'list' || !Array.isArray(value)) return value;
  const { kind } = column.item;
  const isFull = !value.includes(null);
  const numbers = value.map((item) => (item === null ? Number.NaN : item)) as number[];
  if (kind === 'float32') return Float32Array.from(numbers);
  if (kind === 'float64') return Float64Array.from(numbers);
  if ((kind === 'int32' || kind === 'int64') && isFull && numbers.every((item) => item === (item | 0))) {
    return numbers.every((item) => item >= 0 && item < 256)
      ? Uint8Array.from(numbers)
      : Int32Array.from(numbers);
  }
  if (kind === 'utf8' && isFull) return PackedTexts.of(value as string[]);
  return value.map((item) => packed(column.item, item));
}

export function packedRow(columns: Columns, row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, packed(columns[name], cell)]));
}
