import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { livenessOf, thisProcess } from '../../../src/storage/process-identity.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { all, foreignName, isReply, journalFiles, keyOf, openBare, reply, scratch } from './support.ts';

const script = await compiledScript(new URL('./append-forever.ts', import.meta.url));

interface Appender {
  readonly child: ChildProcess;
  /** Settles when it has been told of so many that they are safe, or has ended. */
  readonly acknowledged: (count: number) => Promise<void>;
  /** The names of all it was told are safe, once it has ended. */
  readonly ended: Promise<string[]>;
}

function appender(...args: string[]): Appender {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  // The kill may have cut the last line.
  const names = (): string[] => text.split('\n').slice(0, -1);
  const ended = once(child, 'close').then(names);
  return {
    child,
    async acknowledged(count) {
      while (names().length < count && !child.stdout.readableEnded) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    ended,
  };
}

test('nothing acknowledged is lost when a writer is killed, ten times over, two at once', async (t) => {
  const folder = await scratch(t);
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const pair = ['left', 'right'].map((side) => appender(folder, `${side}-${round}`));
    const names = await Promise.all(
      pair.map(async ({ child, acknowledged: told, ended }, side) => {
        await told(1 + (((round * 2 + side) * 7) % 20));
        await sleep(((round * 2 + side) * 37) % 20);
        child.kill('SIGKILL');
        return ended;
      }),
    );
    acknowledged.push(...names.flat());
  }
  assert.ok(acknowledged.length > 50, `${acknowledged.length} acknowledged`);
  const journal = await openBare(folder);
  for (const name of acknowledged) {
    const found = await journal.entries(keyOf(name));
    assert.equal(found.length, 1, name);
    assert.ok(isReply(found[0]!), name);
  }
  const entries = await all(journal);
  assert.ok(entries.every(isReply));
  assert.equal(new Set(entries.map((entry) => entry.key)).size, entries.length);
  assert.deepEqual(journal.report.quarantined, []);
  assert.equal(journal.report.files, 10);
  await journal.close();
  const left = (await readdir(folder)).filter((name) => name !== 'quarantine' && !name.endsWith('.lbj'));
  assert.deepEqual(left, [], 'the locks of the dead are gone');
});

test('a process sees what another that still lives has appended, as soon as it asks', async (t) => {
  const folder = await scratch(t);
  const here = await openBare(folder);
  const there = appender(folder, 'there', '100');
  for (let at = 0; at < 100; at += 1) await here.append(reply(`here-${at}`));
  const names = await there.ended;
  assert.equal(names.length, 100);
  assert.equal(here.has(keyOf('there-99')), false);
  await here.refresh();
  assert.ok(names.every((name) => here.has(keyOf(name))));
  assert.equal(here.report.frames, 200);
  await Promise.all([here.refresh(), here.refresh(), here.refresh()]);
  assert.equal(here.report.frames, 200);
  assert.equal((await all(here)).filter(isReply).length, 200);
  await here.close();
});

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

test('a process that has ended but was not yet waited for counts as dead', async (t) => {
  if (thisProcess().started === null) {
    t.skip('needs /proc');
    return;
  }
  const child = spawn('sh', ['-c', 'sleep 0 & exec sleep 30'], { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const list = `/proc/${child.pid}/task/${child.pid}/children`;
  if (!existsSync(list)) {
    t.skip('this system does not list the children of a process');
    return;
  }
  let pid = 0;
  let stat = '';
  while (!/\) Z /.test(stat)) {
    await sleep(5);
    pid = Number((await readFile(list, 'utf8')).trim());
    if (pid > 0) stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  }
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
  assert.equal(livenessOf({ ...thisProcess(), pid, started }), 'dead');
});
