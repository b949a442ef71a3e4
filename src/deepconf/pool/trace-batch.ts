// Some traces as columns: typed arrays over a Parquet batch, with no object a token and none a trace.
import { type Data, DataType, type RecordBatch } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { textCell } from '../../storage/columnar/scalar-cells.ts';
import { laterColumns } from './schema.ts';

export type TextColumn =
  | 'problem_id'
  | 'model'
  | 'finish_reason'
  | 'text'
  | 'answer'
  | 'answer_source'
  | 'system_fingerprint';
type IntColumn =
  | 'sample_id'
  | 'prompt_tokens'
  | 'n_tokens'
  | 'n_without_logprob'
  | 'n_missing'
  | 'n_sentinel'
  | 'k';
type ScoreColumn = 'score_avg' | 'score_tail' | 'score_lowest' | 'score_bottom10';
type FloatListColumn = 'token_logprobs' | 'token_conf' | 'top_logprobs';

export type TraceColumn =
  | TextColumn
  | IntColumn
  | ScoreColumn
  | FloatListColumn
  | 'tokens'
  | 'n_valid'
  | 'top_tokens';

/** Lists of all traces of the batch one after the other: that of trace i is values[ends[i] .. ends[i + 1]]. */
export interface PackedLists<Values> {
  readonly values: Values;
  readonly ends: Int32Array;
}

/** Each accessor takes a column that was asked for; views are valid for as long as they are held. */
export interface TraceBatch {
  readonly rows: number;
  /** False for a column of a later version that the part does not have. */
  readonly has: (name: TraceColumn) => boolean;
  /** Whether a row's cell is there (not null). */
  readonly known: (name: TraceColumn) => (row: number) => boolean;
  readonly texts: (name: TextColumn) => readonly (string | null)[];
  /** Null as 0. */
  readonly ints: (name: IntColumn) => Int32Array;
  /** Null as NaN. */
  readonly scores: (name: ScoreColumn) => Float64Array;
  /** Null as NaN. */
  readonly floatLists: (name: FloatListColumn) => PackedLists<Float32Array>;
  readonly intLists: (name: 'n_valid') => PackedLists<Int32Array>;
  /** UTF-8: token j is bytes[textEnds[j] .. textEnds[j + 1]]. Null where a trace has none. */
  readonly textLists: (
    name: 'tokens' | 'top_tokens',
  ) => PackedLists<{ readonly bytes: Uint8Array; readonly textEnds: Int32Array }>;
}

function isSet(data: Data, index: number): boolean {
  return data.nullCount === 0 || ((data.nullBitmap[index >> 3]! >> (index & 7)) & 1) === 1;
}

function floatsOf<Values extends Float32Array | Float64Array>(data: Data): Values {
  const values = (data.values as Values).subarray(0, data.length) as Values;
  if (data.nullCount === 0) return values;
  const copy = values.slice() as Values;
  for (let index = 0; index < copy.length; index += 1) if (!isSet(data, index)) copy[index] = Number.NaN;
  return copy;
}

export function traceBatch(batch: RecordBatch): TraceBatch {
  const column = (name: string, check: (type: DataType) => boolean): Data => {
    const at = batch.schema.fields.findIndex((field) => field.name === name);
    const data = batch.data.children[at];
    if (data === undefined) throw new LateBenchError('LB_INTERNAL', `the column ${name} was not asked for`);
    if (!check(data.type)) throw new Error(`its column ${name} is of the type ${data.type}`);
    return data;
  };
  /** The part is of a version that did not have the column. */
  const isAbsent = (name: string): boolean =>
    laterColumns.has(name) && !batch.schema.fields.some((field) => field.name === name);
  /** The items of a list column, and where each row's end. */
  const items = (name: string, check: (type: DataType) => boolean): { child: Data; ends: Int32Array } => {
    const data = column(name, DataType.isList);
    const child = data.children[0]!;
    if (!check(child.type)) throw new Error(`its column ${name} holds items of the type ${child.type}`);
    const ends = (data.valueOffsets as Int32Array).subarray(0, data.length + 1);
    for (let row = 0; row < data.length; row += 1) {
      if (!(ends[row]! >= 0 && ends[row]! <= ends[row + 1]! && ends[row + 1]! <= child.length)) {
        throw new Error(`a list of its column ${name} reaches beyond the ${child.length} items`);
      }
    }
    return { child, ends };
  };
  return {
    rows: batch.numRows,
    has: (name) => !isAbsent(name),
    known(name) {
      if (isAbsent(name)) return () => false;
      const data = column(name, () => true);
      return (row) => isSet(data, row);
    },
    texts(name) {
      const data = column(name, DataType.isUtf8);
      const read = textCell(data);
      return Array.from({ length: data.length }, (_, row) => (isSet(data, row) ? read(row) : null));
    },
    ints: (name) => {
      if (isAbsent(name)) return new Int32Array(batch.numRows);
      const data = column(name, DataType.isInt);
      return (data.values as Int32Array).subarray(0, data.length);
    },
    scores: (name) => floatsOf<Float64Array>(column(name, DataType.isFloat)),
    floatLists(name) {
      const { child, ends } = items(name, DataType.isFloat);
      return { values: floatsOf<Float32Array>(child), ends };
    },
    intLists(name) {
      const { child, ends } = items(name, DataType.isInt);
      return { values: (child.values as Int32Array).subarray(0, child.length), ends };
    },
    textLists(name) {
      const { child, ends } = items(name, DataType.isUtf8);
      const textEnds = (child.valueOffsets as Int32Array).subarray(0, child.length + 1);
      return { values: { bytes: child.values as Uint8Array, textEnds }, ends };
    },
  };
}
