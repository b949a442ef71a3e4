import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cutTail, keepDamaged } from '../../../src/storage/journal/damage.ts';
import type { JournalEntry } from '../../../src/storage/journal/entry.ts';
import { encodeFileHead, encodeFrame } from '../../../src/storage/journal/frame.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { all, foreignName, isReply, keyOf, openBare, reply, scratch, writeOneByOne } from './support.ts';

const names = (entries: readonly JournalEntry[]): (string | undefined)[] =>
  entries.map((entry) => entry.headers['x-name']);

/** The cases side by side, some at a time: most of their time is the disk's. */
async function each(count: number, check: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await check(next - 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

/** Seeded numbers in 0 .. below-1. */
function numbers(seed: number): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash('sha256').update(`${seed}/${count}`).digest().readUIntBE(0, 6) % below;
  };
}

test('a file cut at any byte of its last frame gives all before it, and the torn rest is cut and kept', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b'), reply('c', 5)]);
  const bytes = await readFile(join(folder, name));
  const { start, end } = frames[2]!;
  assert.equal(end, bytes.length);
  await each(end - start + 1, async (at) => {
    const length = start + at;
    const place = join(folder, String(length));
    await mkdir(place);
    await writeFile(join(place, name), bytes.subarray(0, length));
    const journal = await openBare(place);
    const whole = length === end;
    const entries = await all(journal);
    assert.deepEqual(names(entries), whole ? ['a', 'b', 'c'] : ['a', 'b']);
    assert.ok(entries.every(isReply));
    assert.equal(journal.has(keyOf('c')), whole);
    const nothing = whole || length === start;
    const torn = { file: name, offset: start, bytes: length - start, cut: true };
    assert.deepEqual(journal.report, {
      files: 1,
      frames: entries.length,
      torn: nothing ? [] : [torn],
      quarantined: [],
    });
    await journal.close();
    assert.equal((await stat(join(place, name))).size, whole ? end : start);
    if (!nothing) {
      const kept = join(place, 'quarantine', `${name}.${start}-${length - start}.bin`);
      assert.ok((await readFile(kept)).equals(bytes.subarray(start, length)));
    }
    if (length % 16 !== 0) return;
    const again = await openBare(place);
    assert.deepEqual(again.report.torn, []);
    await again.close();
  });
});

test('whichever bit flips, no wrong record is accepted and every other frame is read', async (t) => {
  const folder = await scratch(t);
  const written = Array.from({ length: 12 }, (_, at) => reply(at, 20 + at * 30));
  const { name, frames } = await writeOneByOne(folder, written);
  const bytes = await readFile(join(folder, name));
  const below = numbers(3);
  const bits = Array.from({ length: 200 }, () => below(bytes.length * 8));
  await each(bits.length, async (flip) => {
    const bit = bits[flip]!;
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const place = join(folder, `flip-${flip}`);
    await mkdir(place);
    await writeFile(join(place, name), damaged);
    const journal = await openBare(place);
    const entries = await all(journal);
    const hit = frames.findIndex(({ start, end }) => bit >> 3 >= start && bit >> 3 < end);
    const expected = written.filter((_, at) => at !== hit);
    assert.deepEqual(names(entries), names(expected), `bit ${bit}`);
    assert.ok(entries.every(isReply), `bit ${bit}`);
    const { torn, quarantined } = journal.report;
    const { start, end } = hit === -1 ? { start: 0, end: 24 } : frames[hit]!;
    const stretch = { file: name, offset: start, bytes: end - start };
    assert.deepEqual(torn, hit === 11 ? [{ ...stretch, cut: true }] : [], `bit ${bit}`);
    assert.deepEqual(quarantined, hit === 11 ? [] : [stretch], `bit ${bit}`);
    await journal.close();
    const kept = join(place, 'quarantine', `${name}.${start}-${end - start}.bin`);
    assert.ok((await readFile(kept)).equals(damaged.subarray(start, end)));
    assert.equal((await stat(join(place, name))).size, hit === 11 ? start : bytes.length);
  });
});

test('frames behind bytes that are missing, doubled, zeroed or foreign are found again', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(
    folder,
    ['a', 'b', 'c', 'd', 'e'].map((one) => reply(one, 300)),
  );
  const bytes = await readFile(join(folder, name));
  const { start, end } = frames[2]!;
  const cut = (from: number, to: number): Buffer => bytes.subarray(from, to);
  const middles = {
    'half of it missing': cut(start, start + 100),
    'more than it was': Buffer.concat([cut(start, end - 10), cut(start + 5, end)]),
    'zeros across an edge of the window': Buffer.alloc((1 << 20) + 77),
    'a length as long as can be': Buffer.concat([
      cut(start, start + 8),
      Buffer.alloc(4, 0xff),
      cut(start + 12, end),
    ]),
    'only markers': Buffer.concat(Array.from({ length: 50 }, () => cut(start, start + 8))),
  };
  for (const [what, middle] of Object.entries(middles)) {
    const place = join(folder, what);
    await mkdir(place);
    await writeFile(join(place, name), Buffer.concat([cut(0, start), middle, cut(end, bytes.length)]));
    for (const _ of ['first', 'again']) {
      const journal = await openBare(place);
      assert.deepEqual(names(await all(journal)), ['a', 'b', 'd', 'e'], what);
      const stretch = { file: name, offset: start, bytes: middle.length };
      assert.deepEqual(journal.report.quarantined, [stretch], what);
      assert.deepEqual(journal.report.torn, []);
      await journal.close();
    }
    assert.deepEqual(await readdir(join(place, 'quarantine')), [`${name}.${start}-${middle.length}.bin`]);
  }
});

test('a tail of zeros, as a power cut leaves it, is cut and not kept', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const bytes = await readFile(join(folder, name));
  await writeFile(join(folder, name), Buffer.concat([bytes, Buffer.alloc(3_000_000)]));
  const zeros = foreignName();
  await writeFile(join(folder, zeros), Buffer.alloc(5000));
  const journal = await openBare(folder);
  assert.deepEqual(names(await all(journal)), ['a', 'b']);
  assert.deepEqual(journal.report.torn, [
    { file: zeros, offset: 0, bytes: 5000, cut: true },
    { file: name, offset: frames[1]!.end, bytes: 3_000_000, cut: true },
  ]);
  await journal.close();
  assert.equal((await stat(join(folder, name))).size, bytes.length);
  assert.deepEqual((await readdir(folder)).sort(), [zeros, name].sort());
});

test('a whole journal inside a reply does not pass for frames, even when its own frame is damaged', async (t) => {
  const folder = await scratch(t);
  const inner = join(folder, 'inner');
  const { name } = await writeOneByOne(inner, [reply('hidden'), reply('hidden too')]);
  const outer = join(folder, 'outer');
  const body = await readFile(join(inner, name));
  const written = await writeOneByOne(outer, [reply('a'), { ...reply('b'), body }, reply('c')]);
  const path = join(outer, written.name);
  const bytes = await readFile(path);
  assert.ok(bytes.includes(body.subarray(24, 80)), 'stored as it is, since it does not compress');
  bytes[written.frames[1]!.start + 50]! ^= 1;
  await writeFile(path, bytes);
  const journal = await openBare(outer);
  assert.deepEqual(names(await all(journal)), ['a', 'c']);
  await journal.close();
});

test('a file that somebody renamed is read, and one that is no journal is left as it is', async (t) => {
  const folder = await scratch(t);
  const { name } = await writeOneByOne(folder, [reply('a')]);
  const bytes = await readFile(join(folder, name));
  const place = join(folder, 'moved');
  await mkdir(place);
  await writeFile(join(place, 'backup.lbj'), bytes);
  await writeFile(join(place, 'notes.lbj'), 'buy milk');
  const journal = await openBare(place);
  assert.deepEqual(names(await all(journal)), ['a']);
  assert.deepEqual(journal.report.torn, []);
  assert.deepEqual(journal.report.quarantined, [{ file: 'notes.lbj', offset: 0, bytes: 8 }]);
  await journal.close();
  assert.equal(await readFile(join(place, 'notes.lbj'), 'utf8'), 'buy milk');
});

test('a file of a later format is refused rather than paid for again', async (t) => {
  const folder = await scratch(t);
  const { name } = await writeOneByOne(folder, [reply('a')]);
  const bytes = await readFile(join(folder, name));
  const { crc32 } = await import('node:zlib');
  bytes.writeUInt32LE(2, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 20)), 20);
  await writeFile(join(folder, name), bytes);
  await assert.rejects(openBare(folder), {
    code: 'LB_INPUT_READ',
    message: /lbj has journal format 2, this version reads 1; use the version that wrote it$/,
  });
});

test('a frame that goes bad after the journal was opened is kept, and its key counts as not paid', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const journal = await openBare(folder);
  const bytes = await readFile(join(folder, name));
  bytes[frames[0]!.end - 1]! ^= 0x80;
  await writeFile(join(folder, name), bytes);
  assert.deepEqual(await journal.entries(keyOf('a')), []);
  assert.deepEqual(await journal.entries(keyOf('a')), []);
  assert.equal(journal.has(keyOf('a')), false);
  assert.deepEqual([...journal.keys()], [keyOf('b')]);
  const { start, end } = frames[0]!;
  assert.deepEqual(journal.report.quarantined, [{ file: name, offset: start, bytes: end - start }]);
  assert.equal(journal.report.frames, 1);
  await journal.close();
});

test('a tail whose copy an earlier process has kept already is cut', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const { start, end } = frames[1]!;
  const bytes = await readFile(join(folder, name));
  await writeFile(join(folder, name), bytes.subarray(0, end - 1));
  await mkdir(join(folder, 'quarantine'));
  const kept = join(folder, 'quarantine', `${name}.${start}-${end - 1 - start}.bin`);
  await writeFile(kept, bytes.subarray(start, end - 1));
  const journal = await openBare(folder);
  assert.deepEqual(journal.report.torn, [{ file: name, offset: start, bytes: end - 1 - start, cut: true }]);
  await journal.close();
  assert.equal((await stat(join(folder, name))).size, start);
});

test('a tail that cannot be kept, or whose file has changed since it was read, is not cut', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const { start, end } = frames[1]!;
  const path = join(folder, name);
  await writeFile(path, (await readFile(path)).subarray(0, end - 1));
  const tail = { file: name, offset: start, bytes: end - 1 - start };
  await writeFile(join(folder, 'quarantine'), 'in the way');
  const journal = await openBare(folder);
  assert.deepEqual(journal.report.torn, [{ ...tail, cut: false }]);
  await journal.close();
  await rm(join(folder, 'quarantine'));
  assert.deepEqual(await cutTail(folder, tail, end), { ...tail, cut: false });
  assert.equal((await stat(path)).size, end - 1);
  assert.deepEqual(await cutTail(folder, tail, end - 1), { ...tail, cut: true });
  assert.equal((await stat(path)).size, start);
  // Each damaged stretch is a file there, whether or not it is the first.
  assert.equal(await keepDamaged(folder, { file: name, offset: 30, bytes: 10 }), true);
  const kept = await readdir(join(folder, 'quarantine'));
  assert.deepEqual(kept.sort(), [`${name}.${start}-${tail.bytes}.bin`, `${name}.30-10.bin`].sort());
});

test('a stretch that another process has cut off meanwhile is neither kept nor cut', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a')]);
  const { end } = frames[0]!;
  const path = join(folder, name);
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(100)]));
  const tail = { file: name, offset: end, bytes: 150 };
  assert.deepEqual(await cutTail(folder, tail, end + 150), { ...tail, cut: false });
  assert.equal(await keepDamaged(folder, tail), false);
  assert.equal((await stat(path)).size, end + 100);
  assert.deepEqual(await readdir(join(folder, 'quarantine')), [], 'no part of it either');
});

test('a reply whose file was cut before it is not found any more, and there is nothing to keep of it', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(folder, [reply('a'), reply('b')]);
  const journal = await openBare(folder);
  await writeFile(join(folder, name), (await readFile(join(folder, name))).subarray(0, frames[1]!.start));
  assert.deepEqual(await journal.entries(keyOf('b')), []);
  assert.equal(journal.has(keyOf('b')), false);
  assert.deepEqual(journal.report.quarantined, []);
  assert.deepEqual(names(await all(journal)), ['a']);
  await journal.close();
});

test('a journal that was closed has no file open, whatever it found', async (t) => {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(
    folder,
    ['a', 'b', 'c'].map((one) => reply(one)),
  );
  const path = join(folder, name);
  const bytes = await readFile(path);
  bytes[frames[1]!.start + 60]! ^= 1;
  await writeFile(path, Buffer.concat([bytes, Buffer.alloc(99), Buffer.from('torn')]));
  await writeFile(join(folder, foreignName()), Buffer.alloc(5_000));
  await writeFile(join(folder, 'notes.lbj'), 'buy milk');
  const journal = await openBare(folder);
  await journal.append(reply('d'));
  for (const one of ['a', 'b', 'c', 'd']) await journal.entries(keyOf(one));
  for await (const _ of journal.scan()) break;
  assert.equal((await all(journal)).length, 3);
  await journal.close();
  assert.deepEqual(openFilesIn(folder), []);
});

test('a file that somebody removes while the folder is read is no error, and its place is not kept', async (t) => {
  const folder = await scratch(t);
  await writeOneByOne(folder, [reply('a')]);
  // Listed, and gone when it is opened.
  await symlink(join(folder, 'gone'), join(folder, foreignName()));
  const journal = await openBare(folder);
  assert.deepEqual(names(await all(journal)), ['a']);
  assert.deepEqual([journal.report.torn, journal.report.quarantined], [[], []]);
  await journal.refresh();
  await journal.close();
});

test('a whole frame that holds no entry is quarantined when it is read, and its key has to be paid for', async (t) => {
  const folder = await scratch(t);
  const marker = Buffer.alloc(8, 3);
  const key = Buffer.from(keyOf('a'), 'hex');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(1000);
  const payloads = [Buffer.from('no entry'), Buffer.alloc(0), Buffer.concat([length, Buffer.from('{}')])];
  const file = foreignName(marker);
  const frames = payloads.map((payload) => encodeFrame(marker, key, payload));
  await writeFile(join(folder, file), Buffer.concat([encodeFileHead(marker), ...frames]));
  const journal = await openBare(folder);
  assert.equal(journal.has(keyOf('a')), true);
  assert.deepEqual(await journal.entries(keyOf('a')), []);
  assert.equal(journal.has(keyOf('a')), false);
  assert.equal(journal.report.quarantined.length, payloads.length);
  assert.equal((await readdir(join(folder, 'quarantine'))).length, payloads.length);
  await journal.close();
});
