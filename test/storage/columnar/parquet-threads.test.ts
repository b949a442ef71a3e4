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

/** Ends those that rest from the tests before. */
async function endResting(): Promise<void> {
  for (let times = 0; times < 8; times += 1) await takeThread().stop();
}

test('threads are used again by the next readers, four of them', async () => {
  startThread();
  const all = Array.from({ length: 5 }, takeThread);
  assert.equal(new Set(all).size, 5);
  assert.ok(all.every(({ isFree }) => isFree));
  for (const thread of all) await returnThread(thread);
  // Four rest; another is ended.
  assert.deepEqual(
    all.map(({ isFree }) => isFree),
    [true, true, true, true, false],
  );
  const again = [1, 2, 3, 4].map(takeThread);
  assert.deepEqual(again, all.slice(0, 4).reverse());
  for (const thread of again) await thread.stop();
  await returnThread(again[0]!);
  const fresh = takeThread();
  assert.ok(fresh.isFree && !all.includes(fresh));
  await fresh.stop();
});

test('a thread is started once, and the next reader takes it', async (t) => {
  await endResting();
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

test('threads rest with up to 64 MiB together; one that holds more, or failed, is ended', async () => {
  await endResting();
  const ended: unknown[] = [];
  const thread = (reply: unknown): ParquetClient => {
    const client = { isFree: true, ask: async () => reply, stop: async () => void ended.push(reply) };
    return client as unknown as ParquetClient;
  };
  const holding = (bytes: number) => ({ kind: 'resting', bytes });
  const whole = thread(holding(64 * 1024 * 1024));
  await returnThread(whole);
  assert.equal(takeThread(), whole);
  const [part, more] = [thread(holding(40 * 1024 * 1024)), thread(holding(24 * 1024 * 1024))];
  await returnThread(part);
  await returnThread(more);
  const tooMuch = holding(1);
  await returnThread(thread(tooMuch));
  assert.deepEqual([takeThread(), takeThread()], [more, part]);
  const large = holding(64 * 1024 * 1024 + 1);
  const failed = { kind: 'failed', bytes: 0 };
  await returnThread(thread(large));
  await returnThread(thread(failed));
  assert.deepEqual(ended, [tooMuch, large, failed]);
  const fresh = takeThread();
  assert.ok(![whole, part, more].includes(fresh));
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
