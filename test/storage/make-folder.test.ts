// Folders are made with those above them, also by several at once, and never for ever.
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import fs, { chmod, rmdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, createFolderSync, makeFolder } from '../../src/storage/make-folder.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = existsSync('/proc/self') ? false : 'there is no /proc here: a folder that takes no folders';

test('what is missing is made with its mode, and the first of it is said', async (t) => {
  const folder = await temporaryFolder(t);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  assert.equal(await createFolder(join(folder, 'a', 'b', 'c'), 0o700), join(folder, 'a'));
  assert.deepEqual([modeOf(join(folder, 'a')), modeOf(join(folder, 'a', 'b', 'c'))], [0o700, 0o700]);
  await chmod(join(folder, 'a'), 0o755);
  assert.equal(await createFolder(join(folder, 'a', 'b'), 0o700), undefined);
  assert.equal(modeOf(join(folder, 'a')), 0o755, 'what is there stays as it is');
  createFolderSync(join(folder, 'x', 'y'), 0o700);
  createFolderSync(join(folder, 'x', 'y'));
  assert.equal(modeOf(join(folder, 'x')), 0o700);
  const deep = join(folder, ...'many at the same time'.split(' '));
  await Promise.all(Array.from({ length: 20 }, () => createFolder(deep)));
  assert.ok(statSync(deep).isDirectory());
});

test('a folder above that another process removes at that moment is made again', async (t) => {
  const folder = await temporaryFolder(t);
  const { mkdir } = fs;
  let removals = 3;
  t.mock.method(fs, 'mkdir', async (...asked: Parameters<typeof mkdir>) => {
    if (String(asked[0]).endsWith('b') && removals > 0) {
      removals -= 1;
      await rmdir(join(folder, 'a'));
    }
    return mkdir(...asked);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.equal(await createFolder(join(folder, 'a', 'b')), join(folder, 'a'));
  assert.equal(removals, 0);
  assert.ok(statSync(join(folder, 'a', 'b')).isDirectory());
});

test('a file in its place, or above it, is the error of the system', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(createFolder(file), { code: 'EEXIST' });
  await assert.rejects(createFolder(join(file, 'a')), { code: 'ENOTDIR' });
  assert.throws(() => createFolderSync(file), { code: 'EEXIST' });
  assert.throws(() => createFolderSync(join(file, 'a')), { code: 'ENOTDIR' });
  await assert.rejects(makeFolder(join(file, 'a')), { code: 'LB_OUTPUT' });
});

test('a folder that takes none is an error, and no work without end', { skip }, async (t) => {
  await assert.rejects(createFolder('/proc/none/a'), { code: 'ENOENT' });
  assert.throws(() => createFolderSync('/proc/none/a'), { code: 'ENOENT' });
  await assert.rejects(makeFolder('/proc/none/a'), {
    code: 'LB_OUTPUT',
    message: 'cannot write /proc/none/a: no folder can be created there',
  });
  const cwd = await temporaryFolder(t);
  const records = join(process.cwd(), 'data/samples/problems.jsonl');
  const env = { LATEBENCH_HOME: '/proc/none' };
  const { code, stderr } = await runHere(['critic', '--endpoint', 'sim', records], { cwd, env });
  assert.equal(code, 1, stderr);
  assert.match(stderr, /cannot write \/proc\/none\/.*\(LB_OUTPUT\)/);
});
