// What is left after a power cut: a file gets its name once its bytes are on the disk, and the name is flushed too.
import assert from 'node:assert/strict';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { writeFileAtomic, writeJsonAtomic } from '../../src/storage/atomic-write.ts';
import { openOutput, outputEndings } from '../../src/storage/output.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { watchDisk } from '../support/watch-disk.ts';
import { fullRecord } from './columnar/support.ts';
import { journalFiles, openBare, reply, writeOneByOne } from './journal/support.ts';

for (const ending of outputEndings) {
  test(`after a power cut a ${ending} file is whole or not there`, async (t) => {
    const path = join(await temporaryFolder(t), `records${ending}`);
    const disk = await watchDisk(t, dirname(path));
    const sink = await openOutput(path);
    for (let index = 0; index < 20; index += 1) await sink.write(fullRecord(index));
    await sink.close();
    assert.deepEqual(disk.renamings, [{ to: path, flushed: true }]);
    assert.ok(await disk.isFlushed(dirname(path)), 'the name is on the disk too');
  });
}

for (const [what, write] of [
  ['text', (path: string) => writeFileAtomic(path, 'text\n')],
  ['JSON', (path: string) => writeJsonAtomic(path, { a: 1 })],
] as const) {
  test(`after a power cut a ${what} file that replaces another is either the old or the new one, whole`, async (t) => {
    const path = join(await temporaryFolder(t), 'manifest.json');
    await writeFile(path, 'the old one');
    const disk = await watchDisk(t, dirname(path));
    await write(path);
    assert.deepEqual(disk.renamings, [{ to: path, flushed: true }]);
    assert.ok(await disk.isFlushed(dirname(path)), 'the name is on the disk too');
  });
}

test('a reply that the journal has acknowledged is on the disk, with its file and the folders made for it', async (t) => {
  const run = await temporaryFolder(t);
  const folder = join(run, 'journal', 'critic');
  const disk = await watchDisk(t, run);
  const journal = await openBare(folder, { rotateBytes: 1 });
  for (const name of ['a', 'b', 'c']) {
    await journal.append(reply(name));
    for (const path of await journalFiles(folder)) {
      assert.ok(await disk.isFlushed(join(folder, path)), `${path} after ${name}`);
    }
    assert.ok(await disk.isFlushed(folder), 'the names of its files');
  }
  assert.equal((await journalFiles(folder)).length, 3, 'one file for each reply');
  for (const path of [join(run, 'journal'), run]) assert.ok(await disk.isFlushed(path), path);
  await journal.close();
});

test('a torn tail is gone from the disk before the journal is used, and its copy is whole', async (t) => {
  const folder = await temporaryFolder(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a')]);
  await appendFile(join(folder, name), 'half a frame');
  const disk = await watchDisk(t, folder);
  const journal = await openBare(folder);
  assert.ok(await disk.isFlushed(join(folder, name)));
  assert.equal((await readFile(join(folder, name))).length, frames[0]!.end);
  const kept = join(folder, 'quarantine', `${name}.${frames[0]!.end}-12.bin`);
  assert.deepEqual(disk.renamings, [{ to: kept, flushed: true }]);
  await journal.close();
});

test('the watch notices a file that was renamed without a flush, or written after it', async (t) => {
  const folder = await temporaryFolder(t);
  const disk = await watchDisk(t, folder);
  const path = join(folder, 'a');
  await writeFile(path, 'x');
  await rename(path, `${path}1`);
  await writeFileAtomic(path, 'x');
  assert.ok(await disk.isFlushed(path));
  await appendFile(path, 'y');
  assert.equal(await disk.isFlushed(path), false);
  await rename(path, `${path}2`);
  assert.deepEqual(
    disk.renamings.map(({ flushed }) => flushed),
    [false, true, false],
  );
  assert.equal(await disk.isFlushed(folder), false);
});
