// Reads a part back as the rows it was written from, its lists as typed arrays: for a part that grows, for joining
// parts and for checking them.
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { Row } from '../../storage/rows.ts';
import type { Side } from './layout.ts';
import type { Pool } from './read.ts';
import { coreColumns, laterColumns, topColumns } from './schema.ts';
import { type PackedLists, type TraceBatch, type TraceColumn, traceBatch } from './trace-batch.ts';

function cut<Values extends Float32Array | Int32Array>(
  { values, ends }: PackedLists<Values>,
  row: number,
): Values {
  return values.subarray(ends[row]!, ends[row + 1]!) as Values;
}

function textsOf(batch: TraceBatch, name: 'tokens' | 'top_tokens'): (row: number) => PackedTexts | null {
  const { values, ends } = batch.textLists(name);
  const known = batch.known(name);
  return (row) =>
    known(row) ? PackedTexts.copy(values.bytes, values.textEnds, ends[row]!, ends[row + 1]!) : null;
}

function coreRows(batch: TraceBatch): (row: number) => Row {
  const texts = (
    ['model', 'system_fingerprint', 'finish_reason', 'text', 'answer', 'answer_source'] as const
  ).map((name) => [name, batch.texts(name)] as const);
  const ints = (
    ['sample_id', 'prompt_tokens', 'n_tokens', 'n_without_logprob', 'n_missing', 'n_sentinel'] as const
  )
    .filter(batch.has)
    .map((name) => [name, batch.ints(name), batch.known(name)] as const);
  const scores = (['score_avg', 'score_tail', 'score_lowest', 'score_bottom10'] as const).map(
    (name) => [name, batch.scores(name)] as const,
  );
  const chosen = batch.floatLists('token_logprobs');
  const conf = batch.floatLists('token_conf');
  const valid = batch.intLists('n_valid');
  const tokens = textsOf(batch, 'tokens');
  return (row) => {
    const result: Row = {};
    for (const [name, values] of texts) result[name] = values[row];
    for (const [name, values, known] of ints) {
      // Said where there is something to say: parts of earlier versions have no such column.
      if (name === 'n_without_logprob' && !known(row)) continue;
      result[name] = known(row) ? values[row] : null;
    }
    for (const [name, values] of scores) result[name] = Number.isNaN(values[row]) ? null : values[row];
    result.token_logprobs = cut(chosen, row);
    result.token_conf = cut(conf, row);
    result.n_valid = cut(valid, row);
    result.tokens = tokens(row);
    return result;
  };
}

function topRows(batch: TraceBatch): (row: number) => Row {
  const samples = batch.ints('sample_id');
  const k = batch.ints('k');
  const top = batch.floatLists('top_logprobs');
  const tokens = textsOf(batch, 'top_tokens');
  return (row) => ({
    sample_id: samples[row],
    k: k[row],
    top_logprobs: cut(top, row),
    top_tokens: tokens(row),
  });
}

const sides = {
  core: { columns: Object.keys(coreColumns) as TraceColumn[], rows: coreRows },
  top: { columns: Object.keys(topColumns) as TraceColumn[], rows: topRows },
} as const;

/** The rows of one file, in its order; each holds until the next is asked for. */
export async function* readRows(
  reader: Pick<ParquetReader, 'open'>,
  path: string,
  side: Side,
): AsyncGenerator<Row> {
  const { columns, rows } = sides[side];
  const file = await reader.open(path);
  const present = new Set(file.schema.fields.map(({ name }) => name));
  const asked = columns.filter((name) => present.has(name) || !laterColumns.has(name));
  for await (const { batch } of file.batches({ columns: asked })) {
    const traces = file.decode(() => traceBatch(batch));
    const rowAt = file.decode(() => rows(traces));
    for (let row = 0; row < traces.rows; row += 1) yield file.decode(() => rowAt(row));
  }
}

/** The rows of a problem, wherever they are; each holds until the next is asked for. */
export async function* rowsOfProblem(
  pool: Pick<Pool, 'traces'>,
  problemId: string,
  side: Side,
): AsyncGenerator<Row> {
  for await (const batch of pool.traces(problemId, { columns: sides[side].columns, side })) {
    yield* rowsOfTraces(batch, side);
  }
}

/** The rows of a batch that has all columns of its side. */
export function* rowsOfTraces(batch: TraceBatch, side: Side): Generator<Row> {
  const rowAt = sides[side].rows(batch);
  for (let row = 0; row < batch.rows; row += 1) yield rowAt(row);
}

/** What is read of a side for its rows. */
export const columnsOfRows = { core: sides.core.columns, top: sides.top.columns } as const;
