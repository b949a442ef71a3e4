// A disk that flushes late and sometimes fails: what was acknowledged is there, once, and what was not counts as not written.
import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { all, isReply, keyOf, openBare, reply, scratch } from './support.ts';

/** Of each flush or write of a file's head in turn, whether it fails; and how many turns it takes. */
const flushes = fc.array(
  fc.record({ fails: fc.constantFrom(null, null, null, 'EIO', 'ENOSPC'), turns: fc.nat(12) }),
  { maxLength: 12 },
);
const waves = fc.array(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 5,
});

test('replies are kept or refused, and never both, however a disk flushes and fails', async (t) => {
  const folder = await scratch(t);
  const file = await open(folder, 'r');
  await file.close();
  const handles = Object.getPrototypeOf(file) as FileHandle;
  const { datasync } = handles;
  let plan: { fails: string | null; turns: number }[] = [];
  t.mock.method(handles, 'datasync', async function (this: FileHandle) {
    const { fails, turns } = plan.shift() ?? { fails: null, turns: 0 };
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    if (fails !== null) throw Object.assign(new Error(fails), { code: fails });
    return datasync.call(this);
  });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(flushes, waves, fc.boolean(), async (given, sizes, reserved) => {
      runs += 1;
      plan = given.map((each) => ({ ...each }));
      const place = join(folder, String(runs));
      const journal = await openBare(place, { rotateBytes: 4_000, reservedBytes: reserved ? 10 : 0 });
      const kept = new Set<string>();
      const refused = new Set<string>();
      await Promise.all(
        sizes.map(async (wave, number) => {
          for (let turn = 0; turn < number * 3; turn += 1) await new Promise(setImmediate);
          await Promise.all(
            wave.map((bytes, at) => {
              const entry = reply(`${number}-${at}`, bytes);
              return journal.append(entry).then(
                () => kept.add(entry.key),
                (error: { code: string }) => {
                  assert.equal(error.code, 'LB_DISK_FULL');
                  refused.add(entry.key);
                },
              );
            }),
          );
        }),
      );
      assert.equal(
        journal.full,
        given.length - plan.length > 0 &&
          given.slice(0, given.length - plan.length).some(({ fails }) => fails !== null),
      );
      const check = async (one: typeof journal): Promise<void> => {
        for (const [number, wave] of sizes.entries()) {
          for (const at of wave.keys()) {
            const key = keyOf(`${number}-${at}`);
            const found = await one.entries(key);
            assert.ok(found.every(isReply));
            assert.ok(kept.has(key) ? found.length === 1 : refused.has(key) && found.length <= 1);
          }
        }
      };
      assert.equal(journal.report.frames, kept.size);
      assert.deepEqual(new Set(journal.keys()), kept);
      await check(journal);
      plan = [];
      await journal.append(reply('last'));
      await journal.close();
      const reader = await openBare(place);
      await check(reader);
      assert.ok((await all(reader)).every(isReply));
      assert.ok(reader.has(keyOf('last')));
      assert.deepEqual([reader.report.torn, reader.report.quarantined], [[], []]);
      await reader.close();
    }),
    { numRuns: 30 },
  );
});
