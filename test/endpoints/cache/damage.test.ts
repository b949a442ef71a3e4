import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { open as openLmdb } from 'lmdb';
import { deleteStore } from '../../../src/endpoints/cache/environment.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { clearCacheFolder, openCacheStore } from '../../../src/endpoints/cache/tables.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { takeExclusive } from '../../../src/storage/process-lock.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { claimOutcome } from './claim-outcome.ts';

async function filledCache(t: TestContext): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder(t);
  const cache = await openCache(folder);
  const put = (_: unknown, index: number): Promise<void> =>
    cache.put(sha256Hex(`${index}`), { model: 'a', status: 200, headers: {}, body: randomBytes(2_000) });
  await Promise.all(Array.from({ length: 100 }, put));
  await cache.close();
  return { folder, file: join(folder, 'data.mdb') };
}

const unusable = {
  code: 'LB_STORE',
  message: /the reply cache in .* cannot be used .*latebench cache clear/,
};

const damages: readonly [string, (file: string) => Promise<void>][] = [
  ['random bytes', (file) => writeFile(file, randomBytes(100_000))],
  ['zeros', (file) => writeFile(file, Buffer.alloc(100_000))],
  ['a file of a few bytes', (file) => writeFile(file, 'x')],
  ['a file cut within its second page', (file) => truncate(file, 5_000)],
  ['a file cut in the middle', async (file) => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['a file without its last byte', async (file) => truncate(file, (await stat(file)).size - 1)],
  [
    'a first page that was overwritten',
    async (file) =>
      writeFile(file, Buffer.concat([randomBytes(4_096), (await readFile(file)).subarray(4_096)])),
  ],
];
for (const [name, damage] of damages) {
  test(`${name}: opening says what is wrong and what to do`, async (t) => {
    const { folder, file } = await filledCache(t);
    await damage(file);
    await assert.rejects(openCache(folder), unusable);
    await deleteStore(folder);
    const cache = await openCache(folder);
    t.after(() => cache.close());
    assert.equal((await cache.stats()).entries, 0);
  });
}

test('a file that ends before a page which was taken and freed at once is whole: lmdb has never written it', async (t) => {
  const { folder, file } = await filledCache(t);
  const bytes = await readFile(file);
  // Bytes 0x90 of both meta pages: the last page.
  for (const meta of [0, 4_096]) bytes.writeBigUInt64LE(bytes.readBigUInt64LE(meta + 0x90) + 1n, meta + 0x90);
  await writeFile(file, bytes);
  const cache = await openCache(folder);
  t.after(() => cache.close());
  assert.equal((await cache.stats()).entries, 100);
  await cache.put(sha256Hex('more'), { model: 'a', status: 200, headers: {}, body: randomBytes(20_000) });
  assert.notEqual(await cache.get(sha256Hex('more')), null);
});

test('a cache that another process is making at this moment is not taken for damaged, however long it takes', async (t) => {
  const folder = await temporaryFolder(t);
  const making = await takeExclusive(join(folder, 'making.lock'));
  assert.ok('release' in making);
  const file = join(folder, 'data.mdb');
  await writeFile(file, 'x');
  const opening = openCache(folder);
  // Several times as long as a damaged file is looked at before it is an error.
  assert.equal(await Promise.race([opening, sleep(500, 'waits')]), 'waits');
  assert.equal(await readFile(file, 'utf8'), 'x');
  await writeFile(file, '');
  await making.release();
  const cache = await opening;
  t.after(() => cache.close());
  assert.equal((await cache.stats()).entries, 0);
});

test('a file in the place of the folder is a clear error', async (t) => {
  const path = join(await temporaryFolder(t), 'cache');
  await writeFile(path, '');
  await assert.rejects(openCache(path), unusable);
});

test('a cache of another layout is refused with the way out', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(folder, { recursive: true });
  const root = openLmdb({ path: folder, noSubdir: false, maxDbs: 8 });
  await root.openDB<number, string>({ name: 'about', encoding: 'json' }).put('schema', 99);
  await root.close();
  await assert.rejects(openCache(folder), { code: 'LB_STORE', message: /layout 99.*uses 1.*cache clear/ });
});

test('a reply that is no longer what was written is forgotten, and can be paid for again', async (t) => {
  const { folder } = await filledCache(t);
  const cache = await openCache(folder);
  t.after(() => cache.close());
  const { tables, write, close } = await openCacheStore(folder);
  t.after(close);
  const rows = ['0', '1', '2'].map((name) => Buffer.from(sha256Hex(name), 'hex'));
  await write(() => {
    tables.bodies.removeSync(rows[0]!);
    const flipped = Buffer.from(tables.bodies.get(rows[1]!)!);
    flipped[flipped.length - 1]! ^= 1;
    tables.bodies.putSync(rows[1]!, flipped);
  });
  for (const name of ['0', '1']) {
    const key = sha256Hex(name);
    assert.equal(await cache.peek(key), null);
    assert.equal(cache.has(key), true, 'a look leaves no trace');
    assert.equal(await cache.get(key), null);
    assert.equal(await claimOutcome(cache, key), 'mine');
    await cache.put(key, { model: 'a', status: 200, headers: {}, body: Buffer.from('again') });
    assert.equal((await cache.get(key))?.body.toString(), 'again');
  }
  assert.equal((await cache.get(sha256Hex('2')))?.body.length, 2_000);
  assert.equal((await cache.stats()).entries, 100);
});

test('a new reply that is stored while a damaged one is being read stays', async (t) => {
  const folder = await temporaryFolder(t);
  const cache = await openCache(folder);
  const { tables, write, close } = await openCacheStore(folder);
  t.after(() => Promise.all([cache.close(), close()]));
  const key = sha256Hex('key');
  const row = Buffer.from(key, 'hex');
  await cache.put(key, { model: 'a', status: 200, headers: {}, body: Buffer.from('new') });
  const whole = Buffer.from(tables.bodies.get(row)!);
  for (const damage of [
    () => tables.bodies.putSync(row, Buffer.alloc(100)),
    () => tables.bodies.removeSync(row),
  ]) {
    await write(damage);
    // It looks before the other is written, and would forget the damaged one after.
    const storing = write(() => tables.bodies.putSync(row, whole));
    assert.equal(await cache.get(key), null);
    await storing;
    assert.equal((await cache.get(key))?.body.toString(), 'new');
  }
});

test('what is in the way of leases is named, and those of an earlier version are not', async (t) => {
  const folder = await temporaryFolder(t);
  const root = openLmdb({ path: join(folder, 'leases'), noSubdir: false, maxDbs: 8 });
  await root.openDB<number, string>({ name: 'about', encoding: 'json' }).put('schema', 1);
  await root.close();
  const cache = await openCache(folder);
  t.after(() => cache.close());
  assert.equal(await claimOutcome(cache, sha256Hex('key')), 'mine');
  const blocked = await temporaryFolder(t);
  await writeFile(join(blocked, 'leases'), '');
  const other = await openCache(blocked);
  t.after(() => other.close());
  await assert.rejects(other.tryClaim(sha256Hex('key')), {
    code: 'LB_STORE',
    message: /^the leases of the reply cache in .*leases cannot be used .*latebench cache clear/,
  });
});

const inTheWay: readonly [string, (leases: string) => Promise<unknown>][] = [
  [
    'a folder in the place of the data',
    (leases) => mkdir(join(leases, 'data.mdb', 'more'), { recursive: true }),
  ],
  [
    'a folder in the place of the lock file',
    (leases) => mkdir(join(leases, 'lock.mdb'), { recursive: true }),
  ],
  [
    'a foreign file in the place of the lock file',
    async (leases) => {
      await mkdir(leases);
      await writeFile(join(leases, 'lock.mdb'), randomBytes(20_000));
    },
  ],
  ['a file in the place of the folder', (leases) => writeFile(leases, 'mine')],
  [
    'bytes that are no store',
    async (leases) => {
      await mkdir(leases);
      await writeFile(join(leases, 'data.mdb'), randomBytes(100_000));
    },
  ],
];
for (const [name, put] of inTheWay) {
  test(`${name} of the leases is gone once the cache has been cleared`, async (t) => {
    const home = await temporaryFolder(t);
    const folder = join(home, 'cache');
    await mkdir(folder);
    await put(join(folder, 'leases'));
    await clearCacheFolder(folder);
    const cache = await openCache(folder);
    t.after(() => cache.close());
    assert.equal(await claimOutcome(cache, sha256Hex('key')), 'mine');
  });
}

test('a file or a folder in the place of the cache is gone once it has been cleared, and leases at work are not', async (t) => {
  const home = await temporaryFolder(t);
  const folder = join(home, 'cache');
  await clearCacheFolder(folder);
  await writeFile(folder, 'mine');
  await clearCacheFolder(folder);
  await mkdir(join(folder, 'data.mdb'), { recursive: true });
  await assert.rejects(openCache(folder), unusable);
  await clearCacheFolder(folder);
  const cache = await openCache(folder);
  t.after(() => cache.close());
  assert.equal(await claimOutcome(cache, sha256Hex('key')), 'mine');
  await clearCacheFolder(folder);
  const other = await openCache(folder);
  t.after(() => other.close());
  assert.equal(await claimOutcome(other, sha256Hex('key')), 'taken');
});

test('a cache that cannot be emptied is named, with why', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  const folder = join(file, 'cache');
  await assert.rejects(clearCacheFolder(folder), (error: Error & { code: string }) => {
    assert.equal(error.code, 'LB_STORE');
    assert.match(
      error.message,
      /the reply cache in .*cache cannot be emptied \(ENOTDIR.*\); delete the folder/,
    );
    assert.equal((error.cause as { code?: string }).code, 'ENOTDIR');
    return true;
  });
});

test('flipped bits in the data give a miss, an error or the right reply, never a wrong one', async (t) => {
  const folder = await temporaryFolder(t);
  const writer = await openCache(folder);
  const bodies = Array.from({ length: 100 }, () => randomBytes(2_000));
  await Promise.all(
    bodies.map((body, index) =>
      writer.put(sha256Hex(`${index}`), { model: 'a', status: 200, headers: {}, body }),
    ),
  );
  await writer.close();
  const file = await open(join(folder, 'data.mdb'), 'r+');
  const { size } = await file.stat();
  // Beyond the two meta pages, one bit in every 3,000 bytes.
  for (let at = 8_192 + 50; at < size; at += 3_001) {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8() ^ (1 << (at % 8)));
    await file.write(byte, 0, 1, at);
  }
  await file.close();

  let right = 0;
  const cache = await openCache(folder).catch((error) => assert.equal(error.code, 'LB_STORE'));
  for (const [index, body] of cache === undefined ? [] : bodies.entries()) {
    try {
      const found = await cache?.get(sha256Hex(`${index}`));
      if (found !== null && found !== undefined) {
        assert.deepEqual(found.body, body);
        right += 1;
      }
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'LB_STORE');
    }
  }
  await cache?.close();
  assert.ok(right < bodies.length);
});
