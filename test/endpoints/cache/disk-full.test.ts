import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDiskFull } from '../../../src/endpoints/cache/disk-room.ts';
import { openCache, type ReplyCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { claimOutcome } from './claim-outcome.ts';

test('on a full disk a put is refused as such, and what was kept before can be read', (t) =>
  onSmallDisk(t, '3m', async (disk) => {
    // lmdb writes the system's error to stderr itself.
    t.mock.method(console, 'error', () => {});
    const cache = await openCache(join(disk, 'cache'));
    const safe: string[] = [];
    const refused: unknown[] = [];
    for (let index = 0; refused.length < 2 && index < 200; index += 1) {
      const key = sha256Hex(`${index}`);
      await cache.put(key, { model: 'm', status: 200, headers: {}, body: randomBytes(60_000) }).then(
        () => safe.push(key),
        (error: unknown) => refused.push(error),
      );
    }
    assert.deepEqual(
      refused.map((error) => (error as { code?: string }).code),
      ['LB_DISK_FULL', 'LB_DISK_FULL'],
    );
    assert.ok(safe.length > 10);
    for (const key of safe) assert.equal((await cache.get(key))?.body.length, 60_000);
    await cache.close();
  }));

test('a store that finds no room for its first pages says so, however little there is', (t) =>
  onSmallDisk(t, '256k', async (disk) => {
    t.mock.method(console, 'error', () => {});
    const ballast = join(disk, 'ballast');
    const codes: unknown[] = [];
    for (let free = 0; free < 128; free += 4) {
      writeFileSync(ballast, Buffer.alloc((256 - free) * 1024));
      const opening = async (): Promise<void> => {
        const cache = await openCache(join(disk, 'cache'));
        await cache.close();
      };
      codes.push(
        await opening().then(
          () => null,
          (error: unknown) => (error as { code?: string }).code,
        ),
      );
      rmSync(ballast);
      rmSync(join(disk, 'cache'), { recursive: true, force: true });
    }
    // Without the first, of a disk that has no room for the folder.
    const [full, ...others] = codes;
    assert.ok(full !== null);
    assert.deepEqual(
      others.filter((code) => code !== null && code !== 'LB_DISK_FULL'),
      [],
    );
    assert.ok(others.includes('LB_DISK_FULL') && others.includes(null), String(codes));
  }));

test('a cache on a full disk is still read, says that leases have no room, and takes replies again when there is some', (t) =>
  onSmallDisk(t, '3m', async (disk) => {
    t.mock.method(console, 'error', () => {});
    const folder = join(disk, 'cache');
    const body = randomBytes(1_000);
    const put = (cache: ReplyCache, name: string, bytes = body): Promise<void> =>
      cache.put(sha256Hex(name), { model: 'm', status: 200, headers: {}, body: bytes });
    const cache = await openCache(folder);
    await put(cache, 'kept');
    const fill = (freeBytes: number): void => {
      const ballast = join(disk, 'ballast');
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - freeBytes));
    };
    fill(0);
    assert.deepEqual((await cache.peek(sha256Hex('kept')))?.body, body);
    await assert.rejects(claimOutcome(cache, sha256Hex('new')), { code: 'LB_DISK_FULL' });
    await assert.rejects(put(cache, 'new', randomBytes(200_000)), { code: 'LB_DISK_FULL' });
    // lmdb complains of a full disk on stderr: it is not asked again before there is some room.
    fill(600_000);
    await assert.rejects(put(cache, 'new'), { code: 'LB_DISK_FULL' });
    fill(1_500_000);
    await put(cache, 'new');
    fill(600_000);
    await put(cache, 'more');
    const other = await openCache(folder);
    await put(other, 'another');
    await other.close();
    assert.deepEqual((await cache.get(sha256Hex('new')))?.body, body);
    await cache.close();
  }));

test('a commit that failed on a full disk is told as that, also while lmdb has not said why', (t) =>
  onSmallDisk(t, '256k', async (disk) => {
    const late = Object.assign(new Error('Commit failed (see commitError for details)'), {
      commitError: new Promise(() => {}),
    });
    assert.equal(await isDiskFull(late, disk), true);
    assert.equal(await isDiskFull(new Error('another'), disk), false);
    const { bavail, bsize } = statfsSync('.');
    assert.ok(bavail * bsize > 2 ** 30, 'this test needs a disk with room');
    assert.equal(await isDiskFull(late, '.'), false);
  }));
