// A journal against a model: several processes append, look, are killed and cut off, in whatever order. What was
// acknowledged is there, in order, once, for whoever looks; what is broken is cut or kept and named, and nothing else is touched.
import assert from 'node:assert/strict';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Journal } from '../../../src/storage/journal/journal.ts';
import { all, isReply, journalFiles, keyOf, openBare, reply, scratch } from './support.ts';

const keys = ['a', 'b', 'c'] as const;
type Key = (typeof keys)[number];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      by: fc.nat(),
      replies: fc.array(fc.record({ key: fc.constantFrom(...keys), bytes: fc.nat(700) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const), by: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), by: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      by: fc.nat(),
      // What it was writing: nothing, the beginning of a frame, what a power cut leaves.
      tail: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 100 }).map((bytes) => -bytes),
        fc.integer({ min: 1, max: 3_000 }),
      ),
    }),
  },
);

interface Acknowledged {
  readonly key: Key;
  readonly attempt: number;
}

interface Process {
  readonly journal: Journal;
  /** What it knows of: what was there when it looked last, and its own. */
  known: Set<Acknowledged>;
  /** The name of its lock, from its first reply on. */
  lock: string | null;
}

async function namesOf(folder: string, ending: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith(ending));
}

/** The owner of a lock is gone: a process of this id that began at another time. */
async function declareDead(path: string): Promise<void> {
  const owner = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...owner, started: '1' }));
}

test('what was acknowledged is there for all who look, whoever is killed or cut off', async (t) => {
  const folder = await scratch(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      runs += 1;
      const place = join(folder, String(runs));
      const acknowledged: Acknowledged[] = [];
      const torn = new Map<string, number>();
      const processes: Process[] = [];
      let living: Process[] = [];
      let attempt = 0;
      const open = async (): Promise<Process> => {
        const journal = await openBare(place, { rotateBytes: 1_500, reservedBytes: 10 });
        const one = { journal, known: new Set(acknowledged), lock: null };
        processes.push(one);
        living.push(one);
        return one;
      };
      const check = async ({ journal, known }: Process): Promise<void> => {
        assert.equal(journal.report.frames, known.size);
        assert.deepEqual(journal.report.quarantined, []);
        const expected = new Set([...known].map(({ key }) => keyOf(key)));
        assert.deepEqual(new Set(journal.keys()), expected);
        for (const key of keys) {
          assert.equal(journal.has(keyOf(key)), expected.has(keyOf(key)));
          const entries = await journal.entries(keyOf(key));
          assert.ok(entries.every(isReply));
          assert.deepEqual(
            entries.map((entry) => entry.attempt),
            [...known]
              .filter((one) => one.key === key)
              .map((one) => one.attempt)
              .sort((a, b) => a - b),
          );
        }
      };
      await open();
      for (const one of steps) {
        if (one.do === 'open' || living.length === 0) {
          await check(await open());
          continue;
        }
        const process = living[one.by % living.length]!;
        const { journal } = process;
        if (one.do === 'append') {
          const made = one.replies.map(({ key, bytes }) => {
            attempt += 1;
            return { key, bytes, attempt };
          });
          const before = journal.counters.appends;
          const locks = await namesOf(place, '.lock');
          await Promise.all(made.map(({ key, bytes, attempt: at }) => journal.append(reply(key, bytes, at))));
          assert.equal(journal.counters.appends, before + made.length);
          process.lock ??= (await namesOf(place, '.lock')).find((name) => !locks.includes(name))!;
          for (const { key, attempt: at } of made) {
            const entry = { key, attempt: at };
            acknowledged.push(entry);
            process.known.add(entry);
          }
        } else if (one.do === 'refresh') {
          await journal.refresh();
          process.known = new Set(acknowledged);
        } else if (one.do === 'close') {
          await journal.close();
          living = living.filter((other) => other !== process);
        } else {
          living = living.filter((other) => other !== process);
          if (process.lock === null) continue;
          const stem = process.lock.slice(0, -'.lock'.length);
          const file = (await journalFiles(place))
            .filter((name) => name.startsWith(stem))
            .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
            .at(-1)!;
          const whole = await readFile(join(place, file));
          if (one.tail < 0) {
            // Its last frame began with the marker, which is in the head of the file.
            const frame = Buffer.concat([whole.subarray(12, 20), Buffer.alloc(100, 0x7f)]);
            await writeFile(join(place, file), Buffer.concat([whole, frame.subarray(0, -one.tail)]));
          } else await truncate(join(place, file), whole.length + one.tail);
          if (one.tail !== 0) torn.set(file, whole.length);
          await declareDead(join(place, process.lock));
        }
        await check(process);
      }
      const { journal } = await open();
      const last = processes.at(-1)!;
      await check(last);
      const scanned = await all(journal);
      assert.equal(journal.report.files, (await namesOf(place, '.lbj')).length);
      for (const one of living) {
        await one.journal.refresh();
        assert.deepEqual(await all(one.journal), scanned, 'in an order that every reader finds');
        assert.equal(one.journal.report.files, journal.report.files);
      }
      assert.ok(scanned.every(isReply));
      assert.deepEqual(
        scanned.map((entry) => entry.attempt).sort((a, b) => a - b),
        acknowledged.map((entry) => entry.attempt),
      );
      for (const [file, size] of torn) {
        assert.equal((await stat(join(place, file))).size, size, 'the tail of a dead writer is cut');
      }
      await Promise.all(living.map((one) => one.journal.close()));
      const again = await openBare(place);
      assert.deepEqual(again.report.torn, [], 'once');
      assert.equal(again.report.frames, acknowledged.length);
      await again.close();
      for (const ending of ['.lock', '.ballast']) assert.deepEqual(await namesOf(place, ending), []);
      await Promise.all(processes.map((one) => one.journal.close()));
    }),
    { numRuns: 30 },
  );
});
