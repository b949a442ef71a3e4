// The threads that read Parquet: who has one, and what becomes of it afterwards.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ParquetClient } from '../../../src/storage/columnar/parquet-client.ts';
import { ParquetReader } from '../../../src/storage/columnar/parquet-file.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { openParquetTable } from '../../../src/storage/columnar/parquet-table.ts';
import { returnThread, startThread, takeThread } from '../../../src/storage/columnar/parquet-threads.ts';
import { collect, fullRecord, scratch, writeRecords } from './support.ts';

test('a thread is used again by the next reader, one at a time', async () => {
  startThread();
  const first = takeThread();
  const second = takeThread();
  assert.notEqual(first, second);
  assert.ok(first.isFree && second.isFree);
  await returnThread(first);
  // One rests; another is ended.
  await returnThread(second);
  assert.ok(first.isFree && !second.isFree);
  const again = takeThread();
  assert.equal(again, first);
  await again.stop();
  await returnThread(again);
  const fresh = takeThread();
  assert.notEqual(fresh, again);
  await fresh.stop();
});

test('a thread is started once, and the next reader takes it', async (t) => {
  await takeThread().stop();
  let started = 0;
  const count = (): void => {
    started += 1;
  };
  process.on('worker', count);
  t.after(() => process.off('worker', count));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  startThread();
  startThread();
  await settled();
  assert.equal(started, 1);
  const first = takeThread();
  await returnThread(first);
  startThread();
  assert.equal(takeThread(), first);
  await settled();
  assert.equal(started, 1);
  await first.stop();
});

test('a thread that ended while it rested is not used again', async () => {
  const first = takeThread();
  await returnThread(first);
  await first.stop();
  const second = takeThread();
  assert.ok(second !== first && second.isFree);
  await second.stop();
});

test('a thread that is given back while it is asked is ended, and whoever waits is told', async (t) => {
  const path = join(await scratch(t), 'records.parquet');
  await writeRecords(path, [fullRecord(0)]);
  const busy = takeThread();
  const coming = busy.ask({ open: path, whole: { bytes: 1, rows: 1 } });
  assert.ok(!busy.isFree);
  await returnThread(busy);
  const reply = await coming;
  assert.deepEqual(reply.kind === 'failed' && reply.error.message, 'the reader ended early');
  // And so it answers from then on.
  assert.equal(await busy.ask('next'), reply);
  const next = takeThread();
  assert.notEqual(next, busy);
  await next.stop();
});

test('a thread rests with up to 64 MiB; one that holds more, or failed, is ended', async () => {
  await takeThread().stop();
  const ended: unknown[] = [];
  const thread = (reply: unknown): ParquetClient => {
    const client = { isFree: true, ask: async () => reply, stop: async () => void ended.push(reply) };
    return client as unknown as ParquetClient;
  };
  const small = thread({ kind: 'resting', bytes: 64 * 1024 * 1024 });
  await returnThread(small);
  assert.equal(takeThread(), small);
  const large = { kind: 'resting', bytes: 64 * 1024 * 1024 + 1 };
  const failed = { kind: 'failed', bytes: 0 };
  await returnThread(thread(large));
  await returnThread(thread(failed));
  assert.deepEqual(ended, [large, failed]);
  const fresh = takeThread();
  assert.notEqual(fresh, small);
  await fresh.stop();
});

test('readers give their thread back when they are done, stop early, or find a file that is not there', async (t) => {
  const folder = await scratch(t);
  const path = join(folder, 'records.parquet');
  await writeRecords(path, [0, 1, 2, 3].map(fullRecord), { rowGroupRows: 1 });
  const first = takeThread();
  await returnThread(first);
  const expectBack = async (): Promise<void> => {
    const thread = takeThread();
    assert.equal(thread, first);
    await returnThread(thread);
  };
  assert.equal((await collect(readParquet(path))).length, 4);
  await expectBack();
  for await (const [row] of readParquet(path)) {
    assert.equal(row!.id, 'sample/0');
    break;
  }
  await expectBack();
  await assert.rejects(collect(readParquet(path, { columns: ['none'] })), { code: 'LB_USAGE' });
  await expectBack();
  await assert.rejects(collect(readParquet(join(folder, 'none.parquet'))), { code: 'LB_INPUT_MISSING' });
  await expectBack();
  const table = await openParquetTable(path);
  for await (const { firstRow } of table.scan(['id'])) {
    assert.equal(firstRow, 0);
    break;
  }
  await table.close();
  const last = takeThread();
  assert.ok(last.isFree);
  await last.stop();
});

test('a reader that reads one file after the other keeps its thread until it is closed', async (t) => {
  const path = join(await scratch(t), 'records.parquet');
  await writeRecords(path, [fullRecord(0)]);
  const first = takeThread();
  await returnThread(first);
  const reader = new ParquetReader();
  for (let round = 0; round < 2; round += 1) {
    assert.equal((await collect(readParquet(path, { reader }))).length, 1);
    const other = takeThread();
    assert.notEqual(other, first);
    await other.stop();
  }
  await reader.close();
  assert.equal(takeThread(), first);
  await first.stop();
  // Closing once more is no error, and a reader that was closed can open a file again.
  await reader.close();
  assert.equal((await collect(readParquet(path, { reader }))).length, 1);
  await reader.close();
});
