// One file of a journal: what is written ahead of a commit, what a commit does with it, and what a failure leaves.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { JournalFile } from '../../../src/storage/journal/journal-file.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { journalFiles, openBare, reply, scratch } from './support.ts';

const marker = Buffer.alloc(8, 1);
const head = 24;

/** A file, and a commit of a first frame that waits for the disk until `flush`. */
async function waiting(t: TestContext) {
  const folder = await scratch(t);
  const path = join(folder, 'a.lbj');
  const file = await JournalFile.create(path, marker);
  t.after(() => file.close().catch(() => undefined));
  const handle = await open(path);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { datasync } = handles;
  let flush: () => void = () => {};
  const flushed = new Promise<void>((resolve) => {
    flush = resolve;
  });
  let reached: () => void = () => {};
  const atDisk = new Promise<void>((resolve) => {
    reached = resolve;
  });
  t.mock.method(handles, 'datasync', async function (this: FileHandle) {
    reached();
    await flushed;
    return datasync.call(this);
  });
  const first = randomBytes(1_000);
  const commit = file.commit([first]);
  await atDisk;
  const written = async (): Promise<Buffer> => (await readFile(path)).subarray(head);
  return { folder, file, first, commit, flush, written };
}

test('frames are written ahead as far as the file may grow, and are committed where they are', async (t) => {
  const { file, first, commit, flush, written } = await waiting(t);
  const frames = [500, 400, 300].map((bytes) => randomBytes(bytes));
  const limit = head + 1_000 + 900;
  assert.equal(file.hasAhead, false);
  file.ahead(frames, limit);
  const early = randomBytes(1);
  file.ahead([early], limit);
  assert.ok(
    (await written()).equals(Buffer.concat([first, ...frames.slice(0, 2)])),
    'none behind one left out',
  );
  assert.equal(file.hasAhead, true);
  flush();
  assert.equal(await commit, head);
  assert.equal(file.end, head + 1_000);
  assert.equal(await file.commit([frames[0]!]), head + 1_000);
  assert.equal(file.hasAhead, true, 'one of the two has had no commit');
  assert.equal(await file.commit([...frames.slice(1), early]), head + 1_500);
  assert.equal(file.hasAhead, false);
  assert.ok((await written()).equals(Buffer.concat([first, ...frames, early])));
});

test('a frame of more than 256 KiB is not written ahead, and one of just that is', async (t) => {
  const { file, first, commit, flush, written } = await waiting(t);
  const [fits, large, small] = [256 << 10, (256 << 10) + 1, 10].map((bytes) => randomBytes(bytes));
  for (const frame of [fits!, large!, small!]) file.ahead([frame], 1e9);
  assert.equal((await written()).length, first.length + fits!.length);
  flush();
  await commit;
  assert.equal(await file.commit([fits!, large!, small!]), head + first.length);
  assert.ok((await written()).equals(Buffer.concat([first, fits!, large!, small!])));
});

test('frames of a commit that are not those written ahead take their place', async (t) => {
  const { file, first, commit, flush, written } = await waiting(t);
  const [kept, dropped, instead] = [100, 200, 200].map((bytes) => randomBytes(bytes));
  file.ahead([kept!], 1e9);
  file.ahead([dropped!], 1e9);
  flush();
  await commit;
  await file.commit([kept!, instead!]);
  assert.equal(file.hasAhead, false);
  assert.ok((await written()).equals(Buffer.concat([first, kept!, instead!])));
});

test('whatever is written ahead and committed, what a commit had is in the file, in order', async (t) => {
  const folder = await scratch(t);
  let runs = 0;
  const step = fc.record({ ahead: fc.nat(3), committed: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      runs += 1;
      const path = join(folder, String(runs));
      const file = await JournalFile.create(path, marker);
      const made: Buffer[] = [];
      const next = (): Buffer => {
        made.push(Buffer.alloc(1 + (made.length % 5), made.length + 1));
        return made.at(-1)!;
      };
      let waiting: Buffer[] = [];
      let shown = 0;
      for (const { ahead, committed } of steps) {
        waiting.push(...Array.from({ length: ahead }, next));
        file.ahead(waiting.slice(shown), 1e9);
        // Some that were not shown come with the commit.
        while (waiting.length < committed) waiting.push(next());
        const group = waiting.slice(0, committed);
        const end = await file.commit(group);
        waiting = waiting.slice(committed);
        shown = waiting.length;
        const before = made.slice(0, made.length - waiting.length - group.length);
        assert.equal(end, head + Buffer.concat(before).length);
        const durable = Buffer.concat([...before, ...group]);
        assert.ok((await readFile(path)).subarray(head, head + durable.length).equals(durable));
        assert.equal(file.end, head + durable.length);
        if (waiting.length === 0) assert.equal(file.hasAhead, false);
      }
      await file.close();
    }),
    { numRuns: 100 },
  );
});

for (const [name, failing] of [
  ['refuses', () => assert.fail('no room')],
  ['takes a part of', (_: number, frames: readonly Buffer[]) => Buffer.concat(frames).length - 1],
] as const) {
  test(`a disk that ${name} what is written ahead loses nothing of it`, async (t) => {
    const { file, first, commit, flush, written } = await waiting(t);
    const writing = t.mock.method(fs, 'writevSync', failing as never);
    syncBuiltinESMExports();
    const frames = [30, 20].map((bytes) => randomBytes(bytes));
    try {
      file.ahead(frames, 1e9);
      file.ahead(frames.slice(1), 1e9);
      assert.equal(writing.mock.callCount(), 1, 'not tried again before the next commit');
    } finally {
      writing.mock.restore();
      syncBuiltinESMExports();
    }
    assert.equal(file.hasAhead, false);
    flush();
    await commit;
    await file.commit(frames);
    assert.ok((await written()).equals(Buffer.concat([first, ...frames])));
  });
}

test('what was written ahead of a commit that fails is taken back with it', async (t) => {
  const { file, commit, flush, written, folder } = await waiting(t);
  file.ahead([randomBytes(100)], 1e9);
  flush();
  await commit;
  const durable = await written();
  file.ahead([randomBytes(100)], 1e9);
  assert.equal(await file.takeBack(), true, 'nothing has failed to be flushed');
  assert.equal(file.hasAhead, false);
  assert.ok((await written()).equals(durable.subarray(0, 1_000)));
  file.ahead([randomBytes(100)], 1e9);
  assert.equal((await written()).length, 1_000, 'not before the next commit');
  const next = randomBytes(10);
  assert.equal(await file.commit([next]), head + 1_000);
  assert.ok((await written()).equals(Buffer.concat([durable.subarray(0, 1_000), next])));
  await file.close();
  assert.deepEqual(openFilesIn(folder), []);
});

test('a file that could not be made durable is removed, and the reply is in the next', async (t) => {
  const folder = await scratch(t);
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const journal = await openBare(folder);
  let left = 1;
  const { sync } = handles;
  t.mock.method(handles, 'sync', function (this: FileHandle) {
    left -= 1;
    return left < 0 ? sync.call(this) : Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  });
  await journal.append(reply('a'));
  const names = await journalFiles(folder);
  assert.equal(names.length, 1);
  assert.match(names[0]!, /\.2\.lbj$/);
  assert.equal(journal.full, true);
  await journal.close();
  assert.deepEqual(openFilesIn(folder), []);
  assert.deepEqual(await readdir(folder), names);
});

test('a disk that cuts every file while it is written is named in the error', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  t.mock.method(handles, 'datasync', function (this: FileHandle) {
    return this.truncate(0);
  });
  await assert.rejects(journal.append(reply('a')), {
    code: 'LB_OUTPUT',
    message: /the file was cut or deleted while it was being written/,
  });
  await journal.close();
});

test('folders that were made for a journal are on the disk before its first reply counts', {
  skip: process.platform !== 'linux' && 'only Linux says which file a handle is of',
}, async (t) => {
  const folder = await scratch(t);
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = handles;
  const flushed = new Set<string>();
  t.mock.method(handles, 'sync', function (this: FileHandle) {
    flushed.add(fs.readlinkSync(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  const journal = await openBare(join(folder, 'run', 'calls', 'journal'));
  await journal.append(reply('a'));
  const real = fs.realpathSync(folder);
  assert.deepEqual(
    [...flushed].sort(),
    ['', 'run', 'run/calls', 'run/calls/journal'].map((name) => join(real, name)),
  );
  await journal.close();
});
