import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { PruneLimits } from '../../../src/endpoints/cache/prune.ts';
import { type Lease, openCache, type ReplyCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { claimOutcome } from './claim-outcome.ts';

const { signal } = new AbortController();
const day = 86_400_000;

/** Ten replies of 1,000 bytes that brotli cannot shrink, put on days 100 to 109. */
async function tenDays(t: TestContext): Promise<{ cache: ReplyCache; setDay: (day: number) => void }> {
  let now = 0;
  const cache = await openCache(await temporaryFolder(t), { now: () => now });
  t.after(() => cache.close());
  for (let index = 0; index < 10; index += 1) {
    now = (100 + index) * day;
    const model = index < 4 ? 'b' : 'a';
    await cache.put(sha256Hex(`${index}`), { model, status: 200, headers: {}, body: randomBytes(1_000) });
  }
  return { cache, setDay: (value) => (now = value * day) };
}

function present(cache: ReplyCache): number[] {
  const found: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    if (cache.has(sha256Hex(`${index}`))) found.push(index);
  }
  return found;
}

test('stats count entries and bytes, in all and by model', async (t) => {
  const { cache } = await tenDays(t);
  const stats = await cache.stats();
  assert.equal(stats.entries, 10);
  assert.equal(stats.raw_bytes, 10_000);
  assert.ok(stats.bytes > 10_000 && stats.bytes < 12_000, `${stats.bytes}`);
  assert.ok(stats.file_bytes > stats.bytes);
  assert.deepEqual(
    stats.by_model.map(({ model, entries, raw_bytes }) => [model, entries, raw_bytes]),
    [
      ['a', 6, 6_000],
      ['b', 4, 4_000],
    ],
  );
});

test('pruning by age removes what was last used before', async (t) => {
  const { cache, setDay } = await tenDays(t);
  setDay(110);
  const pruned = await cache.prune({ olderThanDays: 5 });
  assert.equal(pruned.entries, 5);
  assert.deepEqual(present(cache), [5, 6, 7, 8, 9]);
});

test('pruning by size removes what was not used for longest, and a use counts', async (t) => {
  const { cache, setDay } = await tenDays(t);
  setDay(110);
  assert.ok(await cache.get(sha256Hex('0')));
  const { bytes } = await cache.stats();
  const pruned = await cache.prune({ maxBytes: bytes / 2 });
  assert.equal(pruned.entries, 5);
  assert.deepEqual(present(cache), [0, 6, 7, 8, 9]);
  assert.ok((await cache.stats()).bytes <= bytes / 2);
});

test('of two limits the one that leaves less decides, and a dry run says so beforehand', async (t) => {
  const { cache, setDay } = await tenDays(t);
  setDay(110);
  const { bytes } = await cache.stats();
  const prune = async (limits: PruneLimits) => {
    const dry = await cache.prune({ ...limits, dry: true });
    const done = await cache.prune(limits);
    assert.deepEqual(dry, done);
    return [done.entries, present(cache)];
  };
  // Half of them are too old, and what is left fits.
  assert.deepEqual(await prune({ olderThanDays: 5, maxBytes: bytes * 0.55 }), [5, [5, 6, 7, 8, 9]]);
  // One is too old, and another one too many.
  assert.deepEqual(await prune({ olderThanDays: 4, maxBytes: bytes * 0.35 }), [2, [7, 8, 9]]);
});

test('two who prune at once remove each reply once', async (t) => {
  const { cache } = await tenDays(t);
  const pruned = await Promise.all([cache.prune({ maxBytes: 0 }), cache.prune({ maxBytes: 0 })]);
  assert.equal(pruned[0].entries + pruned[1].entries, 10);
  assert.deepEqual(present(cache), []);
});

test('within a day only as much goes as is too much', async (t) => {
  const cache = await openCache(await temporaryFolder(t), { now: () => 100 * day });
  t.after(() => cache.close());
  for (let index = 0; index < 10; index += 1) {
    await cache.put(sha256Hex(`${index}`), {
      model: 'a',
      status: 200,
      headers: {},
      body: randomBytes(1_000),
    });
  }
  const { bytes } = await cache.stats();
  await cache.prune({ maxBytes: Math.ceil(bytes * 0.7) });
  assert.equal(present(cache).length, 7);
  await cache.prune({ maxBytes: 0 });
  assert.equal((await cache.stats()).entries, 0);
});

test('pruning without a limit that bites removes nothing, and a bad limit is refused', async (t) => {
  const { cache, setDay } = await tenDays(t);
  setDay(110);
  assert.deepEqual(await cache.prune({}), { entries: 0, bytes: 0 });
  assert.deepEqual(await cache.prune({ maxBytes: 1e9, olderThanDays: 10 }), { entries: 0, bytes: 0 });
  await assert.rejects(cache.prune({ maxBytes: Number.NaN }), { code: 'LB_USAGE' });
});

test('more entries than a page are all counted and pruned', async (t) => {
  const cache = await openCache(await temporaryFolder(t), { now: () => 100 * day });
  t.after(() => cache.close());
  const body = Buffer.from('x');
  const put = (_: unknown, index: number): Promise<void> =>
    cache.put(sha256Hex(`${index}`), { model: 'a', status: 200, headers: {}, body });
  await Promise.all(Array.from({ length: 1_200 }, put));
  assert.equal((await cache.stats()).entries, 1_200);
  assert.equal((await cache.prune({ maxBytes: 0 })).entries, 1_200);
  assert.equal((await cache.stats()).entries, 0);
});

test('clearing removes all replies and no lease', async (t) => {
  const { cache } = await tenDays(t);
  const key = sha256Hex('under way');
  const lease = (await cache.claim(key, signal)) as Lease;
  await cache.clear();
  assert.equal((await cache.stats()).entries, 0);
  assert.deepEqual(present(cache), []);
  assert.equal(await claimOutcome(cache, key), 'taken');
  await lease.put({ model: 'a', status: 200, headers: {}, body: Buffer.from('after') });
  assert.equal((await cache.get(key))?.body.toString(), 'after');
});
