import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { thisProcess } from '../../src/storage/process-identity.ts';
import { openSpillFile } from '../../src/storage/spill-file.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { processorMs } from '../support/processor-time.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('what was put comes back, in any order and at any time, across what is gathered and what is written', () => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.jsonValue() },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 300_000, max: 1_300_000 }).map((size) => 'é'.repeat(size / 2)),
    },
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (values, picks) => {
      const side = openSpillFile();
      const places = values.map((one, at) => {
        const place = side.put(one);
        // In between as well.
        if (at % 3 === 0) assert.deepEqual(side.get(place), JSON.parse(JSON.stringify(one)));
        return place;
      });
      for (const pick of values.length === 0 ? [] : picks.take(20)) {
        const at = pick % values.length;
        assert.deepEqual(side.get(places[at]!), JSON.parse(JSON.stringify(values[at])));
      }
      side.close();
    }),
    { numRuns: 40 },
  );
});

test('to read a value that is still in memory costs what the value does, not what is gathered', () => {
  const values = Array.from({ length: 8_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
  const bare = processorMs(() => {
    for (const one of values) assert.equal(JSON.parse(JSON.stringify(one)).at, one.at);
  }, 0);
  // Some three times as much; with a copy of what is gathered for each value it was a hundred times.
  const spent = processorMs(() => {
    const side = openSpillFile();
    for (const one of values) assert.equal((side.get(side.put(one)) as typeof one).at, one.at);
    side.close();
  }, 20 * bare);
  assert.ok(spent < 20 * bare, `${spent} ms, ${bare} ms without the file`);
});

test('nothing of it can be found in the temporary folder', async (t) => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = await temporaryFolder(t);
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const side = openSpillFile();
  side.put('x'.repeat(2 << 20));
  assert.deepEqual(readdirSync(process.env.TMPDIR), []);
  side.close();
});

test('bytes come back by place, from any offset and as a whole, from memory and from the disk', async (t) => {
  const folder = await temporaryFolder(t);
  for (const sizes of [[], [5], [5, 1 << 20], [3 << 20, 7], [600_000, 600_000, 9, 2 << 20, 1]]) {
    const spill = openSpillFile(folder);
    const values = sizes.map((size, at) => Buffer.alloc(size, at + 1));
    const places = [];
    for (const value of values) places.push(await spill.append(value));
    const all = Buffer.concat(values);
    assert.equal(spill.size, all.length);
    for (const [at, place] of places.entries()) assert.ok(values[at]!.equals(await spill.read(place)));
    for (const offset of [0, 3, Math.max(0, all.length - 4), all.length]) {
      const found = Buffer.alloc(100);
      const bytes = await spill.readInto(found, offset);
      assert.deepEqual(found.subarray(0, bytes), all.subarray(offset, offset + 100));
    }
    const read: Buffer[] = [];
    for await (const chunk of spill.chunks()) read.push(chunk);
    assert.ok(Buffer.concat(read).equals(all));
    spill.close();
  }
});

test('a full disk is told as such, for values and for bytes, and leaves no file', (t) =>
  onSmallDisk(t, '1m', async (disk) => {
    const spill = openSpillFile(disk);
    const append = async (): Promise<void> => {
      for (;;) await spill.append(Buffer.alloc(300_000));
    };
    await assert.rejects(append(), { code: 'LB_DISK_FULL' });
    spill.close();
    const values = openSpillFile(disk);
    assert.throws(
      () => {
        for (;;) values.put('x'.repeat(300_000));
      },
      { code: 'LB_DISK_FULL' },
    );
    values.close();
    assert.deepEqual(readdirSync(disk), []);
  }));

test('nothing is left of a process that is killed', async (t) => {
  const folder = await temporaryFolder(t);
  const script = await compiledScript(new URL('./spill-forever.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.deepEqual(readdirSync(folder), []);
});

test('a file that kept its name is removed on the next start, once its owner is gone', async (t) => {
  const folder = await temporaryFolder(t);
  const leave = (name: string, owner: object): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(owner)}\nvalues`);
  const self = thisProcess();
  leave('.latebench-spill.tmp-01', { ...self, pid: 2 ** 22 + 1 });
  leave('.latebench-spill.tmp-02', self);
  leave('.latebench-spill.tmp-03', { ...self, boot: 'other', host: 'other' });
  leave('.other.tmp-04', { ...self, pid: 2 ** 22 + 1 });
  const spill = openSpillFile(folder);
  await spill.append(Buffer.alloc(2 << 20));
  spill.close();
  assert.deepEqual(readdirSync(folder).sort(), [
    '.latebench-spill.tmp-02',
    '.latebench-spill.tmp-03',
    '.other.tmp-04',
  ]);
});
