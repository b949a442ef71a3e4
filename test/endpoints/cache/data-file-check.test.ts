// What is taken for a damaged store before lmdb maps it: whatever would make it read beyond the end of the file.
import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFileDamage, isWholeDataFile } from '../../../src/endpoints/cache/data-file-check.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const fields = { magic: 0x18, pageSize: 0x30, mainRoot: 0x88, lastPage: 0x90, transaction: 0x98 } as const;

test('damage to the head of a data file is named; what is only unfinished is not damage', async (t) => {
  const folder = await temporaryFolder(t);
  const cache = await openCache(join(folder, 'made'));
  await cache.put(sha256Hex('a'), { model: 'a', status: 200, headers: {}, body: Buffer.alloc(9_000, 'x') });
  await cache.close();
  const bytes = await readFile(join(folder, 'made', 'data.mdb'));
  const page = bytes.readUInt32LE(fields.pageSize);
  const newest =
    bytes.readBigUInt64LE(page + fields.transaction) > bytes.readBigUInt64LE(fields.transaction) ? page : 0;
  const last = bytes.readBigUInt64LE(newest + fields.lastPage);
  const changed = (change: (copy: Buffer) => void, size = bytes.length): Buffer => {
    const copy = Buffer.alloc(Math.max(size, bytes.length));
    bytes.copy(copy);
    change(copy);
    return copy.subarray(0, size);
  };
  const pageSizeOf = (size: number) => changed((copy) => copy.writeUInt32LE(size, fields.pageSize));
  const whole = Number(last + 1n) * page;
  const missing = (count: number) =>
    changed((copy) => copy.writeBigUInt64LE(last + BigInt(count), newest + fields.lastPage), whole);
  const files: [string, Buffer, string | null][] = [
    ['whole', bytes, null],
    ['longer than it says', changed(() => {}, bytes.length + 3 * page), null],
    ['empty', Buffer.alloc(0), null],
    ['short', bytes.subarray(0, 0x90), 'its first page is not that of a store'],
    [
      'first magic',
      changed((copy) => copy.writeUInt32LE(1, fields.magic)),
      'its first page is not that of a store',
    ],
    [
      'second magic',
      changed((copy) => copy.writeUInt32LE(1, page + fields.magic)),
      'its second page is not that of a store',
    ],
    ['cut in the second page', bytes.subarray(0, page + 0x90), 'its second page is not that of a store'],
    ['small pages', pageSizeOf(256), 'its page size is 256'],
    ['large pages', pageSizeOf(131_072), 'its page size is 131072'],
    ['odd pages', pageSizeOf(4_097), 'its page size is 4097'],
    ['pages of half a kilobyte', pageSizeOf(512), 'its second page is not that of a store'],
    ['pages of 64 kB', pageSizeOf(65_536), 'its second page is not that of a store'],
    [
      'root outside',
      changed((copy) => copy.writeBigUInt64LE(last + 1n, newest + fields.mainRoot)),
      'its root is outside the file',
    ],
    ['no root', changed((copy) => copy.writeBigUInt64LE(2n ** 64n - 1n, newest + fields.mainRoot)), null],
    [
      'an old page says more',
      changed((copy) => copy.writeBigUInt64LE(10_000n, page - newest + fields.lastPage)),
      null,
    ],
    ['eight pages short', missing(8), null],
    ['nine pages short', missing(9), `it has ${whole} bytes of ${whole + 9 * page}`],
    ['a byte short', changed(() => {}, whole - 1), `it has ${whole - 1} bytes of ${whole}`],
  ];
  await Promise.all(
    files.map(async ([name, content, damage]) => {
      const place = join(folder, name);
      await mkdir(place);
      const path = join(place, 'data.mdb');
      await writeFile(path, content);
      const short = name === 'eight pages short';
      assert.equal(await isWholeDataFile(path), damage === null && !short && content.length > 0, name);
      assert.equal(await dataFileDamage(path), damage, name);
      const size = short ? whole + 8 * page : content.length;
      assert.equal((await stat(path)).size, size, `${name}: it is made whole, or left as it is`);
    }),
  );
  const absent = join(folder, 'absent');
  assert.deepEqual([await isWholeDataFile(absent), await dataFileDamage(absent)], [false, null]);
  const below = join(folder, 'whole', 'data.mdb', 'x');
  await assert.rejects(isWholeDataFile(below), { code: 'ENOTDIR' });
  await assert.rejects(dataFileDamage(below), { code: 'ENOTDIR' });
});

test('a file that another process is still writing is left to it, and none stays open', async (t) => {
  const folder = await temporaryFolder(t);
  const cache = await openCache(join(folder, 'made'));
  await cache.put(sha256Hex('a'), { model: 'a', status: 200, headers: {}, body: Buffer.alloc(9_000, 'x') });
  await cache.close();
  const whole = await readFile(join(folder, 'made', 'data.mdb'));
  const page = whole.readUInt32LE(fields.pageSize);
  const path = join(folder, 'growing.mdb');
  await writeFile(path, whole.subarray(0, whole.length - page));
  const looking = dataFileDamage(path);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await appendFile(path, whole.subarray(whole.length - page));
  assert.equal(await looking, null);
  assert.deepEqual(await readFile(path), whole);
  assert.equal(await isWholeDataFile(path), true);
  assert.deepEqual(openFilesIn(folder), []);
});
