// The right to pay for a key, as far as it is decided between two looks at the tables.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keepRenewing, type Leasing, seemsTaken, takeLease } from '../../../src/endpoints/cache/lease.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import {
  keyBytes,
  type LeaseRow,
  type LeaseStore,
  openCacheStore,
  openLeaseStore,
} from '../../../src/endpoints/cache/tables.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const key = sha256Hex('a key');
const reply = { model: 'm', status: 200, headers: {}, body: Buffer.from('x') };

async function tables(t: TestContext) {
  const folder = await temporaryFolder(t);
  const cache = await openCache(folder);
  const [store, leases] = [await openCacheStore(folder), await openLeaseStore(folder)];
  t.after(() => Promise.all([cache.close(), store.close(), leases.close()]));
  const row = (): LeaseRow | undefined => leases.read(() => leases.tables.leases.get(keyBytes(key)));
  return { cache, store, leases, row };
}

test('a reply that is stored while its lease is being taken is not paid for again', async (t) => {
  const { cache, store, leases, row } = await tables(t);
  const late: Leasing = {
    store,
    leases: {
      ...leases,
      async write(change) {
        await cache.put(key, reply);
        return leases.write(change);
      },
    },
  };
  assert.equal(await takeLease(late, key, 'me', 60_000), 'cached');
  assert.equal(row(), undefined, 'the lease is given back');
});

test('whoever waits sees without writing whether a key is still another’s', async (t) => {
  const { cache, store, leases } = await tables(t);
  const look = (): boolean => seemsTaken({ store, leases }, key);
  assert.equal(look(), false, 'nobody has it');
  await cache.lease(key, 'one', 60_000);
  assert.equal(look(), true);
  await cache.lease(key, 'one', 0);
  assert.equal(look(), false, 'it has lapsed');
  await cache.lease(key, 'other', 60_000);
  await cache.put(key, reply);
  assert.equal(look(), false, 'it is stored');
});

test('the lease of a process that has ended is free at once', async (t) => {
  const { store, leases, row } = await tables(t);
  assert.equal(await takeLease({ store, leases }, key, 'one', 60_000), 'mine');
  const held = row()!;
  if (held.process.started === null) {
    t.skip('this system does not say when a process began');
    return;
  }
  const process = { ...held.process, started: '1' };
  await leases.write(() => leases.tables.leases.putSync(keyBytes(key), { ...held, process }) as never);
  assert.equal(seemsTaken({ store, leases }, key), false);
  assert.equal(await takeLease({ store, leases }, key, 'other', 60_000), 'mine');
  assert.equal(row()?.owner, 'other');
});

test('a lease that has gone to another is renewed no more', async (t) => {
  const { leases, cache, row } = await tables(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  let writes = 0;
  const counted: LeaseStore = {
    ...leases,
    write(change) {
      writes += 1;
      return leases.write(change);
    },
  };
  await cache.lease(key, 'other', 60_000);
  const stop = keepRenewing(counted, key, 'me', { leaseMs: 30_000, maxHoldMs: 1e9 });
  t.after(stop);
  for (let third = 0; third < 4; third += 1) {
    t.mock.timers.tick(10_000);
    await leases.write(() => {});
  }
  assert.equal(writes, 1);
  assert.equal(row()?.owner, 'other');
});

test('a lease lasts a minute and is renewed every third of it, for two hours', async (t) => {
  const { cache, leases, row } = await tables(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const begun = performance.now();
  const now = t.mock.method(performance, 'now', () => begun);
  const lease = await cache.claim(key, new AbortController().signal);
  assert.ok(lease.kind === 'lease');
  t.after(() => lease.release());
  assert.equal(row()?.ms, 60_000);
  const isRenewedAfter = async (minutes: number): Promise<boolean> => {
    const { owner } = row()!;
    await cache.lease(key, owner, 1_000_000);
    now.mock.mockImplementation(() => begun + minutes * 60_000);
    t.mock.timers.tick(20_000);
    await leases.write(() => {});
    return row()?.ms === 60_000;
  };
  assert.deepEqual(
    [await isRenewedAfter(1), await isRenewedAfter(119), await isRenewedAfter(121)],
    [true, true, false],
  );
});
