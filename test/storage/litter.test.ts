import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function hidden(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('.')).sort();
}

/** Kills a command with SIGKILL once it has begun to write its output. */
async function killedWhileWriting(t: TestContext, home: string, folder: string, name: string): Promise<void> {
  const args = ['ingest', '--adapter', 'synthetic', '--count', '10000000', '-o', join(folder, name)];
  const child = spawn(process.execPath, ['bin/latebench.js', ...args], {
    stdio: 'ignore',
    env: { ...process.env, LATEBENCH_HOME: join(home, '.latebench') },
  });
  t.after(() => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  for (;;) {
    assert.equal(child.exitCode, null);
    const [begun] = (await hidden(folder)).filter((found) => found.startsWith(`.${name}.tmp-`));
    if (begun !== undefined && (await stat(join(folder, begun))).size > 0) break;
    await pause(20);
  }
  child.kill('SIGKILL');
  await closed;
}

test('what killed commands left is removed by the next run, wherever that one writes, and by cache prune', async (t) => {
  const root = await temporaryFolder(t);
  const home = join(root, 'home');
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  for (const folder of [first, second]) await mkdir(folder);
  await killedWhileWriting(t, home, first, 'a.jsonl');
  assert.equal((await hidden(first)).length, 1);
  const next = await runHere(['ingest', '--adapter', 'synthetic', '--count', '1'], { home });
  assert.equal(next.code, 0, next.stderr);
  assert.deepEqual(await hidden(first), []);

  await killedWhileWriting(t, home, second, 'b.jsonl');
  const counted = await runHere(['cache', 'prune', '--dry-run'], { home });
  assert.match(
    counted.stderr,
    /dry run: 0 calls; [1-9]\d* temporary files? of ended processes, .*B, would be removed/,
  );
  assert.equal((await hidden(second)).length, 1);
  const pruned = await runHere(['cache', 'prune'], { home });
  assert.equal(pruned.code, 0, pruned.stderr);
  assert.match(pruned.stderr, /[1-9]\d* temporary files? of ended processes, .*B, removed/);
  assert.match(pruned.stderr, /every reply is kept/);
  assert.deepEqual(await hidden(second), []);
  assert.deepEqual(await readdir(join(home, '.latebench', 'temporary')).catch(() => []), []);
});
