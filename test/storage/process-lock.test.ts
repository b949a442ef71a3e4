import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { thisProcess } from '../../src/storage/process-identity.ts';
import { takeExclusive } from '../../src/storage/process-lock.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { temporaryFolder } from '../support/temporary.ts';

const script = await compiledScript(new URL('./hold-lock.ts', import.meta.url));

test('one process holds a lock, and the next takes it over when that one was killed', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'made', 'run.lock');
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said), 'held\n');
  assert.deepEqual(await takeExclusive(path), { who: `process ${child.pid}` });
  child.kill('SIGKILL');
  await once(child, 'close');
  const lock = await takeExclusive(path);
  assert.ok('release' in lock);
  assert.deepEqual(await takeExclusive(path), { who: `process ${process.pid}` });
  await lock.release();
  assert.deepEqual(await readdir(join(folder, 'made')), []);
});

test('of many who find the lock of a dead owner at once, one gets it', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'run.lock');
  await writeFile(path, `${JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1, id: 'a' })}\n`);
  const all = await Promise.all(Array.from({ length: 20 }, () => takeExclusive(path)));
  assert.equal(all.filter((one) => 'release' in one).length, 1);
  assert.deepEqual(await readdir(folder), ['run.lock']);
});

test('a lock is taken from an owner that is gone, and from no other', async (t) => {
  const self = thisProcess();
  const folder = await temporaryFolder(t);
  const cases = [
    { name: 'living', owner: self, isTaken: false },
    { name: 'pid used again', owner: { ...self, started: '1' }, isTaken: self.started !== null },
    { name: 'gone', owner: { ...self, pid: 2 ** 22 + 1 }, isTaken: true },
    { name: 'other host', owner: { ...self, boot: 'other', host: 'other' }, isTaken: false },
    { name: 'other container', owner: { ...self, pid_namespace: 'pid:[1]' }, isTaken: false },
    { name: 'broken', owner: {}, isTaken: true },
  ];
  for (const { name, owner, isTaken } of cases) {
    const path = join(folder, `${name}.lock`);
    const text = JSON.stringify(owner);
    await writeFile(path, text);
    const lock = await takeExclusive(path);
    assert.equal('release' in lock, isTaken, name);
    // Whoever meets the lock of a machine that is gone for good has to know what to delete.
    if (name.startsWith('other')) assert.ok('who' in lock && lock.who.includes(`delete ${path}`), name);
    assert.equal((await readFile(path, 'utf8')) === text, !isTaken, name);
  }
});
