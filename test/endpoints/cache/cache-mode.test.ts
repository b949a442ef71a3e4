import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CacheMode, openCacheAccess } from '../../../src/endpoints/cache/cache-mode.ts';
import type { CacheableReply } from '../../../src/endpoints/cache/cached-reply.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const { signal } = new AbortController();
const reply: CacheableReply = { model: 'm', status: 200, headers: {}, body: Buffer.from('x') };

/** Claims a key and pays for it where there is no reply. */
async function use(mode: CacheMode, folder: string, name: string, fresh = false): Promise<'paid' | 'cached'> {
  const cache = await openCacheAccess(mode, folder, { fresh });
  try {
    const claimed = await cache.claim(sha256Hex(name), signal);
    if (claimed.kind === 'cached') return 'cached';
    await claimed.put?.(reply);
    await claimed.release();
    return 'paid';
  } finally {
    await cache.close();
  }
}

test('on keeps and gives, read only gives, off does neither', async (t) => {
  const folder = join(await temporaryFolder(t), 'cache');
  assert.equal(await use('off', folder, 'a'), 'paid');
  assert.equal(await use('read', folder, 'a'), 'paid');
  assert.deepEqual(await readdir(join(folder, '..')), [], 'neither makes a folder');
  assert.equal(await use('on', folder, 'a'), 'paid');
  assert.equal(await use('on', folder, 'a'), 'cached');
  assert.equal(await use('read', folder, 'a'), 'cached');
  assert.equal(await use('off', folder, 'a'), 'paid');
  assert.equal(await use('read', folder, 'b'), 'paid');
  assert.equal(await use('on', folder, 'b'), 'paid', 'read kept nothing');
});

test('a fresh run pays for everything, keeps what was not there, and replaces nothing', async (t) => {
  const folder = join(await temporaryFolder(t), 'cache');
  assert.equal(await use('read', folder, 'a', true), 'paid');
  assert.deepEqual(await readdir(join(folder, '..')), []);
  assert.equal(await use('on', folder, 'a'), 'paid');
  assert.equal(await use('on', folder, 'a', true), 'paid');
  assert.equal(await use('read', folder, 'a', true), 'paid');
  assert.equal(await use('on', folder, 'b', true), 'paid');
  assert.equal(await use('on', folder, 'b'), 'cached');
  for (const [mode, fresh, expected] of [
    ['on', false, 'x'],
    ['read', false, 'x'],
    ['on', true, null],
    ['read', true, null],
    ['off', false, null],
  ] as const) {
    const cache = await openCacheAccess(mode, folder, { fresh });
    const found = await cache.get(sha256Hex('a'));
    assert.equal(found === null ? null : found.body.toString(), expected, `${mode} ${fresh}`);
    const claimed = await cache.claim(sha256Hex('c'), signal);
    assert.ok(claimed.kind === 'lease' && claimed.key === sha256Hex('c'));
    await claimed.release();
    await cache.close();
  }
});

for (const [mode, fresh] of [
  ['off', false],
  ['read', false],
  ['read', true],
  ['on', true],
] as const) {
  test(`of the processes of a run one pays at a time: ${mode}${fresh ? ', fresh' : ''}`, async (t) => {
    const folder = await temporaryFolder(t);
    const open = () =>
      openCacheAccess(mode, join(folder, 'cache'), { fresh, runLeases: join(folder, 'run', 'leases') });
    await (await openCacheAccess('on', join(folder, 'cache'))).close();
    const [first, second, third] = [await open(), await open(), await open()];
    const [a, b] = [sha256Hex('a'), sha256Hex('b')];
    const claimed = await first.claim(a, signal);
    assert.ok(claimed.kind === 'lease');
    let isGiven = false;
    const waiting = second.claim(a, signal).then((lease) => {
      isGiven = true;
      return lease;
    });
    const other = await second.claim(b, signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(isGiven, false, 'the key is being paid for');
    await (claimed.kind === 'lease' ? (claimed.put?.(reply) ?? claimed.release()) : undefined);
    const given = await waiting;
    assert.equal(given.kind, 'lease');
    // Also one that closes gives back what it holds.
    const last = third.claim(b, signal);
    await second.close();
    const late = await last;
    assert.ok(late.kind === 'lease' && other.kind === 'lease');
    await late.release();
    await Promise.all([first.close(), third.close()]);
    assert.deepEqual(await readdir(join(folder, 'run', 'leases')), []);
  });
}

test('of the processes of a run one pays at a time, whatever caches they have', async (t) => {
  const folder = await temporaryFolder(t);
  const runLeases = join(folder, 'run', 'leases');
  const open = (mode: 'off' | 'on', home: string) => openCacheAccess(mode, join(folder, home), { runLeases });
  const all = [await open('on', 'a'), await open('off', 'a'), await open('on', 'b')];
  const key = sha256Hex('a');
  for (const holder of all) {
    const claimed = await holder.claim(key, signal);
    assert.ok(claimed.kind === 'lease');
    for (const other of all.filter((one) => one !== holder)) {
      const ended = AbortSignal.timeout(100);
      await assert.rejects(other.claim(key, ended), { code: 'LB_ABORTED' });
    }
    await claimed.release();
  }
  const kept = await all[0]!.claim(key, signal);
  assert.ok(kept.kind === 'lease');
  await kept.put?.(reply);
  const free = await all[1]!.claim(key, signal);
  assert.ok(free.kind === 'lease', 'it is free once the reply is stored');
  await free.release();
  assert.equal((await all[0]!.claim(key, signal)).kind, 'cached');
  const afterIt = await all[1]!.claim(key, AbortSignal.timeout(5_000));
  assert.ok(afterIt.kind === 'lease', 'whoever finds a reply holds nothing');
  await afterIt.release();
  for (const one of all) await one.close();
  assert.deepEqual(await readdir(runLeases), []);
});

test('whoever cannot claim in the cache holds nothing of its run, and one that never claimed closes', async (t) => {
  const folder = await temporaryFolder(t);
  const runLeases = join(folder, 'run', 'leases');
  const open = (mode: 'off' | 'on') => openCacheAccess(mode, join(folder, 'cache'), { runLeases });
  const [one, other, third] = [await open('on'), await open('off'), await open('off')];
  await third.close();
  await one.claim(sha256Hex('first'), signal).then(async (claimed) => {
    assert.ok(claimed.kind === 'lease');
    await claimed.release();
  });
  const key = sha256Hex('a');
  const holder = await openCacheAccess('on', join(folder, 'cache'));
  const held = await holder.claim(key, signal);
  assert.ok(held.kind === 'lease');
  await assert.rejects(one.claim(key, AbortSignal.timeout(50)), { code: 'LB_ABORTED' });
  const free = await other.claim(key, AbortSignal.timeout(5_000));
  assert.ok(free.kind === 'lease');
  await free.release();
  await held.release();
  for (const each of [one, other, holder]) await each.close();
});
