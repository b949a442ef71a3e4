// A journal finds every whole frame behind damage, wherever it begins. Each case is a file; all files of a test are in
// one folder, because opening a journal takes longer than reading a file.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { all, isReply, keyOf, openBare, reply, scratch, writeOneByOne } from './support.ts';

interface Sample {
  readonly folder: string;
  readonly head: Buffer;
  /** Whole frames of the same file. */
  readonly first: Buffer;
  readonly second: Buffer;
}

async function sample(t: TestContext): Promise<Sample> {
  const folder = await scratch(t);
  const { name, frames } = await writeOneByOne(join(folder, 'whole'), [reply('a'), reply('b')]);
  const bytes = await readFile(join(folder, 'whole', name));
  const [first, second] = frames.map(({ start, end }) => bytes.subarray(start, end));
  return { folder, head: bytes.subarray(0, 24), first: first!, second: second! };
}

/** Writes a file for each stretch of foreign bytes, with a whole frame behind it, and opens them as one journal. */
async function foundBehind(
  { folder, head, second }: Sample,
  stretches: readonly Buffer[],
): Promise<{ readonly frames: number; readonly quarantined: readonly number[] }> {
  const place = join(folder, 'damaged');
  await mkdir(place);
  for (const [at, stretch] of stretches.entries()) {
    const name = `case-${String(at).padStart(3, '0')}.lbj`;
    await writeFile(join(place, name), Buffer.concat([head, stretch, second]));
  }
  const journal = await openBare(place);
  const entries = await all(journal);
  assert.ok(entries.every(isReply));
  assert.deepEqual(journal.report.torn, []);
  const quarantined = [...journal.report.quarantined].sort((a, b) => (a.file < b.file ? -1 : 1));
  assert.ok(quarantined.every(({ offset }) => offset === head.length));
  await journal.close();
  return { frames: entries.length, quarantined: quarantined.map(({ bytes }) => bytes) };
}

test('a whole frame is found at every place around the edge of what is read at once', async (t) => {
  const made = await sample(t);
  const window = 1 << 20;
  // The frame begins from 7 bytes before the first edge to 7 behind the edge of a window that begins after the head.
  const stretches = Array.from({ length: 24 + 15 }, (_, at) => Buffer.alloc(window - 7 + at - 24));
  const found = await foundBehind(made, stretches);
  assert.deepEqual(found, {
    frames: stretches.length,
    quarantined: stretches.map(({ length }) => length),
  });
});

test('a whole frame is found behind any number of foreign bytes, even a few', async (t) => {
  const made = await sample(t);
  const stretches = Array.from({ length: 60 }, (_, at) => Buffer.alloc(at + 1, 0x5a));
  const found = await foundBehind(made, stretches);
  assert.deepEqual(found, { frames: 60, quarantined: stretches.map(({ length }) => length) });
});

/** The next frame happens to begin with the bytes that were cut off (1 in 256 for the last byte): nothing is missing. */
function isMadeWhole(cut: Buffer, { first, second }: Sample): boolean {
  return Buffer.concat([cut, second]).subarray(0, first.length).equals(first);
}

test('a frame that was cut off, at whatever byte, does not hide the frame behind it', async (t) => {
  const made = await sample(t);
  const stretches = Array.from({ length: made.first.length - 1 }, (_, at) =>
    made.first.subarray(0, at + 1),
  ).filter((cut) => !isMadeWhole(cut, made));
  const found = await foundBehind(made, stretches);
  assert.deepEqual(found, {
    frames: stretches.length,
    quarantined: stretches.map(({ length }) => length),
  });
});

test('a reply that changes on the disk after the journal was opened is never returned, whichever byte changed', async (t) => {
  const { folder, head, second } = await sample(t);
  const place = join(folder, 'changed');
  await mkdir(place);
  const whole = Buffer.concat([head, second]);
  const spots = Array.from({ length: Math.floor(second.length / 3) }, (_, at) => head.length + 3 * at);
  const pathOf = (spot: number): string => join(place, `byte-${spot}.lbj`);
  for (const spot of spots) await writeFile(pathOf(spot), whole);
  const journal = await openBare(place);
  assert.equal(journal.report.frames, spots.length);
  assert.equal((await journal.entries(keyOf('b'))).length, 1, 'copies of one reply are one');
  for (const spot of spots) {
    const changed = Buffer.from(whole);
    changed[spot]! ^= 1 << (spot % 8);
    await writeFile(pathOf(spot), changed);
  }
  assert.deepEqual(await journal.entries(keyOf('b')), []);
  assert.equal(journal.has(keyOf('b')), false, 'the call may be made again');
  assert.equal(journal.report.quarantined.length, spots.length);
  await journal.close();
});
