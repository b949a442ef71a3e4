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
