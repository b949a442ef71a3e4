// The files of a journal folder: which are read, when the folder is listed again, and in what order they count.
import assert from 'node:assert/strict';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodePayload, nextOrder } from '../../../src/storage/journal/entry.ts';
import { journalFileName, writerName } from '../../../src/storage/journal/file-name.ts';
import { encodeFileHead, encodeFrame } from '../../../src/storage/journal/frame.ts';
import { keyOf, openBare, reply, scratch } from './support.ts';

/** The journal file of a process that began at `started` and kept one reply. */
async function fileOf(folder: string, started: number): Promise<void> {
  const entry = reply(started);
  const marker = Buffer.alloc(8, started);
  const payload = Buffer.concat(await encodePayload({ entry, order: nextOrder() }));
  const frame = encodeFrame(marker, Buffer.from(entry.key, 'hex'), payload);
  const name = journalFileName(writerName(1, started, marker), 1);
  await writeFile(join(folder, name), Buffer.concat([encodeFileHead(marker), frame]));
}

test('files are read in the order of their writers, whatever order the disk lists them in', async (t) => {
  const folder = await scratch(t);
  const started = Array.from({ length: 40 }, (_, at) => ((at * 17) % 40) + 1);
  for (const one of started) await fileOf(folder, one);
  const journal = await openBare(folder);
  const expected = Array.from({ length: 40 }, (_, at) => keyOf(at + 1));
  assert.deepEqual([...journal.keys()], expected);
  await journal.close();
});

for (const [when, seconds, seen] of [
  ['long ago is not listed again', -60, false],
  ['just now is listed again', 60, true],
] as const) {
  test(`a folder that was changed ${when} while its time is the same`, async (t) => {
    const folder = await scratch(t);
    const time = new Date(Date.now() + seconds * 1000);
    await fileOf(folder, 1);
    await utimes(folder, time, time);
    const journal = await openBare(folder);
    await fileOf(folder, 2);
    const changed = (await stat(folder)).mtime;
    await utimes(folder, time, time);
    await journal.refresh();
    assert.equal(journal.has(keyOf(2)), seen);
    // With a time of its own any change is seen.
    await utimes(folder, changed, changed);
    await journal.refresh();
    assert.ok(journal.has(keyOf(2)));
    await journal.close();
  });
}

test('a file without a byte, whose owner is gone, is nothing that could be kept', async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'copy.lbj'), '');
  const journal = await openBare(folder);
  assert.deepEqual(journal.report, { files: 1, frames: 0, torn: [], quarantined: [] });
  await journal.close();
});

test('a journal that looks for others while it writes its first reply counts that once', async (t) => {
  const journal = await openBare(await scratch(t));
  let kept = false;
  const first = journal.append(reply('a')).then(() => {
    kept = true;
  });
  while (!kept) {
    await journal.refresh();
    await nextTurn();
  }
  await first;
  await journal.refresh();
  assert.equal(journal.report.frames, 1);
  assert.equal((await journal.entries(keyOf('a'))).length, 1);
  await journal.close();
});
