// Several processes on one reply cache: none pays for what another pays for, and none waits for the dead.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type Lease, openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { claimOutcome } from './claim-outcome.ts';

const keys = 2_000;
const { signal } = new AbortController();
const script = await compiledScript(new URL('./claim-all.ts', import.meta.url));

function startClaiming(folder: string, count: number, name: string, ...more: string[]): ChildProcess {
  const args = [script, folder, String(count), name, ...more];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function outcome(child: ChildProcess): Promise<{ paid: number[]; given: [number, string][] }> {
  assert.ok(child.stdout);
  return JSON.parse(await text(child.stdout));
}

test('two processes that claim the same 2,000 keys pay for each of them once', async (t) => {
  const folder = await temporaryFolder(t);
  const [first, second] = await Promise.all([
    outcome(startClaiming(folder, keys, 'first')),
    outcome(startClaiming(folder, keys, 'second')),
  ]);
  const paid = [...first.paid, ...second.paid].sort((a, b) => a - b);
  assert.deepEqual(
    paid,
    Array.from({ length: keys }, (_, index) => index),
  );
  assert.deepEqual(first.given, second.given, 'both were given the same replies');
  const cache = await openCache(folder);
  t.after(() => cache.close());
  assert.equal((await cache.stats()).entries, keys);
});

test('what another process has put is seen within the same turn of the event loop', async (t) => {
  const folder = await temporaryFolder(t);
  const cache = await openCache(folder);
  t.after(() => cache.close());
  const key = sha256Hex('key 0');
  const before = cache.get(key);
  execFileSync(process.execPath, [script, folder, '1', 'other']);
  const after = cache.get(key);
  assert.equal(await before, null);
  assert.equal((await after)?.body.toString(), 'reply 0 of other');
});

test('the lease of a process that was killed is taken over at once', async (t) => {
  const folder = await temporaryFolder(t);
  const holder = startClaiming(folder, 0, 'held', '--hold');
  assert.ok(holder.stdout);
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  assert.equal(line.toString(), 'lease\n');

  const cache = await openCache(folder);
  t.after(() => cache.close());
  const key = sha256Hex('held');
  assert.equal(await claimOutcome(cache, key), 'taken');

  const startedMs = performance.now();
  const claiming = cache.claim(key, signal);
  holder.kill('SIGKILL');
  const claimed = await claiming;
  assert.equal(claimed.kind, 'lease');
  assert.ok(performance.now() - startedMs < 30_000, 'long before the lease of a minute lapses');
  await (claimed as Lease).release();
});
