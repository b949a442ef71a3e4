// Files and bytes as what the Parquet reader takes. It ends its thread when a read fails, so none does.
import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ParquetFile } from 'parquet-wasm';
import { BytesBlob } from '../../../src/storage/columnar/bytes-blob.ts';
import { FileBlob } from '../../../src/storage/columnar/file-blob.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { scratch } from './support.ts';

const content = Buffer.from('0123456789');
const textOf = async (blob: Blob): Promise<string> => Buffer.from(await blob.arrayBuffer()).toString();

test('any part of a file, or of bytes, is read as of a Blob of the same bytes', async (t) => {
  const path = join(await scratch(t), 'file');
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  t.after(() => closeSync(fd));
  const failures: unknown[] = [];
  const blobs = [
    new FileBlob(fd, 0, content.length, (cause) => failures.push(cause)),
    new BytesBlob(new Uint8Array(content)),
  ];
  for (const [from, to] of [[], [0], [3], [0, 0], [0, 4], [2, 5], [9, 10], [10], [4, 99]]) {
    const expected = new Blob([content]).slice(from, to);
    for (const blob of blobs) {
      const part = blob.slice(from, to);
      assert.deepEqual([part.size, await textOf(part)], [expected.size, await textOf(expected)]);
      const [within, same] = [part.slice(1, 3), expected.slice(1, 3)];
      if (expected.size > 1)
        assert.deepEqual([within.size, await textOf(within)], [same.size, await textOf(same)]);
    }
  }
  assert.deepEqual(failures, []);
});

test('what cannot be read of a file is zeros, and whoever opened it is told why', async (t) => {
  const path = join(await scratch(t), 'file');
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  const failures: Error[] = [];
  const blob = new FileBlob(fd, 0, content.length, (cause) => failures.push(cause as Error));
  truncateSync(path, 4);
  assert.equal(await textOf(blob), '0123\0\0\0\0\0\0');
  assert.equal(await textOf(blob.slice(1, 4)), '123');
  assert.deepEqual(
    failures.map(({ message }) => message),
    ['the file has become shorter while it was read'],
  );
  closeSync(fd);
  assert.equal(await textOf(blob.slice(0, 2)), '\0\0');
  assert.match(failures[1]!.message, /EBADF/);
});

test('a Parquet file is read from its bytes as from the disk', async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  const sink = await openParquetSink(path, { id: { kind: 'int32' } });
  for (let id = 0; id < 100; id += 1) await sink.write({ id });
  await sink.close();
  const bytes = readFileSync(path);
  const fd = openSync(path, 'r');
  t.after(() => closeSync(fd));
  for (const blob of [
    new BytesBlob(bytes),
    new FileBlob(fd, 0, bytes.length, (cause) => assert.fail(String(cause))),
  ]) {
    const file = await ParquetFile.fromFile(blob);
    assert.equal(file.metadata().fileMetadata().numRows(), 100);
    assert.equal((await file.read()).numBatches, 1);
  }
});
