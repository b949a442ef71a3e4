// Whether the owner of a journal's file lives decides what becomes of its tail, its lock and its reserved space.
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { livenessOf, thisProcess } from '../../../src/storage/process-identity.ts';
import { announceOwner } from '../../../src/storage/process-lock.ts';
import { foreignName, isReply, journalFiles, keyOf, openBare, reply, scratch } from './support.ts';

test('the tail of a living owner is not touched, and is read once it is whole', async (t) => {
  const folder = await scratch(t);
  const writer = await openBare(folder);
  await writer.append(reply('a'));
  const [name] = await journalFiles(folder);
  const path = join(folder, name!);
  const first = (await stat(path)).size;
  await writer.append(reply('b'));
  const whole = await readFile(path);

  // As if the second frame were only half written yet.
  await writeFile(path, whole.subarray(0, first + 70));
  const reader = await openBare(folder);
  assert.deepEqual(reader.report, { files: 1, frames: 1, torn: [], quarantined: [] });
  assert.equal((await stat(path)).size, first + 70);
  await writeFile(path, whole);
  await reader.refresh();
  assert.ok(isReply((await reader.entries(keyOf('b')))[0]!));
  assert.deepEqual(reader.report, { files: 1, frames: 2, torn: [], quarantined: [] });

  // Half a frame more when the owner goes: now it is a torn tail, for whoever comes next.
  await writeFile(path, Buffer.concat([whole, whole.subarray(first, first + 50)]));
  await writer.close();
  await reader.refresh();
  assert.deepEqual(reader.report.torn, [{ file: name, offset: whole.length, bytes: 50, cut: true }]);
  await reader.close();
});

test('the lock of a process that is gone is taken over, that of one which cannot be seen is not', async (t) => {
  const self = thisProcess();
  const owners = [
    { owner: self, state: 'living' },
    { owner: { ...self, started: '1' }, state: 'dead' },
    { owner: { ...self, pid: 2 ** 22 + 1 }, state: 'dead' },
    { owner: { ...self, boot: 'before' }, state: self.boot === null ? 'living' : 'dead' },
    { owner: { ...self, boot: 'other', host: 'other' }, state: 'unknown' },
    { owner: { ...self, host: 'other' }, state: 'unknown' },
    { owner: { ...self, pid_namespace: 'pid:[1]' }, state: 'unknown' },
    { owner: {}, state: 'dead' },
    { owner: null, state: 'dead' },
  ];
  for (const { owner, state } of owners) {
    const folder = await scratch(t);
    if (owner !== null && 'pid' in owner && self.started !== null) assert.equal(livenessOf(owner), state);
    const stem = foreignName().slice(0, -4);
    await writeFile(join(folder, `${stem}.lbj`), 'torn');
    await writeFile(join(folder, `${stem}.lock`), JSON.stringify(owner));
    await writeFile(join(folder, `${stem}.ballast`), 'ballast');
    const journal = await openBare(folder);
    const names = (await readdir(folder)).sort();
    if (self.started === null) {
      t.diagnostic('this system does not say when a process began; only what is common to all was checked');
    } else if (state === 'dead') {
      assert.deepEqual(names, [`${stem}.lbj`, 'quarantine']);
      assert.equal(journal.report.torn.length, 1);
    } else {
      assert.deepEqual(names, [`${stem}.ballast`, `${stem}.lbj`, `${stem}.lock`]);
      assert.equal(journal.report.torn.length, 0);
    }
    await journal.close();
  }
});

test('a lock and reserved space of dead processes go also where one is there without the other', async (t) => {
  const folder = await scratch(t);
  const [stem, other] = [foreignName().slice(0, -4), foreignName().slice(0, -4)];
  await writeFile(join(folder, `${stem}.lock`), '{}');
  await writeFile(join(folder, `${other}.ballast`), 'ballast');
  await (await openBare(folder)).close();
  assert.deepEqual(await readdir(folder), []);
});

test('a file whose first bytes are still being written is judged when its owner has gone', async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'copy.lbj'), 'LBJR');
  await announceOwner(join(folder, 'copy.lock'));
  const journal = await openBare(folder);
  assert.deepEqual(journal.report.quarantined, []);
  await rm(join(folder, 'copy.lock'));
  await journal.refresh();
  assert.deepEqual(journal.report.quarantined, [{ file: 'copy.lbj', offset: 0, bytes: 4 }]);
  await journal.close();
});
