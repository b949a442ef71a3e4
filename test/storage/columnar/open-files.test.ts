// Files are closed when they have been written or read, when nobody reads on, and when that failed.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { int32 } from '../../../src/storage/columnar/column.ts';
import { openParquetTable } from '../../../src/storage/columnar/parquet-table.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { collect, formats, scratch } from './support.ts';

for (const { ending, open, read } of formats) {
  test(`no ${ending} file stays open once it is written, read, or found to be damaged`, async (t) => {
    const folder = await scratch(t);
    const path = join(folder, `rows.${ending}`);
    const write = async (): Promise<Awaited<ReturnType<typeof open>>> => {
      const sink = await open(path, { id: int32 }, { rowGroupRows: 2 });
      for (let id = 0; id < 9; id += 1) await sink.write({ id });
      return sink;
    };
    const given = await write();
    await given.abort();
    assert.deepEqual(openFilesIn(folder), []);
    const spoiled = await write();
    await assert.rejects(async () => spoiled.write({ id: 'x' }));
    await assert.rejects(spoiled.close());
    assert.deepEqual(openFilesIn(folder), []);
    await (await write()).close();
    assert.deepEqual(openFilesIn(folder), []);
    assert.equal((await collect(read(path))).length, 9);
    assert.deepEqual(openFilesIn(folder), []);
    for await (const [row] of read(path)) {
      assert.deepEqual({ ...row }, { ...row, id: 0 });
      break;
    }
    assert.deepEqual(openFilesIn(folder), []);
    await assert.rejects(collect(read(path, { columns: ['none'] })));
    assert.deepEqual(openFilesIn(folder), []);
    await writeFile(path, (await readFile(path)).subarray(0, -3));
    await assert.rejects(collect(read(path)));
    assert.deepEqual(openFilesIn(folder), []);
  });
}

test('a table that was closed has no file open, whatever was asked of it', async (t) => {
  const folder = await scratch(t);
  const path = join(folder, 'rows.parquet');
  const sink = await formats[0].open(path, { id: int32 }, { rowGroupRows: 2 });
  for (let id = 0; id < 9; id += 1) await sink.write({ id });
  await sink.close();
  const table = await openParquetTable(path);
  assert.equal((await table.read([8])).length, 1);
  for await (const { firstRow } of table.scan(undefined)) if (firstRow > 0) break;
  await assert.rejects(table.read([9]));
  const asked = table.read([1, 5]);
  await table.close();
  assert.deepEqual(
    (await asked).map(({ id }) => id),
    [1, 5],
  );
  assert.deepEqual(openFilesIn(folder), []);
});
