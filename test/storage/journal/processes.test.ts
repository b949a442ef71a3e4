import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { livenessOf, thisProcess } from '../../../src/storage/process-identity.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { repetitions } from '../../support/thorough.ts';
import { all, isReply, keyOf, openBare, reply, scratch } from './support.ts';

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

test('nothing acknowledged is lost when a writer is killed, again and again, two at once', async (t) => {
  const folder = await scratch(t);
  const rounds = repetitions(3, 5);
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
  assert.ok(acknowledged.length > 10 * rounds, `${acknowledged.length} acknowledged`);
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
  assert.equal(journal.report.files, 2 * rounds);
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
