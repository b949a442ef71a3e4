// The columns of a batch that this encoder knows: texts, numbers, and lists of them. Every cell and every item may be null.
import { type Data, DataType, type Field, Precision, type Schema } from 'apache-arrow';

export type LeafKind = 'int32' | 'float32' | 'float64' | 'text';

export interface Leaf {
  readonly name: string;
  readonly kind: LeafKind;
  readonly isList: boolean;
}

/** Parquet's own names for the parts of a list, which other readers expect. */
export const listNames = ['list', 'element'] as const;

function kindOf(type: DataType): LeafKind | undefined {
  if (DataType.isUtf8(type)) return 'text';
  if (DataType.isInt(type)) return type.bitWidth === 32 && type.isSigned ? 'int32' : undefined;
  if (!DataType.isFloat(type)) return undefined;
  return type.precision === Precision.SINGLE
    ? 'float32'
    : type.precision === Precision.DOUBLE
      ? 'float64'
      : undefined;
}

function leafOf({ name, type }: Field): Leaf {
  const isList = DataType.isList(type);
  const kind = kindOf(isList ? type.children[0]!.type : type);
  if (kind === undefined) throw new Error(`no encoder for the column ${name} of the type ${type}`);
  return { name, kind, isList };
}

export function leavesOf(schema: Schema): readonly Leaf[] {
  return schema.fields.map(leafOf);
}

export function pathOf({ name, isList }: Leaf): readonly string[] {
  return isList ? [name, ...listNames] : [name];
}

/** Values or lists of a column. Plain properties: those of Arrow's data are getters, which cost as much as the rest. */
export interface Cells {
  readonly length: number;
  readonly nullCount: number;
  /** A bit a cell that is there; null where all are. */
  readonly bitmap: Uint8Array | null;
  readonly values: unknown;
  /** Where texts and lists end; the first begins at 0. */
  readonly ends: Int32Array;
}

const noEnds = new Int32Array(0);

function cells({ length, nullCount, nullBitmap, values, valueOffsets }: Data): Cells {
  const bitmap = nullCount === 0 ? null : nullBitmap;
  return { length, nullCount, bitmap, values, ends: (valueOffsets as Int32Array | undefined) ?? noEnds };
}

export interface ColumnCells {
  /** One a row. */
  readonly rows: Cells;
  /** The items of all lists; else the rows' own. */
  readonly values: Cells;
}

export function cellsOf(data: Data, { isList }: Leaf): ColumnCells {
  const rows = cells(data);
  return { rows, values: isList ? cells(data.children[0]!) : rows };
}

export function isSet({ bitmap }: Cells, at: number): boolean {
  return bitmap === null || ((bitmap[at >> 3]! >> (at & 7)) & 1) === 1;
}
