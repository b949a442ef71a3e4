// What waits for a disk is committed together, and is shown meanwhile to whoever may write it ahead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroupCommit } from '../../../src/storage/journal/group-commit.ts';

test('what waits is written in groups of 32 MiB at most, in order, and a frame beyond that alone', async () => {
  const mebibyte = 1 << 20;
  const sizes = [1, 20, 11, 1, 40, 16, 16, 32, 0].map((size) => size * mebibyte);
  const groups: number[][] = [];
  const commits = new GroupCommit(async (frames) => {
    groups.push(frames.map(({ length }) => length / mebibyte));
    return frames.map(({ length }) => length);
  });
  const places = await Promise.all(sizes.map((size) => commits.add(Buffer.allocUnsafeSlow(size))));
  assert.deepEqual(places, sizes);
  assert.deepEqual(groups, [[1, 20, 11], [1], [40], [16, 16], [32, 0]]);
});

test('of a group that found no room each frame has its own try; of another failure all are told', async () => {
  const settle = async (splits: boolean, sizes = [1, 2, 3, 4]) => {
    const tries: number[] = [];
    const commits = new GroupCommit<number>(
      async (frames) => {
        tries.push(frames.length);
        if (frames.length > 1 || frames[0]!.length === 3) throw new Error('no room');
        return [frames[0]!.length];
      },
      { splits: () => splits },
    );
    const outcomes = await Promise.allSettled(sizes.map((size) => commits.add(Buffer.alloc(size))));
    return [tries, outcomes.map(({ status }) => status === 'fulfilled')];
  };
  assert.deepEqual(await settle(true), [
    [4, 1, 1, 1, 1],
    [true, true, false, true],
  ]);
  assert.deepEqual(await settle(false), [[4], [false, false, false, false]]);
  assert.deepEqual(await settle(true, [3]), [[1], [false]], 'one alone has had its try');
});

/** A disk that takes each group when it is told to, and what it was shown and given, in order. */
function toldDisk() {
  const seen: string[] = [];
  const release: (() => void)[] = [];
  const names = (frames: readonly Buffer[]): string => frames.map(String).join('');
  const commits = new GroupCommit<string>(
    async (frames) => {
      seen.push(`commit ${names(frames)}`);
      await new Promise<void>((resolve) => release.push(resolve));
      return frames.map(String);
    },
    { ahead: (frames) => void seen.push(`ahead ${names(frames)}`), wait: nextTurn },
  );
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  };
  return { seen, add: (name: string) => commits.add(Buffer.from(name)), release, turns };
}

test('frames that wait long are shown once, those of four milliseconds together; those that are committed are not shown any more', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { seen, add, release, turns } = toldDisk();
  const later = async (): Promise<void> => {
    await turns();
    t.mock.timers.tick(2);
    await turns();
    t.mock.timers.tick(2);
  };
  const added = [add('a')];
  await turns();
  added.push(add('b'));
  await later();
  added.push(add('c'));
  await turns();
  added.push(add('d'));
  await turns();
  assert.deepEqual(seen, ['commit a', 'ahead b'], 'most commits have ended before');
  await later();
  assert.deepEqual(seen, ['commit a', 'ahead b', 'ahead cd']);
  // The next group is about to be taken when one more comes: it goes with it.
  release[0]!();
  for (let tick = 0; tick < 20; tick += 1) await null;
  added.push(add('e'));
  await later();
  assert.deepEqual(seen.slice(3), ['commit bcde']);
  added.push(add('f'));
  await later();
  assert.deepEqual(seen.slice(4), ['ahead f']);
  release[1]!();
  await turns();
  release[2]!();
  assert.deepEqual(await Promise.all(added), [...'abcdef']);
  assert.deepEqual(seen.slice(5), ['commit f']);
});

test('frames that come several at a time are committed two milliseconds apart, one at a time at once', async (t) => {
  const clock = { ms: 1_000 };
  t.mock.method(performance, 'now', () => clock.ms);
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waited.push(ms);
    clock.ms += ms;
  };
  const groups: number[] = [];
  const commits = new GroupCommit<number>(
    async (frames) => {
      groups.push(frames.length);
      clock.ms += groups.length === 3 ? 5 : 0.5;
      return frames.map(({ length }) => length);
    },
    { wait },
  );
  const frame = Buffer.alloc(1);
  /** So many at once, each followed by as many further ones as are given. */
  const chained = (lanes: number, turns: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let turn = 0; turn < turns; turn += 1) await commits.add(frame);
      }),
    );
  await chained(1, 4);
  assert.deepEqual([groups.splice(0), waited], [[1, 1, 1, 1], []]);
  await chained(3, 5);
  // The commit that took longer is followed at once.
  assert.deepEqual(
    [groups, waited],
    [
      [3, 3, 3, 3, 3],
      [1.5, 1.5, 1.5],
    ],
  );
});
