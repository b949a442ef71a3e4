// Files that are kept open, against a model: whatever reads overlap, fail and end, none reads a file that was closed, few
// are kept, and all are closed once.
import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { OpenFiles } from '../../../src/storage/journal/open-files.ts';

const read = fc.record({
  path: fc.nat(24).map(String),
  ends: fc.constantFrom('well', 'well', 'well', 'badly', 'unopened'),
});

test('no file is closed under a read, at most 16 are kept, and each is closed once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(read, { maxLength: 60, size: 'max' }),
      fc.boolean(),
      async (s, reads, early) => {
        const open = new Set<object>();
        let opened = 0;
        const failing = new Set<string>();
        const files = new OpenFiles(async (path) => {
          await s.schedule(Promise.resolve());
          if (failing.delete(path)) throw new Error('unopened');
          opened += 1;
          const handle = {
            async close() {
              assert.ok(open.delete(handle), 'closed once');
            },
          };
          open.add(handle);
          return handle as unknown as FileHandle;
        });
        const work = reads.map(async ({ path, ends }) => {
          await s.schedule(Promise.resolve());
          if (ends === 'unopened') failing.add(path);
          const done = files.with(path, async (handle) => {
            assert.ok(open.has(handle));
            await s.schedule(Promise.resolve());
            assert.ok(open.has(handle), 'not closed under a read');
            if (ends === 'badly') throw new Error('badly');
            return path;
          });
          const outcome = await done.catch((error: Error) => error.message);
          assert.ok([path, 'badly', 'unopened'].includes(outcome), outcome);
        });
        if (early) work.push(s.schedule(Promise.resolve()).then(() => files.close()));
        await s.waitFor(Promise.all(work));
        assert.ok(open.size <= (early ? 0 : 16), `${open.size} are kept`);
        const before = opened;
        const last = [...reads].reverse().find(({ ends }) => ends === 'well');
        const allWell = reads.every(({ ends }) => ends === 'well');
        if (!early && allWell && last !== undefined && new Set(reads.map(({ path }) => path)).size <= 16) {
          failing.clear();
          await s.waitFor(files.with(last.path, async () => {}));
          assert.equal(opened, before, 'the one that was used is still open');
        }
        await s.waitFor(files.close());
        assert.equal(open.size, 0);
      },
    ),
    { numRuns: 100 },
  );
});

test('after a read that failed the file is opened anew: it may be another one by now', async () => {
  let opened = 0;
  const files = new OpenFiles(async () => {
    opened += 1;
    if (opened === 1) throw new Error('unopened');
    return { nth: opened, close: async () => {} } as unknown as FileHandle;
  });
  const nth = () => files.with('a', async (handle) => (handle as unknown as { nth: number }).nth);
  await assert.rejects(nth(), /unopened/);
  assert.equal(await nth(), 2);
  await assert.rejects(
    files.with('a', async () => {
      throw new Error('badly');
    }),
    /badly/,
  );
  assert.deepEqual([await nth(), await nth()], [3, 3]);
  await files.close();
});
