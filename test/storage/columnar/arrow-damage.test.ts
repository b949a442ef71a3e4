// Arrow files and streams that are cut off or damaged. The library reads them to wherever it gets, without complaint.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { RecordBatchReader, tableFromArrays, tableToIPC } from 'apache-arrow';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import { int32 } from '../../../src/storage/columnar/column.ts';
import { collect, scratch } from './support.ts';

const file = Buffer.from(tableToIPC(tableFromArrays({ id: ['a', 'b'] }), 'file'));
const stream = Buffer.from(tableToIPC(tableFromArrays({ id: ['a', 'b'] }), 'stream'));

/** A file of five batches of two rows, and where each begins. */
async function batches(path: string): Promise<{ bytes: Buffer; starts: number[] }> {
  const sink = await openArrowSink(path, { id: int32 }, { rowGroupRows: 2 });
  for (let id = 0; id < 10; id += 1) await sink.write({ id });
  await sink.close();
  const bytes = await readFile(path);
  const reader = RecordBatchReader.from(bytes) as unknown as {
    open(): void;
    footer: { recordBatches(): Iterable<{ offset: number }> };
  };
  reader.open();
  return { bytes, starts: [...reader.footer.recordBatches()].map(({ offset }) => offset) };
}

test('an Arrow file or stream is whole or an error, wherever it is cut off', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  for (const [bytes, kind] of [
    [file, 'file'],
    [stream, 'stream'],
  ] as const) {
    await writeFile(path, bytes);
    assert.equal((await collect(readArrow(path))).length, 2);
    // Byte by byte at both ends.
    for (let size = 0; size < bytes.length; size += size < 20 || size > bytes.length - 20 ? 1 : 9) {
      await writeFile(path, bytes.subarray(0, size));
      const short = size < (kind === 'file' ? 6 : 8);
      const reason = short
        ? 'it is neither an Arrow IPC file nor an Arrow IPC stream'
        : kind === 'file'
          ? 'its end is missing'
          : 'its end mark is missing: the stream was cut off';
      await assert.rejects(collect(readArrow(path)), {
        code: 'LB_ARROW',
        message: `${path} cannot be read as Arrow IPC: ${reason}; get or make the file again`,
      });
    }
  }
});

test('an Arrow file whose footer cannot be where its end says is an error', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  for (const length of [0, -1, -(2 ** 31), file.length - 17, file.length, 2 ** 31 - 1]) {
    const bytes = Buffer.from(file);
    bytes.writeInt32LE(length, bytes.length - 10);
    await writeFile(path, bytes);
    await assert.rejects(
      collect(readArrow(path)),
      { code: 'LB_ARROW', message: /its end is missing/ },
      String(length),
    );
  }
});

test('damage in the middle of an Arrow file is an error that says after which row, and the rows before it are read', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const { bytes, starts } = await batches(path);
  for (const damaged of [0, 1, 4]) {
    const broken = Buffer.from(bytes);
    broken.fill(0xff, starts[damaged]! + 4, starts[damaged]! + 64);
    await writeFile(path, broken);
    const seen: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const group of readArrow(path)) seen.push(...group.map(({ id }) => id));
    };
    await assert.rejects(reading(), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'LB_ARROW');
      const place = damaged === 0 ? '' : ` after row ${2 * damaged}`;
      assert.ok(error.message.startsWith(`${path} cannot be read as Arrow IPC${place}: `), error.message);
      assert.ok(error.message.endsWith('; get or make the file again'));
      assert.ok(error.cause instanceof Error);
      return true;
    });
    assert.deepEqual(
      seen,
      Array.from({ length: 2 * damaged }, (_, id) => id),
    );
  }
});

test('an Arrow file whose footer names a place without a batch is an error', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const { bytes, starts } = await batches(path);
  const place = Buffer.alloc(8);
  place.writeBigInt64LE(BigInt(starts[2]!));
  const entry = bytes.lastIndexOf(place);
  assert.ok(entry > starts[4]!);
  const broken = Buffer.from(bytes);
  broken.writeBigInt64LE(BigInt(bytes.length), entry);
  await writeFile(path, broken);
  await assert.rejects(collect(readArrow(path)), {
    code: 'LB_ARROW',
    message: `${path} cannot be read as Arrow IPC after row 4: batch 2 is not where the footer says; get or make the file again`,
  });
});
