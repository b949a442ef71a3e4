// Files of the typed sink against those of parquet-wasm: the same rows to every reader, and statistics that agree.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Columns } from '../../../src/storage/columnar/column.ts';
import { float32, float64, int32, keepNull, list, utf8 } from '../../../src/storage/columnar/column.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { openTypedParquetSink } from '../../../src/storage/columnar/typed-parquet-sink.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { plain } from '../../support/bytes.ts';
import { chunksInDuckdb, sameInDuckdb, withoutDuckdb } from '../../support/in-duckdb.ts';
import { collect, scratch } from './support.ts';

const columns: Columns = {
  id: int32,
  text: keepNull(utf8),
  float: keepNull(float32),
  double: keepNull(float64),
  numbers: keepNull(list(int32)),
  floats: keepNull(list(float32)),
  texts: keepNull(list(utf8)),
};

const text = fc.oneof(
  fc.constantFrom('', ' the', ' a', 'é', '😀', 'z'.repeat(70), `${'€'.repeat(30)}x`, '\u007f'.repeat(65)),
  fc.string({ unit: 'grapheme' }),
);
/** Readers do not agree on the sign of zero. */
const unsigned = (value: number): number => (value === 0 ? 0 : value);
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map(unsigned);
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map(unsigned);
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 5 });
const integer = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer());

const row: fc.Arbitrary<Row> = fc.record({
  id: fc.integer(),
  text: orNull(text),
  float: orNull(float),
  double: orNull(double),
  numbers: orNull(
    fc.oneof(
      fc.array(orNull(integer)),
      fc.array(integer).map((all) => Int32Array.from(all)),
    ),
  ),
  floats: orNull(
    fc.oneof(
      fc.array(orNull(float)),
      // A value that is not known is NaN in a typed array.
      fc.array(orNull(float)).map((all) => Float32Array.from(all, (one) => one ?? Number.NaN)),
      fc
        .integer({ min: 0, max: 700 })
        .map((length) => Float32Array.from({ length }, (_, at) => -(at + 1) / 7)),
    ),
  ),
  texts: orNull(fc.oneof(fc.array(orNull(text)), fc.array(text).map(PackedTexts.of))),
});

const inParts = { bytes: 0, rows: 0 };

async function write(
  open: typeof openTypedParquetSink | typeof openParquetSink,
  path: string,
  rows: readonly Row[],
  options = {},
): Promise<void> {
  const sink = await open(path, columns, options);
  for (const one of rows) await sink.write(one);
  assert.equal((await sink.close()).rows, rows.length);
}

const read = async (path: string, whole?: typeof inParts): Promise<unknown> =>
  plain(await collect(readParquet(path, whole === undefined ? {} : { whole })));

test('any rows come back as from a file of parquet-wasm, as a whole and in parts', async (t) => {
  const folder = await scratch(t);
  const [ours, other] = [join(folder, 'ours.parquet'), join(folder, 'other.parquet')];
  const options = { rowGroupRows: 7, metadata: { kind: 'test' } };
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), async (rows) => {
      await write(openTypedParquetSink, ours, rows, options);
      await write(openParquetSink, other, rows, options);
      const expected = await read(other);
      assert.deepEqual(await read(ours), expected);
      assert.deepEqual(await read(ours, inParts), expected);
    }),
    { numRuns: 25 },
  );
});

test('DuckDB reads any rows and has the statistics of a file of parquet-wasm', {
  skip: withoutDuckdb,
}, async (t) => {
  const folder = await scratch(t);
  const [ours, other] = [join(folder, 'ours.parquet'), join(folder, 'other.parquet')];
  const facts = async (path: string): Promise<unknown[]> =>
    (await chunksInDuckdb(path)).map((chunk) => [
      chunk.path_in_schema,
      chunk.num_values,
      chunk.stats_null_count,
      chunk.stats_min_value,
      chunk.stats_max_value,
      chunk.row_group_num_rows,
    ]);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      await write(openTypedParquetSink, ours, rows, { rowGroupRows: 10 });
      await write(openParquetSink, other, rows, { rowGroupRows: 10 });
      await sameInDuckdb(ours);
      assert.deepEqual(await facts(ours), await facts(other));
    }),
    { numRuns: 25 },
  );
});

test('the bounds of long texts are those of parquet-wasm, whatever their last characters are', {
  skip: withoutDuckdb,
}, async (t) => {
  const folder = await scratch(t);
  const boundsBy = async (open: typeof openTypedParquetSink, one: string): Promise<unknown[]> => {
    const path = join(folder, `${open.name}.parquet`);
    await write(open, path, [
      { id: 1, text: one, float: null, double: null, numbers: null, floats: null, texts: null },
    ]);
    const found = (await chunksInDuckdb(path)).find((chunk) => chunk.path_in_schema === 'text');
    return [found?.stats_min_value, found?.stats_max_value];
  };
  const ends = ['€', 'é', '😀', '\u007f', '\u07ff', '\ud7ff', '\uffff', '\u{10ffff}'];
  for (const end of ends) {
    for (const one of [end.repeat(70), `${'a'.repeat(62)}${end}${end}${end}`, `b${end.repeat(70)}`])
      assert.deepEqual(await boundsBy(openTypedParquetSink, one), await boundsBy(openParquetSink, one), end);
  }
});

/** Longer than a page, with as many different texts as no dictionary holds, and with few. */
const longRows: Row[] = [0, 1, 2].map((id) => ({
  id,
  text: `${id}`.repeat(300_000),
  float: null,
  double: id / 3,
  numbers: Int32Array.from({ length: 300_000 }, (_, at) => (id === 1 ? 20 : (at * 7) % (id + 300))),
  floats: Float32Array.from({ length: 300_000 }, (_, at) => (at % 1000 === id ? Number.NaN : -(at + 1) / 7)),
  texts: PackedTexts.of(
    Array.from({ length: 100_000 }, (_, at) => (id === 2 ? `only ${at}` : ` token ${at % 300}`)),
  ),
}));

test('rows longer than a page come back, in pages and row groups of their own', async (t) => {
  const folder = await scratch(t);
  const path = join(folder, 'long.parquet');
  await write(openTypedParquetSink, path, longRows);
  const rows = await sameInDuckdb(path);
  assert.deepEqual(
    rows.map(({ numbers }) => (numbers as number[])[299_999]),
    longRows.map(({ numbers }) => (numbers as Int32Array)[299_999]),
  );
  assert.deepEqual(await read(path, inParts), rows);
});

test('the same rows give the same bytes, whatever was written before them', async (t) => {
  const folder = await scratch(t);
  const [first, second] = [join(folder, '1.parquet'), join(folder, '2.parquet')];
  await write(openTypedParquetSink, first, longRows);
  await write(openTypedParquetSink, second, longRows);
  assert.deepEqual(await readFile(second), await readFile(first));
});

test('a file without rows has the columns', async (t) => {
  const path = join(await scratch(t), 'none.parquet');
  await write(openTypedParquetSink, path, []);
  assert.deepEqual(await sameInDuckdb(path), []);
});

test('a column that has no encoder is named', async (t) => {
  const path = join(await scratch(t), 'other.parquet');
  assert.throws(() => openTypedParquetSink(path, { flag: { kind: 'bool' } }), /column flag/);
});
