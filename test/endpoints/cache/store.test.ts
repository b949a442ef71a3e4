// Several users of stores in one process: no two of them may wait for each other.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { open as openLmdb } from 'lmdb';
import { openSharedBudgetStore } from '../../../src/endpoints/budget/shared-budget-store.ts';
import { isDiskFull, requireRoom } from '../../../src/endpoints/cache/disk-room.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { openStore, type Table } from '../../../src/endpoints/cache/store.ts';
import { LateBenchError } from '../../../src/errors.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('stores of one process are opened, written and closed at the same time', {
  timeout: 30_000,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const useCache = async (round: number): Promise<void> => {
    const cache = await openCache(join(folder, 'cache'));
    for (let index = 0; index < 3; index += 1) {
      const body = Buffer.from(`${round} ${index}`);
      await cache.put(sha256Hex(`${round} ${index}`), { model: 'm', status: 200, headers: {}, body });
    }
    await cache.close();
  };
  const useBudget = async (): Promise<void> => {
    const store = await openSharedBudgetStore(join(folder, 'budget'), 'run');
    const one = { nanoUsd: 1, tokens: 1, unpriced: 0 };
    const made = await store.reserve(one, { nanoUsd: 100, tokens: 100 });
    assert.ok('id' in made);
    await store.end(made.id, one);
    await store.close();
  };
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([useCache(round), useBudget(), useCache(round + 100), useBudget()]);
  }
  const cache = await openCache(join(folder, 'cache'));
  assert.equal((await cache.stats()).entries, 36);
  await cache.close();
  const store = await openSharedBudgetStore(join(folder, 'budget'), 'run');
  assert.equal((await store.totals()).spent.tokens, 12);
  await store.close();
});

test('a change that fails, fails alone, and is told as what it was', async (t) => {
  const folder = await temporaryFolder(t);
  const store = await openStore(folder, {
    what: 'the table',
    schema: 1,
    wayOut: 'delete it',
    tables: (root): Table<number, string> => root.openDB({ name: 'rows', encoding: 'json' }),
  });
  t.after(() => store.close());
  const set = (key: string, value: number): Promise<void> =>
    store.write(() => store.tables.putSync(key, value) as unknown as undefined);
  const throwing = (error: Error) => (): never => {
    throw error;
  };
  const ours = new LateBenchError('LB_INTERNAL', 'ours');
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const outcomes = await Promise.allSettled([
    set('a', 1),
    store.write(throwing(new Error('odd'))),
    store.write(throwing(ours)),
    store.write(throwing(full)),
    set('b', 2),
  ]);
  const told = outcomes.map((each) =>
    each.status === 'fulfilled' ? null : [each.reason.code, each.reason.message],
  );
  const causes = outcomes.map((each) => (each.status === 'fulfilled' ? null : each.reason.cause?.message));
  assert.deepEqual(causes, [null, 'odd', undefined, 'full', null]);
  assert.deepEqual(told, [
    null,
    ['LB_STORE', `the table in ${folder} cannot be used (odd); delete it`],
    ['LB_INTERNAL', 'ours'],
    ['LB_DISK_FULL', `no space left to write the table in ${folder}; free some and run again`],
    null,
  ]);
  await set('c', 3);
  const rows = store.read(() => [...store.tables.getRange({})].map(({ key, value }) => [key, value]));
  assert.deepEqual(rows, [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  assert.throws(() => store.read(throwing(new Error('odd'))), {
    code: 'LB_STORE',
    message: /\(odd\); delete it$/,
  });
  assert.throws(() => store.read(throwing(ours)), ours);
});

test('a full disk is told from any other failure', async (t) => {
  const folder = await temporaryFolder(t);
  const of = (code: unknown, disk = folder) => isDiskFull(Object.assign(new Error('x'), { code }), disk);
  // An input/output error alone does not say so while there is room.
  assert.deepEqual(await Promise.all([28, 'ENOSPC', 5, 'EIO', undefined].map((code) => of(code))), [
    true,
    true,
    false,
    false,
    false,
  ]);
  for (const odd of ['ENOSPC', null, undefined]) assert.equal(await isDiskFull(odd, folder), false);
  await requireRoom(folder, 0);
  await assert.rejects(requireRoom(folder, Number.MAX_SAFE_INTEGER), {
    code: 'ENOSPC',
    message: 'no space left on device',
  });
  await onSmallDisk(t, '256k', async (disk) => {
    assert.deepEqual(await Promise.all([5, 'EIO', undefined].map((code) => of(code, disk))), [
      true,
      false,
      false,
    ]);
  });
});

test('the tables and their layout have the names that other versions look for', async (t) => {
  const folder = await temporaryFolder(t);
  const cache = await openCache(folder);
  const key = sha256Hex('a');
  await cache.put(key, { model: 'm', status: 200, headers: {}, body: Buffer.from('x') });
  await cache.close();
  const namesIn = async (table: string, row: Buffer): Promise<unknown[]> => {
    const root = openLmdb({ path: folder, noSubdir: false, maxDbs: 8 });
    const about = root.openDB<number, string>({ name: 'about', encoding: 'json' });
    const rows = root.openDB<unknown, Buffer>({ name: table, keyEncoding: 'binary', encoding: 'binary' });
    const stored = rows.get(row) as Buffer;
    const fields = table === 'bodies' ? typeof stored : Object.keys(JSON.parse(stored.toString()));
    const found = [...root.getKeys(), about.get('schema'), fields];
    await root.close();
    return found;
  };
  const bytes = Buffer.from(key, 'hex');
  const tables = ['about', 'bodies', 'entries', 1];
  assert.deepEqual(await namesIn('bodies', bytes), [...tables, 'object']);
  const facts = ['model', 'used', 'bytes', 'raw'];
  assert.deepEqual(await namesIn('entries', bytes), [...tables, facts]);
});
