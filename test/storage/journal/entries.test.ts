// Single replies: their limits and order, how many are read ahead, and copies of them that are not whole.
import assert from 'node:assert/strict';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '../../../src/storage/brotli.ts';
import {
  checkBodySize,
  decodePayload,
  encodePayload,
  nextOrder,
} from '../../../src/storage/journal/entry.ts';
import { journalFileName, writerName } from '../../../src/storage/journal/file-name.ts';
import { decodeFileHead, encodeFileHead, encodeFrame } from '../../../src/storage/journal/frame.ts';
import { frameOfCopy } from '../../../src/storage/journal/frame-copy.ts';
import type { Journal } from '../../../src/storage/journal/journal.ts';
import { reserveSpace } from '../../../src/storage/journal/reserved-space.ts';
import { all, isReply, keyOf, openBare, reply, scratch, writeOneByOne } from './support.ts';

test('a reply over a gibibyte is refused with what to do, one of just that is not', async (t) => {
  const ofBytes = (length: number) => ({ ...reply('a'), body: { length } as Uint8Array });
  checkBodySize(ofBytes(2 ** 30));
  const journal = await openBare(await scratch(t));
  await assert.rejects(journal.append(ofBytes(2 ** 30 + 1)), {
    code: 'LB_OUTPUT',
    message: 'a reply of 1073741825 bytes is over the 1073741824 the journal takes; ask for fewer tokens',
  });
  await journal.append(reply('empty', 0));
  assert.ok(isReply((await journal.entries(keyOf('empty')))[0]!));
  await journal.close();
});

test('the order of replies grows with each, and with the clock that processes share', () => {
  const begun = Date.now() * 1000;
  const orders = Array.from({ length: 3_000 }, nextOrder);
  assert.ok(orders.every((order, at) => order > (orders[at - 1] ?? begun - 1)));
});

test('replies of two processes in one microsecond are both kept, and one that was written twice counts once', async (t) => {
  const folder = await scratch(t);
  const entry = reply('a');
  const others = [
    entry,
    { ...entry, started_at: '2025-01-01T00:00:00.001Z' },
    { ...entry, body: Buffer.from('other') },
    entry,
  ];
  const order = nextOrder();
  for (const [at, one] of others.entries()) {
    const marker = Buffer.alloc(8, at + 1);
    const frame = encodeFrame(
      marker,
      Buffer.from(entry.key, 'hex'),
      ...(await encodePayload({ entry: one, order })),
    );
    const name = journalFileName(writerName(1, at === 3 ? 0 : 1_000 + at, marker), 1);
    await writeFile(join(folder, name), Buffer.concat([encodeFileHead(marker), frame]));
  }
  const journal = await openBare(folder);
  const found = await journal.entries(entry.key);
  assert.deepEqual(
    found.map(({ started_at, body }) => [started_at, body.length]),
    [entry, ...others.slice(1, 3)].map(({ started_at, body }) => [started_at, body.length]),
  );
  await journal.close();
});

test('of replies of one microsecond those of the earlier writer come first, whichever file was found first', async (t) => {
  const folder = await scratch(t);
  const order = nextOrder();
  const write = async (started: number): Promise<void> => {
    const entry = reply('a', 60, started);
    const marker = Buffer.alloc(8, started);
    const payload = Buffer.concat(await encodePayload({ entry, order }));
    const frame = encodeFrame(marker, Buffer.from(entry.key, 'hex'), payload);
    const name = journalFileName(writerName(1, started, marker), 1);
    await writeFile(join(folder, name), Buffer.concat([encodeFileHead(marker), frame]));
  };
  await write(2);
  const journal = await openBare(folder);
  await write(1);
  await journal.refresh();
  await write(3);
  await journal.refresh();
  const found = await journal.entries(keyOf('a'));
  assert.deepEqual(
    found.map(({ attempt }) => attempt),
    [1, 2, 3],
  );
  await journal.close();
});

/** How many bytes and replies are read for one that is taken. */
async function readFor(journal: Journal, handles: FileHandle): Promise<{ reads: number; bytes: number }> {
  const counts = { reads: 0, bytes: 0 };
  const { read } = handles;
  handles.read = function (this: FileHandle, ...given: [Buffer, number, number, number]) {
    counts.reads += 1;
    counts.bytes += given[2];
    return Reflect.apply(read, this, given);
  } as FileHandle['read'];
  try {
    for await (const entry of journal.scan()) {
      assert.ok(isReply(entry));
      break;
    }
  } finally {
    handles.read = read;
  }
  return counts;
}

test('a scan reads a few replies ahead of whoever takes them: 16, or 4 MiB of them', async (t) => {
  const folder = await scratch(t);
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const small = await openBare(join(folder, 'small'));
  await Promise.all(Array.from({ length: 40 }, (_, at) => small.append(reply(at))));
  const { reads } = await readFor(small, handles);
  assert.equal(reads, 16);
  assert.equal((await all(small)).length, 40);
  await small.close();
  const large = await openBare(join(folder, 'large'));
  await Promise.all(Array.from({ length: 10 }, (_, at) => large.append(reply(at, 1_100_000))));
  const { bytes } = await readFor(large, handles);
  assert.ok(bytes > 4 << 20 && bytes < 5_500_000, `${bytes} bytes`);
  await large.close();
});

test('a scan leaves out what has gone bad since the journal was opened', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(
    folder,
    ['a', 'b', 'c'].map((one) => reply(one)),
  );
  const journal = await openBare(folder);
  const bytes = await readFile(join(folder, name));
  bytes[frames[1]!.end - 1]! ^= 1;
  await writeFile(join(folder, name), bytes);
  const sent: string[] = [];
  for await (const copy of journal.copies(keyOf('b'))) sent.push(copy.name);
  assert.deepEqual(sent, [], 'nor is it sent to other machines');
  assert.deepEqual(
    (await all(journal)).map(({ key }) => key),
    [keyOf('a'), keyOf('c')],
  );
  await journal.close();
});

test('a copy of a reply is taken whole or not at all, whichever byte of it is missing or changed', async (t) => {
  const folder = await scratch(t);
  const [from, to] = [await openBare(join(folder, 'from')), await openBare(join(folder, 'to'))];
  await from.append(reply('a', 5));
  const copies: Buffer[] = [];
  for await (const { file } of from.copies(keyOf('a'))) copies.push(file);
  const [copy] = copies;
  for (let at = 0; at < copy!.length; at += 1) {
    const changed = Buffer.from(copy!);
    changed[at]! ^= 1;
    assert.equal(frameOfCopy(changed), undefined, `byte ${at} changed`);
    assert.equal(frameOfCopy(copy!.subarray(0, at)), undefined, `cut at byte ${at}`);
    if (at < 24) assert.equal(decodeFileHead(copy!.subarray(0, at)), undefined);
  }
  assert.equal(await to.take(copy!.subarray(1)), false);
  assert.equal(await to.take(copy!), true);
  assert.ok(isReply((await to.entries(keyOf('a')))[0]!));
  await Promise.all([from.close(), to.close()]);
});

test('an entry whose head says that it is longer than all of it is none', async () => {
  const { body, ...head } = { ...reply('a', 0), order: nextOrder() };
  assert.equal(body.length, 0);
  const json = Buffer.from(JSON.stringify(head));
  for (const more of [0, 1, 1_000]) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length + more);
    const found = await decodePayload(await pack(length, json));
    assert.equal(found?.entry.key, more === 0 ? keyOf('a') : undefined, `${more} bytes more`);
  }
});

test('a copy is named by its writer and the place of its frame', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const journal = await openBare(folder);
  for (const [at, key] of ['a', 'b'].entries()) {
    const names: string[] = [];
    for await (const copy of journal.copies(keyOf(key))) names.push(copy.name);
    assert.deepEqual(names, [`${name.slice(0, -'.lbj'.length)}-${frames[at]!.start}`]);
  }
  await journal.close();
});

test('reserved space can be given up once, where there is some', async (t) => {
  const folder = await scratch(t);
  const some = await reserveSpace(folder, 'writer', 100);
  assert.deepEqual([await some.release(), await some.release()], [true, false]);
  const none = await reserveSpace(folder, 'writer', 0);
  assert.equal(await none.release(), false);
  const refused = await reserveSpace(join(folder, 'absent'), 'writer', 100);
  assert.equal(await refused.release(), false);
});
