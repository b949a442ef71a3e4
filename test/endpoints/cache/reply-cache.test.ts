import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CacheableReply } from '../../../src/endpoints/cache/cached-reply.ts';
import {
  type CacheOptions,
  type Lease,
  openCache,
  type ReplyCache,
} from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { claimOutcome } from './claim-outcome.ts';

const key = sha256Hex('a key');
const { signal } = new AbortController();

function reply(body: string | Buffer, model = 'a-model'): CacheableReply {
  return { model, status: 200, headers: { 'x-request-id': 'r1' }, body: Buffer.from(body) };
}

async function freshCache(t: TestContext, options: CacheOptions = {}): Promise<ReplyCache> {
  const cache = await openCache(await temporaryFolder(t), options);
  t.after(() => cache.close());
  return cache;
}

function leased(claimed: Awaited<ReturnType<ReplyCache['claim']>>): Lease {
  assert.equal(claimed.kind, 'lease');
  return claimed as Lease;
}

test('a reply comes back byte for byte, also after the cache was closed', async (t) => {
  const folder = await temporaryFolder(t);
  const body = Buffer.concat([Buffer.from('\n{"a":1}\n'), randomBytes(300_000)]);
  const writer = await openCache(folder, { now: () => 86_400_000 * 3 });
  assert.equal(await writer.get(key), null);
  await writer.put(key, reply(body));
  await writer.close();
  const reader = await openCache(folder);
  t.after(() => reader.close());
  const found = await reader.get(key);
  assert.deepEqual(found, { kind: 'cached', created: 86_400_000 * 3, ...reply(body) });
});

test('the first reply of a key stays', async (t) => {
  const cache = await freshCache(t);
  await cache.put(key, reply('first'));
  await cache.put(key, reply('second'));
  assert.equal((await cache.get(key))?.body.toString(), 'first');
});

test('what is forgotten can be paid for again, and was put before if it was on its way', async (t) => {
  const cache = await freshCache(t);
  const [kept, other] = [sha256Hex('kept'), sha256Hex('other')];
  await cache.put(kept, reply('kept'));
  await cache.put(other, reply('other'));
  const putting = leased(await cache.claim(key, signal)).put(reply('wrong'));
  await cache.forget([key, other]);
  await putting;
  assert.deepEqual(
    [cache.has(key), cache.has(other), (await cache.get(kept))?.body.toString()],
    [false, false, 'kept'],
  );
  await cache.put(key, reply('right'));
  assert.equal((await cache.get(key))?.body.toString(), 'right');
});

test('a folder with a dot in its name is a folder, and one process may open it twice', async (t) => {
  const folder = `${await temporaryFolder(t)}/cache.v1`;
  const [one, two] = await Promise.all([openCache(folder), openCache(folder)]);
  t.after(() => two.close());
  await one.put(key, reply('x'));
  assert.equal((await two.get(key))?.body.toString(), 'x');
  await one.close();
  await two.put(sha256Hex('other'), reply('y'));
  assert.equal((await two.stats()).entries, 2);
});

test('a lease is for one holder until it is released, and none is needed for what is stored', async (t) => {
  const folder = await temporaryFolder(t);
  const [one, other] = [await openCache(folder), await openCache(folder)];
  t.after(() => Promise.all([one.close(), other.close()]));
  const lease = leased(await one.claim(key, signal));
  assert.deepEqual([await claimOutcome(one, key), await claimOutcome(other, key)], ['taken', 'taken']);
  await lease.release();
  await lease.release();
  const next = leased(await other.claim(key, signal));
  await lease.release();
  assert.equal(await claimOutcome(one, key), 'taken', 'only the holder can release');
  await one.put(key, reply('x'));
  assert.equal(await claimOutcome(one, key), 'cached');
  await next.release();
  assert.equal(await claimOutcome(one, key), 'cached');
  await one.forget([key]);
  await leased(await other.claim(key, AbortSignal.timeout(5_000))).release();
});

test('replies of one moment are put together, and the last of them without waiting for more', async (t) => {
  const cache = await freshCache(t);
  const names = Array.from({ length: 40 }, (_, n) => sha256Hex(`${n}`));
  const claims = await Promise.all(names.map((name) => cache.claim(name, signal)));
  const begun = performance.now();
  const puts = claims.map((claimed, n) => leased(claimed).put(reply(`${n}`)));
  await cache.settled();
  assert.ok(performance.now() - begun < 5_000);
  await Promise.all(puts);
  for (const [n, name] of names.entries()) assert.equal((await cache.get(name))?.body.toString(), `${n}`);
  assert.deepEqual(
    await Promise.all(names.map((name) => claimOutcome(cache, name))),
    Array(40).fill('cached'),
  );
});

test('claims of one process wait for each other, and the waiting ones are given the reply', async (t) => {
  const cache = await freshCache(t);
  const lease = leased(await cache.claim(key, signal));
  const waiting = [cache.claim(key, signal), cache.claim(key, signal)];
  await sleep(30);
  await lease.put(reply('paid once'));
  await lease.release();
  for (const claimed of await Promise.all(waiting)) {
    assert.equal(claimed.kind, 'cached');
    assert.equal((claimed as { body: Buffer }).body.toString(), 'paid once');
  }
});

test('a lease that is given back without a reply goes to one that waits', async (t) => {
  const cache = await freshCache(t);
  const lease = leased(await cache.claim(key, signal));
  const waiting = cache.claim(key, signal);
  await lease.release();
  await leased(await waiting).release();
});

test('a lease is renewed while its holder works, but not for ever', async (t) => {
  const cache = await freshCache(t, { leaseMs: 1200, maxHoldMs: 2100 });
  const startedMs = performance.now();
  const lease = leased(await cache.claim(key, signal));
  const next = leased(await cache.claim(key, signal));
  const waitedMs = performance.now() - startedMs;
  assert.ok(waitedMs > 2000, `taken over after ${waitedMs} ms`);
  await lease.put(reply('late'));
  assert.equal((await cache.get(key))?.body.toString(), 'late');
  await next.release();
});

test('whoever waits leaves the processor to others between two looks', async (t) => {
  const cache = await freshCache(t);
  const lease = leased(await cache.claim(key, signal));
  const waiting = cache.claim(key, signal);
  // Asked at each look: whether the lease has lapsed.
  const clock = t.mock.method(process.hrtime, 'bigint');
  await sleep(150);
  assert.ok(clock.mock.callCount() <= 8, `${clock.mock.callCount()} looks`);
  await lease.put(reply('x'));
  assert.equal((await waiting).kind, 'cached');
});

test('waiting ends when it is given up', async (t) => {
  const cache = await freshCache(t);
  const lease = leased(await cache.claim(key, signal));
  const controller = new AbortController();
  const waiting = cache.claim(key, controller.signal);
  controller.abort();
  await assert.rejects(waiting, { code: 'LB_ABORTED' });
  await lease.release();
  await assert.rejects(cache.claim(key, controller.signal), { code: 'LB_ABORTED' });
  assert.equal(await claimOutcome(cache, key), 'mine', 'nothing was taken');
});

test('closing gives leases back, and a closed cache says so', async (t) => {
  const folder = await temporaryFolder(t);
  const one = await openCache(folder);
  await one.claim(key, signal);
  const writing = one.put(sha256Hex('other'), reply('x'));
  const closing = one.close();
  await closing;
  await writing.catch(() => {});
  await assert.rejects(one.get(key), { code: 'LB_INTERNAL', message: /was closed/ });
  await assert.rejects(one.put(key, reply('x')), { code: 'LB_INTERNAL' });
  const two = await openCache(folder);
  t.after(() => two.close());
  assert.equal(await claimOutcome(two, key), 'mine');
});

test('a key that is no sha256 is refused', async (t) => {
  const cache = await freshCache(t);
  for (const odd of ['short', `${key}ff`, ` ${key}`, key.toUpperCase()])
    await assert.rejects(cache.get(odd), { code: 'LB_INTERNAL', message: /is not 64 lower-case hex digits/ });
});
