import assert from 'node:assert/strict';
import { type FileHandle, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { reserveSpace } from '../../../src/storage/journal/reserved-space.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { all, isReply, journalFiles, openBare, reply, scratch } from './support.ts';

/** The class of file handles, to let one call of the system fail as a disk would. */
async function fileHandles(folder: string): Promise<FileHandle> {
  const file = await open(folder, 'r');
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

test('a full disk acknowledges nothing more and loses nothing it acknowledged', (t) =>
  onSmallDisk(t, '2m', async (disk) => {
    const folder = join(disk, 'journal');
    const journal = await openBare(folder);
    const safe = new Set<string>();
    const refused: unknown[] = [];
    for (let wave = 0; refused.length === 0; wave += 1) {
      const expected = Array.from({ length: 10 }, (_, at) => reply(`${wave}-${at}`, 30_000 + at * 4000));
      await Promise.all(
        expected.map((entry) =>
          journal.append(entry).then(
            () => safe.add(entry.key),
            (error: unknown) => refused.push(error),
          ),
        ),
      );
    }
    assert.equal(journal.full, true);
    for (const error of refused) assert.equal((error as { code: string }).code, 'LB_DISK_FULL');
    assert.equal(journal.report.frames, safe.size);
    assert.deepEqual(new Set(journal.keys()), safe);
    await journal.close();

    const reader = await openBare(folder);
    const entries = await all(reader);
    assert.ok(entries.every(isReply));
    assert.deepEqual(new Set(entries.map((entry) => entry.key)), safe);
    assert.deepEqual(reader.report.torn, [], 'what did not fit was taken back');
    await reader.close();
  }));

test('space is never reserved that is not there: what others write meanwhile finds room', (t) =>
  onSmallDisk(t, '248k', async (disk) => {
    for (let turn = 0; turn < 20; turn += 1) {
      let reserved = false;
      const reserving = reserveSpace(disk, 'mine', 8 << 20).finally(() => {
        reserved = true;
      });
      while (!reserved) await writeFile(join(disk, 'theirs'), Buffer.alloc(128 << 10, turn));
      assert.equal(await (await reserving).release(), false, 'there is nothing to give up');
      assert.deepEqual(await readdir(disk), ['theirs']);
    }
  }));

test('on a small disk an eighth of what is free is reserved, and others find room meanwhile', (t) =>
  onSmallDisk(t, '2m', async (disk) => {
    for (let turn = 0; turn < 20; turn += 1) {
      let reserved = false;
      const reserving = reserveSpace(disk, 'mine', 8 << 20).finally(() => {
        reserved = true;
      });
      while (!reserved) await writeFile(join(disk, 'theirs'), Buffer.alloc(256 << 10, turn));
      const space = await reserving;
      const { size } = await stat(join(disk, 'mine.ballast'));
      assert.ok(space.held && size >= 192 << 10 && size <= 256 << 10, `${size} bytes`);
      assert.equal(await space.release(), true);
      assert.deepEqual(await readdir(disk), ['theirs']);
    }
  }));

test('what has no room for its reserve says so before anything is paid for, and when there is room it has it', (t) =>
  onSmallDisk(t, '1m', async (disk) => {
    const ballast = join(disk, 'theirs');
    await writeFile(ballast, Buffer.alloc(800 << 10));
    const folder = join(disk, 'journal');
    const journal = await openBare(folder, { reservedBytes: 8 << 20 });
    for (let turn = 0; turn < 2; turn += 1)
      await assert.rejects(async () => journal.hold(), {
        code: 'LB_DISK_FULL',
        message: /the disk is full: .*needs at least 256 KB free .*free some space and run again/,
      });
    await rm(ballast);
    await journal.hold();
    assert.equal(journal.hold(), undefined, 'nothing to wait for');
    assert.ok((await readdir(folder)).some((name) => name.endsWith('.ballast')));
    await journal.close();
    assert.deepEqual(await readdir(folder), []);
  }));

test('the ballast makes room for what was already paid for, and the journal continues when there is space', (t) =>
  onSmallDisk(t, '4m', async (disk) => {
    const folder = join(disk, 'journal');
    const journal = await openBare(folder, { reservedBytes: 1 << 20 });
    await journal.append(reply('first'));
    assert.ok((await readdir(folder)).some((name) => name.endsWith('.ballast')));
    await writeFile(join(disk, 'other'), Buffer.alloc(3 << 20)).catch(() => undefined);
    assert.equal(journal.full, false);
    await Promise.all(Array.from({ length: 8 }, (_, at) => journal.append(reply(`paid-${at}`, 100_000))));
    assert.equal(journal.full, true);
    assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.ballast')));

    // 200 kB or so are left: one of three fits, and being in one group with the others does not keep it out.
    const late = await Promise.allSettled(
      Array.from({ length: 3 }, (_, at) => journal.append(reply(`late-${at}`, 150_000))),
    );
    assert.deepEqual(late.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
    await truncate(join(disk, 'other'), 0);
    await rm(join(disk, 'other'));
    await journal.append(reply('last', 120_000));
    await journal.close();

    const reader = await openBare(folder);
    assert.equal((await all(reader)).filter(isReply).length, 11);
    assert.deepEqual(reader.report.torn, []);
    await reader.close();
  }));

test('a folder that cannot be made is told as such, and the next append tries again', async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'journal'), 'a file where the folder should be');
  await assert.rejects(openBare(join(folder, 'journal')), (error: Error) => {
    assert.equal((error as NodeJS.ErrnoException).code, 'LB_INPUT_READ');
    assert.match(error.message, /^cannot read the journal at .*journal: ENOTDIR/);
    return (error.cause as NodeJS.ErrnoException).code === 'ENOTDIR';
  });
  const journal = await openBare(join(folder, 'later'));
  await writeFile(join(folder, 'later'), '');
  await assert.rejects(journal.append(reply('a')), { code: 'LB_OUTPUT' });
  assert.equal(journal.full, false);
  await rm(join(folder, 'later'));
  await journal.append(reply('a'));
  await journal.close();
});

for (const code of ['EIO', 'ENOSPC'] as const) {
  test(`after a flush that fails once with ${code} the replies are written whole to a new file`, async (t) => {
    const folder = await scratch(t);
    const journal = await openBare(folder, { reservedBytes: 1000 });
    await journal.append(reply('a'));
    const handles = await fileHandles(folder);
    let left = 1;
    const datasync = handles.datasync;
    t.mock.method(handles, 'datasync', function (this: FileHandle) {
      left -= 1;
      return left < 0 ? datasync.call(this) : Promise.reject(failure(code));
    });
    await Promise.all(['b', 'c', 'd'].map((name) => journal.append(reply(name))));
    assert.equal(journal.full, true);
    assert.equal((await journalFiles(folder)).length, 2);
    await journal.close();
    const reader = await openBare(folder);
    const names = (await all(reader)).map((entry) => entry.headers['x-name']);
    assert.deepEqual(names.sort(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(reader.report.torn, []);
    await reader.close();
  });
}

test('a disk that fails every flush and lets nothing be taken back acknowledges nothing', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  await journal.append(reply('a'));
  const handles = await fileHandles(folder);
  const datasync = t.mock.method(handles, 'datasync', () => Promise.reject(failure('EIO')));
  const truncation = t.mock.method(handles, 'truncate', () => Promise.reject(failure('EIO')));
  const error = await journal.append(reply('b')).then(
    () => assert.fail('acknowledged'),
    (cause: unknown) => cause as { code: string; message: string },
  );
  assert.equal(error.code, 'LB_DISK_FULL');
  assert.match(error.message, /\(EIO\)/);
  datasync.mock.restore();
  truncation.mock.restore();
  assert.equal(journal.report.frames, 1);
  await journal.append(reply('b'));
  await journal.append(reply('c'));
  await journal.close();

  // The reply of the failed flushes did reach the files: each try as a separate frame, the same reply.
  const reader = await openBare(folder);
  const entries = await reader.entries(reply('b').key);
  assert.equal(entries.length, 2, 'the one reply that was written twice counts once');
  assert.ok((await all(reader)).every(isReply));
  await reader.close();
});

test('a file that is cut or deleted under its writer is followed by a whole one', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  await journal.append(reply('a'));
  await rm(join(folder, (await journalFiles(folder))[0]!));
  await journal.append(reply('b'));
  await truncate(join(folder, (await journalFiles(folder))[0]!), 30);
  await journal.append(reply('c'));
  await journal.close();
  const reader = await openBare(folder);
  assert.ok(reader.has(reply('b').key) === false && reader.has(reply('c').key));
  await reader.close();
});
