import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeRow } from '../../src/executor/terminal-rows.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('only rows of ended processes are removed, and a folder that leads elsewhere is left alone', async (t) => {
  const folder = await temporaryFolder(t);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const file = await open(join(folder, 'screen'), 'w');
  const { dev, rdev } = await file.stat();
  const stream = createWriteStream('', { fd: file.fd, autoClose: false });
  t.after(() => file.close());
  const rows = join(folder, `latebench-rows-${process.getuid!()}-${dev}-${rdev}`);
  const kept = ['letter-to-anna.txt', 'notes.txt', '000000000000001-x'];
  const fill = (path: string) =>
    Promise.all([...kept, '000000000000001-99999999'].map((name) => writeFile(join(path, name), '')));

  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o700 });
  await fill(elsewhere);
  await symlink(elsewhere, rows);
  takeRow(stream).end();
  assert.equal((await readdir(elsewhere)).length, kept.length + 1, 'a link is not followed');

  await rm(rows);
  await mkdir(rows, { mode: 0o700 });
  await fill(rows);
  takeRow(stream).end();
  assert.deepEqual((await readdir(rows)).sort(), kept.toSorted(), 'of what is no row nothing is removed');
});
