// Frames that wait for a commit are written meanwhile: whoever is killed leaves them behind.
import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { test } from 'node:test';
import { all, isReply, keyOf, openBare, reply, scratch } from './support.ts';

/** Holds back every fdatasync until it is told to go on. */
async function heldDisk(folder: string) {
  const file = await open(folder, 'r');
  await file.close();
  const handles = Object.getPrototypeOf(file) as FileHandle;
  const { datasync } = handles;
  let release: () => void = () => {};
  let reached: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let calls = 0;
  handles.datasync = async function held(this: FileHandle) {
    calls += 1;
    reached();
    await released;
    return datasync.call(this);
  };
  return {
    waiting,
    release,
    calls: () => calls,
    restore: () => {
      handles.datasync = datasync;
    },
  };
}

test('what waits for the disk is there for the next process, and is made durable by one further commit', async (t) => {
  const folder = await scratch(t);
  const disk = await heldDisk(folder);
  t.after(disk.restore);
  const journal = await openBare(folder);
  let acknowledged = 0;
  const append = (name: string, bytes?: number): Promise<void> =>
    journal.append(reply(name, bytes)).then(() => {
      acknowledged += 1;
    });
  const first = append('first');
  await disk.waiting;
  const rest = ['second', 'third'].map((name) => append(name, 20_000));
  let found = new Set<string>();
  // Packing takes its time.
  for (let looks = 0; looks < 2_000 && found.size < 3; looks += 1) {
    const reader = await openBare(folder);
    found = new Set(reader.keys());
    await reader.close();
  }
  assert.deepEqual(found, new Set(['first', 'second', 'third'].map(keyOf)));
  assert.deepEqual([acknowledged, disk.calls()], [0, 1], 'nothing counts as kept before it is durable');
  disk.release();
  await Promise.all([first, ...rest]);
  assert.equal(journal.counters.commits, 2);
  await append('fourth');
  await journal.close();
  const reader = await openBare(folder);
  const entries = await all(reader);
  const [second, third] = entries.slice(1, 3).map(({ key }) => key);
  // Those two are packed at the same time, and either may be ready first.
  assert.deepEqual(new Set([second, third]), new Set(['second', 'third'].map(keyOf)));
  assert.deepEqual(
    entries.map(({ key }) => key),
    [keyOf('first'), second, third, keyOf('fourth')],
  );
  assert.ok(entries.every(isReply));
  assert.deepEqual([reader.report.torn, reader.report.quarantined], [[], []]);
  await reader.close();
});

test('a file that is full is not written ahead of, and what is too large ends it until the next commit', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder, { rotateBytes: 40_000 });
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const append = (at: number): Promise<void> =>
    journal.append(reply(names[at]!, at % 7 === 3 ? 400_000 : 3_000 + at));
  const waves = [0, 20, 40].map((first) => names.slice(first, first + 20).map((_, at) => first + at));
  for (const wave of waves) await Promise.all(wave.map(append));
  await journal.close();
  const reader = await openBare(folder);
  const entries = await all(reader);
  assert.deepEqual(new Set(entries.map(({ key }) => key)), new Set(names.map(keyOf)));
  assert.equal(entries.length, names.length);
  assert.ok(entries.every(isReply));
  assert.ok(reader.report.files > 1);
  assert.deepEqual([reader.report.torn, reader.report.quarantined], [[], []]);
  await reader.close();
});
