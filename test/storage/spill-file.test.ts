import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSpillFile } from '../../src/storage/spill-file.ts';
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
