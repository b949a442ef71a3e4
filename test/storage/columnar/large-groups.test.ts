// Row groups read in parts against the same groups read as a whole: every codec, encoding and nesting that the writers at
// hand produce.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import {
  Compression,
  Encoding,
  Table,
  WriterPropertiesBuilder,
  WriterVersion,
  writeParquet,
} from 'parquet-wasm';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { openParquetTable } from '../../../src/storage/columnar/parquet-table.ts';
import { plain } from '../../support/bytes.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { collect, fullRecord, scratch, writeRecords } from './support.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false;

/** Every group is read in parts. */
const inParts = { bytes: 0, rows: 0 };
const asWhole = { bytes: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };

async function queries(t: TestContext): Promise<(sql: string) => Promise<unknown>> {
  const instance = await duckdb!.DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return (sql) => connection.run(sql);
}

async function assertSame(path: string, columns?: readonly string[]): Promise<void> {
  const options = columns === undefined ? {} : { columns };
  const parts = await collect(readParquet(path, { ...options, whole: inParts }));
  const whole = await collect(readParquet(path, { ...options, whole: asWhole }));
  assert.equal(parts.length, whole.length, path);
  assert.deepEqual(plain(parts), plain(whole), path);
}

/** Nested, with nulls and empty lists at each level; texts of very unequal length, many of them the same. */
const table = `SELECT i AS id,
  CASE WHEN i % 7 = 0 THEN NULL ELSE 'text ' || i || repeat('x', (i * 37) % 300) END AS own,
  'same ' || (i % 5) AS same,
  CASE WHEN i % 11 = 0 THEN NULL WHEN i % 5 = 0 THEN [] ELSE ['a' || i, NULL, repeat('b', i % 50)] END AS list,
  CASE WHEN i % 3 = 0 THEN NULL ELSE [[i, NULL], [], NULL, [i + 1]] END AS deep,
  CASE WHEN i % 4 = 0 THEN NULL ELSE {'x': i, 'y': [{'z': i % 3 = 0, 'w': 'w' || (i % 9)}]} END AS nested,
  MAP {'k' || i: i} AS map,
  i % 2 = 0 AS flag, CASE WHEN i % 6 = 0 THEN NULL ELSE i % 4 = 1 END AS maybe,
  (i * 0.37)::FLOAT AS f, (i / 7.0)::DOUBLE AS d, (i * 12345678901)::BIGINT AS big, i::TINYINT AS tiny,
  (i * 1.25)::DECIMAL(30, 3) AS decimal, DATE '2024-01-01' + (i % 400)::INTEGER AS day,
  TIMESTAMP '2024-01-01' + INTERVAL (i) SECOND AS at, ('\\x0' || (i % 9))::BLOB AS bytes, NULL::INTEGER AS none
  FROM range(0, 100) t(i)`;

test('a group read in parts is the group, whatever codec and version DuckDB writes', { skip }, async (t) => {
  const run = await queries(t);
  const folder = await scratch(t);
  for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw']) {
    for (const version of ['v1', 'v2']) {
      const path = join(folder, `${codec}-${version}.parquet`);
      await run(
        `COPY (${table}) TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, PARQUET_VERSION ${version})`,
      );
      await assertSame(path);
    }
  }
  await assertSame(join(folder, 'snappy-v1.parquet'), ['nested', 'id']);
  await assertSame(join(folder, 'zstd-v2.parquet'), ['list']);
});

test('a group with pages of many sizes is read in parts, row by row where rows are large', {
  skip,
}, async (t) => {
  const run = await queries(t);
  const path = join(await scratch(t), 'pages.parquet');
  // Dictionaries that overflow, so that one column has pages of both kinds.
  await run(`COPY (SELECT i AS id, repeat('y', CASE WHEN i % 1000 = 999 THEN 3000000 ELSE i % 40 END) AS text,
    [i, i + 1] AS list, 'v' || (i * i % 3001) AS code FROM range(4000) t(i))
    TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 4000, DICTIONARY_SIZE_LIMIT 100000)`);
  await assertSame(path);
});

test('a group read in parts is the group, whatever encoding parquet-wasm writes', async (t) => {
  const folder = await scratch(t);
  const count = 3000;
  const range = Array.from({ length: count }, (_, index) => index);
  const arrow = tableFromArrays({
    n: Int32Array.from(range, (index) => (index % 13) * (index % 2 === 0 ? -1 : 1) * index),
    big: BigInt64Array.from(range, (index) => BigInt(index) * 9_007_199_254_740n - 5n),
    text: range.map((index) => (index % 10 === 0 ? null : `prefix/${'shared/'.repeat(index % 4)}${index}`)),
    float: Float32Array.from(range, (index) => index / 3),
    double: Float64Array.from(range, (index) => index / 7),
    flag: range.map((index) => index % 3 === 0),
  });
  const columns = {
    n: [Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED],
    big: [Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED],
    text: [Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY],
    float: [Encoding.BYTE_STREAM_SPLIT],
    double: [Encoding.BYTE_STREAM_SPLIT],
    flag: [Encoding.PLAIN, Encoding.RLE],
  };
  for (const version of [WriterVersion.V1, WriterVersion.V2]) {
    for (const dictionary of [true, false]) {
      for (let choice = 0; choice < (dictionary ? 1 : 3); choice += 1) {
        let properties = new WriterPropertiesBuilder()
          .setWriterVersion(version)
          .setCompression(choice === 0 ? Compression.ZSTD : Compression.SNAPPY)
          .setDictionaryEnabled(dictionary)
          .setDictionaryPageSizeLimit(8000)
          .setDataPageSizeLimit(2000)
          .setWriteBatchSize(100);
        for (const [name, encodings] of dictionary ? [] : Object.entries(columns)) {
          properties = properties.setColumnEncoding(name, encodings[choice % encodings.length]!);
        }
        const bytes = writeParquet(Table.fromIPCStream(tableToIPC(arrow, 'stream')), properties.build());
        const path = join(folder, `${version}-${dictionary}-${choice}.parquet`);
        await writeFile(path, bytes);
        await assertSame(path);
      }
    }
  }
});

test('records are read in parts with every nested part in place', async (t) => {
  const path = join(await scratch(t), 'records.parquet');
  await writeRecords(
    path,
    Array.from({ length: 150 }, (_, index) => fullRecord(index)),
    { rowGroupRows: 120 },
  );
  await assertSame(path);
  await assertSame(path, ['steps', 'meta']);
});

test('rows far into a large group are looked up without those before them', { skip }, async (t) => {
  const run = await queries(t);
  const path = join(await scratch(t), 'many.parquet');
  // Beyond 65,536 rows a group is large.
  await run(`COPY (SELECT 'r' || i AS id, CASE WHEN i % 2 = 0 THEN ['a' || i] ELSE [] END AS list
    FROM range(150000) t(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 200000)`);
  const opened = await openParquetTable(path);
  t.after(() => opened.close());
  assert.deepEqual(plain(await opened.read([149_999, 3, 131_072])), [
    { id: 'r149999', list: [] },
    { id: 'r3', list: [] },
    { id: 'r131072', list: ['a131072'] },
  ]);
});

test('memory does not grow with a row group, and its first row needs none of the others', {
  skip,
}, async (t) => {
  const run = await queries(t);
  const path = join(await scratch(t), 'group.parquet');
  // 100 MB in one page: read as a whole it takes 600 MB.
  await run(`COPY (SELECT 'p' || i AS id, [repeat('Let x be ' || i || '; ', 250)] AS steps FROM range(30000) t(i))
    TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 30000)`);
  const script = await compiledScript(new URL('./read-rows.ts', import.meta.url));
  const read = async (...more: string[]): Promise<{ rows: number; peak: number }> =>
    JSON.parse((await promisify(execFile)(process.execPath, [script, path, ...more])).stdout);
  const first = await read('1');
  assert.ok(first.peak <= 200, `${first.peak} MB for the first row`);
  const all = await read();
  assert.equal(all.rows, 30_000);
  assert.ok(all.peak <= 300, `${all.peak} MB for all rows`);
});

test('damage in a large group is an error that names the file and how far it was read', {
  skip,
}, async (t) => {
  const run = await queries(t);
  const folder = await scratch(t);
  for (const codec of ['snappy', 'zstd', 'gzip', 'lz4_raw', 'uncompressed']) {
    const path = join(folder, `${codec}.parquet`);
    await run(`COPY (SELECT i AS id, md5(i::VARCHAR) AS text FROM range(20000) t(i))
      TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE 20000)`);
    const bytes = await readFile(path);
    const file = await open(path, 'r+');
    // The middle of the texts: lengths that lead nowhere, or no data of this codec.
    await file.write(Buffer.alloc(60_000, 0xff), 0, 60_000, Math.floor(bytes.length / 2));
    await file.close();
    await assert.rejects(collect(readParquet(path, { whole: inParts })), {
      code: 'LB_PARQUET',
      message: new RegExp(`${codec}\\.parquet cannot be read as Parquet.*get or make the file again`),
    });
    await writeFile(path, bytes);
    await truncate(path, bytes.length - 100);
    await assert.rejects(collect(readParquet(path, { whole: inParts })), { code: 'LB_PARQUET' });
  }
});
