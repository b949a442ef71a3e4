// What is at the end of a Parquet file: its schema, its row groups, and what the file says about itself.
import { type ThriftStruct, thriftStruct, thriftType, writeThrift } from '../pages/thrift.ts';
import { physicalType } from './chunk.ts';
import { type Leaf, listNames } from './leaf.ts';

/** Numbers of the format. */
const repetitions = { optional: 1, repeated: 2 } as const;
const convertedTypes = { text: 0, list: 3 } as const;
const nothing = thriftStruct({});
const textType = thriftStruct({ 1: nothing });
const listType = thriftStruct({ 3: nothing });
/** Minima and maxima are in the order of the column's type. */
const ordered = thriftStruct({ 1: nothing });
const version = 1;

function valueElement(leaf: Leaf, name: string): ThriftStruct {
  return thriftStruct({
    1: physicalType(leaf),
    3: repetitions.optional,
    4: Buffer.from(name),
    ...(leaf.kind === 'text' ? { 6: convertedTypes.text, 10: textType } : {}),
  });
}

function elementsOf(leaf: Leaf): ThriftStruct[] {
  const [list, element] = listNames;
  if (!leaf.isList) return [valueElement(leaf, leaf.name)];
  return [
    thriftStruct({
      3: repetitions.optional,
      4: Buffer.from(leaf.name),
      5: 1,
      6: convertedTypes.list,
      10: listType,
    }),
    thriftStruct({ 3: repetitions.repeated, 4: Buffer.from(list), 5: 1 }),
    valueElement(leaf, element),
  ];
}

export interface RowGroup {
  readonly rows: number;
  /** Entries of its columns. */
  readonly chunks: readonly ThriftStruct[];
  readonly start: number;
  readonly bytes: number;
  readonly rawBytes: number;
}

function groupEntry({ rows, chunks, start, bytes, rawBytes }: RowGroup, ordinal: number): ThriftStruct {
  const group = thriftStruct(
    { 1: { of: thriftType.struct, items: chunks }, 2: rawBytes, 3: rows, 5: start, 6: bytes },
    [2, 3, 5, 6],
  );
  // Whoever has more row groups than sixteen bits count goes without their numbers.
  if (ordinal < 1 << 15) group.set(7, { type: thriftType.i16, value: ordinal });
  return group;
}

export interface FileFacts {
  readonly leaves: readonly Leaf[];
  readonly groups: readonly RowGroup[];
  /** By key. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The bytes between the last row group and the length at the end of the file. */
export function footerBytes({ leaves, groups, metadata }: FileFacts): Buffer {
  const root = thriftStruct({ 4: Buffer.from('schema'), 5: leaves.length });
  const pairs = Object.entries(metadata).map(([key, value]) =>
    thriftStruct({ 1: Buffer.from(key), 2: Buffer.from(value) }),
  );
  const struct = (items: readonly ThriftStruct[]) => ({ of: thriftType.struct, items });
  return writeThrift(
    thriftStruct(
      {
        1: version,
        2: struct([root, ...leaves.flatMap(elementsOf)]),
        3: groups.reduce((sum, { rows }) => sum + rows, 0),
        4: struct(groups.map(groupEntry)),
        5: struct(pairs),
        6: Buffer.from('latebench'),
        7: struct(leaves.map(() => ordered)),
      },
      [3],
    ),
  );
}
