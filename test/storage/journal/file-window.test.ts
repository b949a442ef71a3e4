// Reading a file through a window: every byte, in few reads, however the system parts them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { test } from 'node:test';
import { FileWindow, readInto } from '../../../src/storage/journal/file-window.ts';

const windowBytes = 1 << 20;

/** A file in memory whose reads give `most` bytes each at most. */
function fileOf(bytes: Buffer, most = Number.POSITIVE_INFINITY) {
  const counts = { reads: 0 };
  const read = async (into: Buffer, start: number, length: number, position: number) => {
    counts.reads += 1;
    assert.ok(start >= 0 && length > 0 && start + length <= into.length && position >= 0);
    const part = bytes.subarray(position, position + Math.min(length, most));
    return { bytesRead: part.copy(into, start), buffer: into };
  };
  return { file: { read } as unknown as FileHandle, counts };
}

test('small reads one after the other cost one read of the file for each window', async () => {
  const bytes = randomBytes(3 * windowBytes + 5_000);
  const { file, counts } = fileOf(bytes);
  const window = new FileWindow(file, bytes.length);
  for (let at = 0; at < bytes.length; at += 1_000) {
    const requested = Math.min(1_000, bytes.length - at);
    const part = await window.from(at, requested);
    assert.ok(part.length >= requested);
    assert.ok(part.equals(bytes.subarray(at, at + part.length)), `at ${at}`);
  }
  assert.equal(counts.reads, 4);
  // Back to the beginning, then within what is held, to its last byte.
  for (const [at, requested] of [
    [0, 10],
    [5_000, 10],
    [0, windowBytes],
    [windowBytes - 1, 1],
  ] as const)
    assert.equal((await window.from(at, requested))[0], bytes[at]);
  assert.equal(counts.reads, 5);
});

test('what the system gives in parts is put together, and a file that ends early gives what there is', async () => {
  const bytes = randomBytes(5_000);
  const window = new FileWindow(fileOf(bytes, 700).file, bytes.length);
  for (const at of [1_234, 0, 4_999]) {
    const part = await window.from(at, 5_000 - at);
    assert.ok(part.equals(bytes.subarray(at)), `at ${at}`);
  }
  const cut = new FileWindow(fileOf(bytes.subarray(0, 2_000), 700).file, bytes.length);
  assert.ok((await cut.from(500, 4_000)).equals(bytes.subarray(500, 2_000)));
  const into = Buffer.alloc(3_000);
  assert.equal(await readInto(into, fileOf(bytes, 999).file, 1_000), 3_000);
  assert.ok(into.equals(bytes.subarray(1_000, 4_000)));
  assert.equal(await readInto(into, fileOf(bytes, 999).file, 4_000), 1_000);
});

test('a window gives as much as it can hold, and nothing that was added to the file after it was opened', async () => {
  const bytes = randomBytes(2 * windowBytes);
  const window = new FileWindow(fileOf(bytes).file, bytes.length - 7);
  assert.equal((await window.from(3, 2 * windowBytes)).length, windowBytes);
  assert.equal((await window.from(windowBytes, 2 * windowBytes)).length, windowBytes - 7);
  for (const beyond of [bytes.length - 7, bytes.length, bytes.length + 100])
    assert.equal((await window.from(beyond, 10)).length, 0, `from ${beyond}`);
  const empty = new FileWindow(fileOf(Buffer.alloc(0)).file, 0);
  assert.equal((await empty.from(0, 10)).length, 0);
});
