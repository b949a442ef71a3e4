// Single rows of a Parquet file by their number, over row groups, and scans of chosen columns.
import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { locationOf } from '../../../src/records/location.ts';
import { float64, int32, keepNull, list, struct, utf8 } from '../../../src/storage/columnar/column.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { batchRow, openParquetTable } from '../../../src/storage/columnar/parquet-table.ts';
import { plain } from '../../support/bytes.ts';
import { collect, scratch } from './support.ts';

const columns = {
  id: utf8,
  at: int32,
  score: keepNull(float64),
  about: struct({ words: list(utf8), length: int32 }),
};
const rows = Array.from({ length: 23 }, (_, at) => ({
  id: `row ${at}`,
  at,
  score: at % 3 === 0 ? null : at / 4,
  about: { words: [`w${at}`, ''], length: at },
}));

async function written(folder: string): Promise<string> {
  const path = join(folder, 'rows.parquet');
  const sink = await openParquetSink(path, columns, { rowGroupRows: 5 });
  for (const row of rows) await sink.write(row);
  await sink.close();
  return path;
}

test('rows are looked up by number, in the order asked for, with their place in the file', async (t) => {
  const path = await written(await scratch(t));
  const table = await openParquetTable(path);
  assert.deepEqual([table.rows, table.names], [23, Object.keys(columns)]);
  // The items of a list have the name that other readers expect.
  assert.deepEqual(table.paths, ['id', 'at', 'score', 'about.words.list.element', 'about.length']);
  for (const numbers of [[0], [22], [4, 5], [21, 3, 9, 3, 0], [], rows.map(({ at }) => at).reverse()]) {
    const found = await table.read(numbers);
    assert.deepEqual(
      plain(found),
      numbers.map((number) => rows[number]),
    );
    assert.deepEqual(
      found.map((row) => locationOf(row)),
      numbers.map((number) => ({ source: path, line: number + 1 })),
    );
  }
  assert.deepEqual(plain(await table.read([7], ['id', 'about.length'])), [
    { id: 'row 7', about: { length: 7 } },
  ]);
  for (const number of [-1, 23, Number.NaN]) {
    await assert.rejects(table.read([0, number]), {
      code: 'LB_USAGE',
      message: `${path} has no row ${number}; it has 23, counted from 0`,
    });
  }
  // Questions that come together are answered in turn, and one that failed spoils no other.
  const several = await Promise.all([table.read([1]), table.read([17]), table.read([2])]);
  assert.deepEqual(
    plain(several.flat()).map(({ id }) => id),
    ['row 1', 'row 17', 'row 2'],
  );
  await table.close();
});

test('each batch of a large group of rows says where its rows are', async (t) => {
  const path = join(await scratch(t), 'many.parquet');
  const sink = await openParquetSink(path, { at: int32 });
  for (let at = 0; at < 30_000; at += 1) await sink.write({ at });
  await sink.close();
  const table = await openParquetTable(path);
  let seen = 0;
  for await (const { batch, firstRow } of table.scan(undefined)) {
    assert.deepEqual([firstRow, batchRow(batch)(0)], [seen, { at: seen }]);
    seen += batch.numRows;
  }
  assert.equal(seen, 30_000);
  assert.deepEqual(plain(await table.read([29_999, 12_345])), [{ at: 29_999 }, { at: 12_345 }]);
  await table.close();
});

test('a scan gives all rows, or their chosen columns, while rows are looked up', async (t) => {
  const path = await written(await scratch(t));
  const table = await openParquetTable(path);
  const seen: unknown[] = [];
  const bare: unknown[] = [];
  for await (const { batch, firstRow } of table.scan(['id', 'score'])) {
    assert.equal(firstRow, seen.length);
    const [row, asTyped] = [table.rowsOf(batch), batchRow(batch)];
    for (let at = 0; at < batch.numRows; at += 1) {
      seen.push(row(at));
      bare.push(asTyped(at));
    }
    assert.equal((await table.read([0])).length, 1);
  }
  const expected = rows.map(({ id, score }) => ({ id, score }));
  assert.deepEqual([plain(seen), plain(bare)], [expected, expected]);
  const all: unknown[] = [];
  for await (const { batch } of table.scan(undefined)) all.push(table.rowsOf(batch)(0));
  assert.deepEqual(
    plain(all),
    [0, 5, 10, 15, 20].map((at) => rows[at]),
  );
  await table.close();
});

test('chosen row groups are read in the order asked for, each row with its number in the file', async (t) => {
  const path = await written(await scratch(t));
  const found = await collect(readParquet(path, { rowGroups: [4, 1], columns: ['at'] }));
  assert.deepEqual(
    plain(found),
    [20, 21, 22, 5, 6, 7, 8, 9].map((at) => ({ at })),
  );
  assert.deepEqual(
    found.map((row) => locationOf(row)?.line),
    [21, 22, 23, 6, 7, 8, 9, 10],
  );
});

test('a file that is damaged after it was opened is an error that names it, and read again when it is whole', async (t) => {
  const path = await written(await scratch(t));
  const { readFile } = await import('node:fs/promises');
  const whole = await readFile(path);
  const table = await openParquetTable(path);
  await truncate(path, 40);
  await assert.rejects(table.read([20]), (error: Error) => error.message.includes(path));
  await writeFile(path, whole);
  await table.read([20]).catch(() => {});
  assert.deepEqual(plain(await table.read([20])), [rows[20]]);
  await table.close();
});
