// What a Parquet file's footer says about its row groups, as far as a walk over their pages needs it. That the file is
// whole and well-formed, parquet-wasm has found when it opened it.
import { listAt, numberAt, readThrift, structAt, type ThriftStruct } from './thrift.ts';

/** One column without children, with what its levels and values are like. */
export interface Leaf {
  /** Its path, with dots. */
  readonly path: string;
  /** Of the physical types, by number in the format. */
  readonly type: number;
  /** Bytes of a value of fixed length, of type 7. */
  readonly typeLength: number;
  readonly maxDefinition: number;
  readonly maxRepetition: number;
}

export interface Chunk {
  readonly leaf: Leaf;
  readonly codec: number;
  readonly encodings: readonly number[];
  readonly values: number;
  readonly rawBytes: number;
  /** Where its pages begin and end in the file. */
  readonly start: number;
  readonly end: number;
  /** As the footer has it. */
  readonly metadata: ThriftStruct;
}

export interface GroupLayout {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

export interface FileLayout {
  readonly footer: ThriftStruct;
  readonly groups: readonly GroupLayout[];
}

function leavesOf(schema: readonly ThriftStruct[]): Leaf[] {
  const leaves: Leaf[] = [];
  let at = 0;
  const walk = (parents: readonly string[], definition: number, repetition: number): void => {
    const element = schema[at]!;
    at += 1;
    const isRoot = at === 1;
    const repeats = numberAt(element, 3) ?? 0;
    const maxDefinition = definition + (!isRoot && repeats !== 0 ? 1 : 0);
    const maxRepetition = repetition + (!isRoot && repeats === 2 ? 1 : 0);
    const path = isRoot ? [] : [...parents, String(element.get(4)?.value)];
    const children = numberAt(element, 5) ?? 0;
    if (children === 0 && !isRoot) {
      leaves.push({
        path: path.join('.'),
        type: numberAt(element, 1) ?? -1,
        typeLength: numberAt(element, 2) ?? 0,
        maxDefinition,
        maxRepetition,
      });
    }
    for (let child = 0; child < children; child += 1) walk(path, maxDefinition, maxRepetition);
  };
  walk([], 0, 0);
  return leaves;
}

function chunkOf(column: ThriftStruct, leaf: Leaf): Chunk {
  const metadata = structAt(column, 3) ?? new Map();
  const dataStart = numberAt(metadata, 9) ?? 0;
  const dictionaryStart = numberAt(metadata, 11) ?? 0;
  // Some writers say 0 where there is no dictionary.
  const start = dictionaryStart > 0 ? Math.min(dataStart, dictionaryStart) : dataStart;
  return {
    leaf,
    codec: numberAt(metadata, 4) ?? 0,
    encodings: listAt(metadata, 2) as readonly number[],
    values: numberAt(metadata, 5) ?? 0,
    rawBytes: numberAt(metadata, 6) ?? 0,
    start,
    end: start + (numberAt(metadata, 7) ?? 0),
    metadata,
  };
}

/** @param footer The bytes between the last row group and the length at the end of the file. */
export function readLayout(footer: Buffer): FileLayout {
  const { struct } = readThrift(footer);
  const leaves = leavesOf(listAt(struct, 2) as readonly ThriftStruct[]);
  const groups = (listAt(struct, 4) as readonly ThriftStruct[]).map((group) => ({
    rows: numberAt(group, 3) ?? 0,
    chunks: (listAt(group, 1) as readonly ThriftStruct[]).map((column, index) =>
      chunkOf(column, leaves[index]!),
    ),
  }));
  return { footer: struct, groups };
}
