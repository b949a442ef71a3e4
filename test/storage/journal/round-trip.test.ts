import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JournalEntry } from '../../../src/storage/journal/entry.ts';
import {
  decodeFileHead,
  encodeFileHead,
  encodeFrame,
  framePayload,
} from '../../../src/storage/journal/frame.ts';
import { anyText } from '../../support/any-text.ts';
import { all, isReply, journalFiles, keyOf, openBare, reply, scratch } from './support.ts';

const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const anyEntry: fc.Arbitrary<JournalEntry> = fc.record({
  // Few keys, so that some have several entries.
  key: fc.oneof(
    fc.constantFrom(keyOf('a'), '0'.repeat(64), 'f'.repeat(64)),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  ),
  sample: fc.nat(),
  attempt: fc.nat(),
  status: fc.integer({ min: 100, max: 599 }),
  headers: fc.dictionary(fc.stringMatching(/^[a-z-]{1,12}$/), anyText(), {
    noNullPrototype: true,
  }),
  started_at: time,
  finished_at: time,
  endpoint: fc.string(),
  model: anyText(),
  body: fc.uint8Array({ maxLength: 2000 }),
});

const plain = (entry: JournalEntry): unknown => ({ ...entry, body: Buffer.from(entry.body).toString('hex') });

test('whatever is appended is read back the same, by the journal that wrote it and by the next', async (t) => {
  const folder = await scratch(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { maxLength: 12 }), async (entries) => {
      run += 1;
      const place = join(folder, String(run));
      const journal = await openBare(place);
      await Promise.all(entries.map((entry) => journal.append(entry)));
      const keys = [...new Set(entries.map((entry) => entry.key))];
      const check = async (): Promise<void> => {
        const reader = await openBare(place);
        assert.deepEqual(reader.report.torn, []);
        assert.deepEqual([...reader.keys()].sort(), [...keys].sort());
        for (const one of [journal, reader]) {
          assert.equal(one.report.frames, entries.length);
          for (const key of keys) {
            assert.ok(one.has(key));
            const expected = entries.filter((entry) => entry.key === key).map(plain);
            assert.deepEqual((await one.entries(key)).map(plain), expected);
          }
        }
        await reader.close();
      };
      await check();
      await journal.close();
      await check();
    }),
    { numRuns: 40 },
  );
});

test('replies of seven megabytes keep every byte', async (t) => {
  const folder = await scratch(t);
  const text = Buffer.from('{"token":" the","logprob":-0.0123}\n'.repeat(210_000));
  const bodies = [text.subarray(0, 7_058_310), randomBytes(7_058_310)];
  const journal = await openBare(folder);
  await Promise.all(bodies.map((body, at) => journal.append({ ...reply(at), body })));
  await journal.close();
  const reader = await openBare(folder);
  for (const [at, body] of bodies.entries()) {
    const [entry] = await reader.entries(keyOf(at));
    assert.ok(body.equals(entry!.body), `body ${at}`);
  }
  await reader.close();
});

test('a journal that is only read makes nothing, and one that was closed leaves only its file', async (t) => {
  const folder = join(await scratch(t), 'run', 'journal');
  const reader = await openBare(folder);
  assert.equal(reader.has(keyOf('a')), false);
  assert.deepEqual(await reader.entries(keyOf('a')), []);
  await reader.close();
  await assert.rejects(readdir(folder), { code: 'ENOENT' });

  const journal = await openBare(folder, { reservedBytes: 1000 });
  await journal.append(reply('a'));
  assert.equal((await readdir(folder)).length, 3, 'file, lock and ballast');
  await journal.close();
  await journal.close();
  const names = await readdir(folder);
  assert.equal(names.length, 1);
  assert.match(names[0]!, new RegExp(`^${process.pid}-\\d+-[0-9a-f]{16}\\.lbj$`));
  await assert.rejects(journal.append(reply('b')), {
    code: 'LB_INTERNAL',
    message: 'the journal has been closed',
  });
});

test('many replies that come at once share a few flushes, and none is acknowledged before its own', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  await Promise.all(Array.from({ length: 400 }, (_, at) => journal.append(reply(at))));
  const { appends, commits } = journal.counters;
  assert.equal(appends, 400);
  assert.ok(commits < 200, `${commits} flushes for ${appends} replies`);
  await journal.append(reply('alone'));
  assert.equal(journal.counters.commits, commits + 1);
  await journal.close();
});

test('an append waits while too many bytes are on their way to the disk', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder, { queueBytes: 3000 });
  let done = 0;
  const appends = Array.from({ length: 12 }, async (_, at) => {
    await journal.append(reply(at, at === 5 ? 5000 : 400));
    done += 1;
  });
  await Promise.race(appends);
  assert.ok(done <= 2, `${done} done when the first was`);
  await Promise.all(appends);
  assert.ok(journal.counters.commits >= 6, 'never more than two together');
  await journal.close();
});

test('a large file is followed by another, and all are read in the order they were written', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder, { rotateBytes: 2000 });
  for (let at = 0; at < 24; at += 1) await journal.append(reply(at, 500));
  await journal.close();
  assert.ok((await journalFiles(folder)).length >= 6);
  const reader = await openBare(folder);
  const names = (await all(reader)).map((entry) => entry.headers['x-name']);
  assert.deepEqual(
    names,
    Array.from({ length: 24 }, (_, at) => String(at)),
  );
  assert.equal(reader.report.files, (await journalFiles(folder)).length);
  await reader.close();
});

test('the entries of a key come oldest first, whichever journal wrote them and when the clock went back', async (t) => {
  const folder = await scratch(t);
  const [first, second] = [await openBare(folder), await openBare(folder)];
  for (const [at, journal] of [second, first, first, second, first].entries()) {
    if (at === 3) t.mock.timers.enable({ apis: ['Date'], now: new Date('2001-01-01') });
    await journal.append(reply('a', 60, at));
  }
  t.mock.timers.reset();
  await first.refresh();
  const attempts = (await first.entries(keyOf('a'))).map((entry) => entry.attempt);
  assert.deepEqual(attempts, [0, 1, 2, 3, 4]);
  await first.close();
  await second.close();
});

test('a key that is none, and a file that has gone, are told', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  await assert.rejects(
    journal.append({ ...reply('a'), key: 'ABC' }),
    /"ABC" is not 64 lower-case hex digits/,
  );
  for (const none of ['', `x${keyOf('a')}`, `${keyOf('a')}0`, keyOf('a').toUpperCase()]) {
    assert.throws(() => journal.has(none), /is not 64/);
  }
  await journal.append(reply('a'));
  await journal.close();
  const reader = await openBare(folder);
  for (const name of await journalFiles(folder)) await rm(join(folder, name));
  await assert.rejects(reader.entries(keyOf('a')), { code: 'LB_INPUT_READ', message: /it is missing/ });
  await reader.close();
});

test('replies made for these tests are told from any other', () => {
  assert.ok(isReply(reply('a', 100)));
  assert.ok(!isReply({ ...reply('a', 100), body: Buffer.alloc(100) }));
});

test('the bytes of a file are those that every version has written and reads', () => {
  const marker = Buffer.from('0102030405060708', 'hex');
  const head = '4c424a524e4c0d0a0100000001020304050607087eea9e2b';
  assert.equal(encodeFileHead(marker).toString('hex'), head);
  assert.deepEqual(decodeFileHead(Buffer.from(head, 'hex')), { version: 1, marker });
  const key = 'ab'.repeat(32);
  const payload = Buffer.from('payload');
  const frame = `010203040506070807000000940d97dc${key}${payload.toString('hex')}`;
  assert.equal(encodeFrame(marker, Buffer.from(key, 'hex'), payload).toString('hex'), frame);
  assert.ok(framePayload(Buffer.from(frame, 'hex'), marker)?.equals(payload));
});

test('a journal is closed when all that was appended is on the disk, in however many groups', async (t) => {
  const folder = await scratch(t);
  const journal = await openBare(folder);
  let kept = 0;
  const append = (name: string): Promise<void> =>
    journal.append(reply(name)).then(() => {
      kept += 1;
    });
  const first = append('first');
  // It is on its way: what follows comes to the next group.
  await new Promise((resolve) => setImmediate(resolve));
  const others = Array.from({ length: 20 }, (_, at) => append(`other ${at}`));
  await journal.close();
  assert.equal(kept, 21);
  await Promise.all([first, ...others]);
  const reader = await openBare(folder);
  t.after(() => reader.close());
  assert.equal((await all(reader)).length, 21);
});
