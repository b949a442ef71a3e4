// Files of records as DuckDB reads them: the documented types, and every value.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { chunksInDuckdb, sameInDuckdb, typesInDuckdb, withoutDuckdb } from '../../support/in-duckdb.ts';
import { record } from '../arbitrary-record.ts';
import { fullRecord, scratch, writeRecords } from './support.ts';

test('DuckDB sees our Parquet columns with the documented types', { skip: withoutDuckdb }, async (t) => {
  const path = join(await scratch(t), 'records.parquet');
  await writeRecords(path, [fullRecord(0)]);
  const [documented] = /(?<=^```\n)[\s\S]*?(?=\n```$)/m.exec(await readFile('docs/formats.md', 'utf8'))!;
  assert.deepEqual(await typesInDuckdb(path), documented.split('\n'));
});

test('DuckDB reads any record as it was written, whatever its columns cannot hold', {
  skip: withoutDuckdb,
}, async (t) => {
  const folder = await scratch(t);
  const outside = { id: 7, problem: null, steps: 'none', label: 'of its own', error_steps: [2 ** 40] };
  const drawn = [...fc.sample(record, { numRuns: 60, seed: 5 }), outside];
  const path = join(folder, "drawn 'records'.parquet");
  await writeRecords(path, drawn, { rowGroupRows: 7, metadata: { version: 'test "0"' } });
  const ids = (await sameInDuckdb(path)).map(({ id }) => id);
  assert.deepEqual(
    ids,
    drawn.map(({ id }) => id),
  );
  const many = Array.from({ length: 300 }, (_, index) => fullRecord(index));
  await writeRecords(join(folder, 'many.parquet'), many, { rowGroupRows: 64 });
  assert.equal((await sameInDuckdb(join(folder, 'many.parquet'))).length, many.length);
  await writeRecords(join(folder, 'none.parquet'), []);
  assert.deepEqual(await sameInDuckdb(join(folder, 'none.parquet')), []);
});

test('each group of rows is compressed and says the least and largest value and the nulls of its columns', {
  skip: withoutDuckdb,
}, async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  for (const dictionaries of [undefined, true, false]) {
    const options = { rowGroupRows: 100, ...(dictionaries === undefined ? {} : { dictionaries }) };
    const sink = await openParquetSink(path, { n: { kind: 'int32' }, t: { kind: 'utf8' } }, options);
    for (let n = 0; n < 250; n += 1) await sink.write({ n, t: n % 5 === 0 ? null : 'same' });
    await sink.close();
    const chunks = await chunksInDuckdb(path);
    const seen = chunks.map((chunk) => [
      chunk.path_in_schema,
      Number(chunk.row_group_num_rows),
      chunk.compression,
      chunk.stats_min_value,
      chunk.stats_max_value,
      Number(chunk.stats_null_count),
    ]);
    assert.deepEqual(seen, [
      ['n', 100, 'ZSTD', '0', '99', 0],
      ['t', 100, 'ZSTD', 'same', 'same', 20],
      ['n', 100, 'ZSTD', '100', '199', 0],
      ['t', 100, 'ZSTD', 'same', 'same', 20],
      ['n', 50, 'ZSTD', '200', '249', 0],
      ['t', 50, 'ZSTD', 'same', 'same', 10],
    ]);
    for (const { encodings } of chunks)
      assert.equal(/DICTIONARY/.test(String(encodings)), dictionaries !== false);
  }
});
