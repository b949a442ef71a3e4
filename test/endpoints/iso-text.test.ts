// Moments in ISO 8601, written out for every call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoText } from '../../src/endpoints/iso-text.ts';

test('a moment is written as toISOString writes it, whichever came before', () => {
  const near = Date.parse('2026-02-28T23:59:00.000Z');
  const moments = fc.array(
    fc.oneof(fc.date({ noInvalidDate: true }), fc.integer({ min: near, max: near + 180_000 })),
  );
  fc.assert(
    fc.property(moments, (all) => {
      for (const one of all.map((moment) => new Date(moment))) assert.equal(isoText(one), one.toISOString());
    }),
  );
  assert.throws(() => isoText(new Date(Number.NaN)), RangeError);
});
