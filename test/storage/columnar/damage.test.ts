import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ParquetFile } from 'parquet-wasm';
import { int32, utf8 } from '../../../src/storage/columnar/column.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { openParquetTable } from '../../../src/storage/columnar/parquet-table.ts';
import { plain } from '../../support/bytes.ts';
import { collect, formats, fullRecord, scratch, writeRecords } from './support.ts';

const records = Array.from({ length: 300 }, (_, index) => fullRecord(index));

for (const { ending, code, read } of formats) {
  test(`${ending} that is cut off, empty, or something else is an error that names the file`, async (t) => {
    const folder = await scratch(t);
    const whole = join(folder, `whole.${ending}`);
    await writeRecords(whole, records, { rowGroupRows: 100 });
    const bytes = await readFile(whole);
    const other = Buffer.from('{"id":"a","problem":"p","steps":["s"]}\n'.repeat(10));
    for (const content of [
      bytes.subarray(0, -1),
      bytes.subarray(0, bytes.length >> 1),
      Buffer.alloc(0),
      other,
    ]) {
      const path = join(folder, `broken.${ending}`);
      await writeFile(path, content);
      await assert.rejects(collect(read(path)), {
        code,
        message: new RegExp(`broken\\.${ending} cannot be read`),
      });
    }
  });

  test(`a missing ${ending} file and a directory are told as such`, async (t) => {
    const folder = await scratch(t);
    await assert.rejects(collect(read(join(folder, `none.${ending}`))), { code: 'LB_INPUT_MISSING' });
    await assert.rejects(collect(read(folder)), { code: 'LB_INPUT_DIRECTORY' });
  });
}

test('damage that makes the Parquet reader trap is an error, and the rows before it are read', async (t) => {
  const folder = await scratch(t);
  const path = join(folder, 'records.parquet');
  await writeRecords(path, records, { rowGroupRows: 100 });
  const bytes = await readFile(path);
  const groups = (await ParquetFile.fromFile(new Blob([bytes]))).metadata().rowGroups();
  const [first, second, third] = groups.map((group) => group.compressedSize());
  const start = 4 + first! + second!;
  bytes.fill(0xff, start, start + (third! >> 1));
  await writeFile(path, bytes);
  let rows = 0;
  const reading = async (): Promise<void> => {
    for await (const group of readParquet(path)) rows += group.length;
  };
  await assert.rejects(reading(), {
    code: 'LB_PARQUET',
    message: /after row \d00: .*get or make the file again/,
  });
  assert.ok(rows >= 100 && rows < 300, `${rows} rows`);
});

test('a Parquet file that cannot be opened is an error that names it, what is wrong, and what to do', async (t) => {
  const path = join(await scratch(t), 'x.parquet');
  await writeRecords(path, records.slice(0, 3));
  const bytes = await readFile(path);
  const flipped = Buffer.from(bytes);
  flipped.fill(0xff, bytes.length - 200, bytes.length - 8);
  for (const content of [flipped, Buffer.alloc(3)]) {
    await writeFile(path, content);
    await assert.rejects(collect(readParquet(path)), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'LB_PARQUET');
      const [, reason] = /^(?:.*) cannot be read as Parquet: (.+); get or make the file again$/.exec(
        error.message,
      )!;
      assert.ok(error.message.startsWith(path) && !reason!.includes('Parquet error'), error.message);
      assert.ok(error.cause instanceof Error && error.cause.message.includes(reason!));
      return true;
    });
  }
  // And the reader reads the next file.
  await writeFile(path, bytes);
  assert.equal((await collect(readParquet(path))).length, 3);
});

test('an encrypted file is said to be that, and what the decoder stops at to be damage', async (t) => {
  const path = join(await scratch(t), 'x.parquet');
  await writeRecords(path, records.slice(0, 3));
  const bytes = await readFile(path);
  const locked = Buffer.from(bytes);
  for (const at of [0, bytes.length - 4]) locked.write('PARE', at);
  await writeFile(path, locked);
  await assert.rejects(collect(readParquet(path)), {
    code: 'LB_PARQUET',
    message: `${path} cannot be read as Parquet: it is encrypted, which is not supported; write it again without encryption`,
  });
  // The header of the first page.
  bytes[5]! ^= 0x10;
  await writeFile(path, bytes);
  await assert.rejects(collect(readParquet(path)), {
    code: 'LB_PARQUET',
    message: /: the decoder stopped, as it does at damaged bytes \(.*\); get or make the file again$/,
  });
});

test('what is not asked for of a Parquet file is not read: damage there does not matter', async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  const sink = await openParquetSink(path, { a: utf8, b: int32 }, { rowGroupRows: 50 });
  const rows = Array.from({ length: 100 }, (_, b) => ({ a: `text ${b}`, b }));
  for (const row of rows) await sink.write(row);
  await sink.close();
  const bytes = await readFile(path);
  const [group] = (await ParquetFile.fromFile(new Blob([bytes]))).metadata().rowGroups();
  bytes.fill(0xff, 4, 4 + group!.column(0).compressedSize());
  await writeFile(path, bytes);
  await assert.rejects(collect(readParquet(path)), { code: 'LB_PARQUET' });
  await assert.rejects(collect(readParquet(path, { columns: ['b', 'a'] })), { code: 'LB_PARQUET' });
  const numbers = rows.map(({ b }) => ({ b }));
  assert.deepEqual(plain(await collect(readParquet(path, { columns: ['b'] }))), numbers);
  assert.deepEqual(plain(await collect(readParquet(path, { rowGroups: [1] }))), rows.slice(50));
  const table = await openParquetTable(path);
  assert.deepEqual(plain(await table.read([3, 99], ['b'])), [{ b: 3 }, { b: 99 }]);
  assert.deepEqual(plain(await table.read([99, 50])), [rows[99], rows[50]]);
  await assert.rejects(table.read([3]), { code: 'LB_PARQUET' });
  // The table is read on after that.
  assert.deepEqual(plain(await table.read([60])), [rows[60]]);
  let seen = 0;
  for await (const { batch } of table.scan(['b'])) seen += batch.numRows;
  assert.equal(seen, 100);
  await table.close();
});
