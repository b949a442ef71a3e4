import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wilson95 } from '../../src/statistics/wilson.ts';

test('the interval holds the share, stays within 0 and 1, and mirrors when hits become misses', () => {
  const hitsOf = fc.integer({ min: 1, max: 100_000 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n)));
  fc.assert(
    fc.property(hitsOf, ([hits, n]) => {
      const [low, high] = wilson95(hits, n)!;
      assert.ok(0 <= low && low <= hits / n && hits / n <= high && high <= 1);
      const [mirroredLow, mirroredHigh] = wilson95(n - hits, n)!;
      assert.ok(Math.abs(mirroredLow + high - 1) < 1e-12 && Math.abs(mirroredHigh + low - 1) < 1e-12);
    }),
  );
});
