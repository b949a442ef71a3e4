// When two critics are said to differ: on which side of 0 the replicates and the interval are, and by how much.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differs, standardErrors, twoSided } from '../../src/statistics/paired-test.ts';

test('p is twice the share of replicates on the other side of 0, which counts for both, and at least one of them', () => {
  assert.equal(twoSided(Float64Array.of(1, 2, 3, -1)), 0.5);
  assert.equal(twoSided(Float64Array.of(-1, -2, -3, 1)), 0.5);
  assert.equal(twoSided(Float64Array.of(1, 2, 3, 4)), 0.25);
  assert.equal(twoSided(Float64Array.of(0, 1, 2, 3)), 0.5);
  assert.equal(twoSided(Float64Array.of(0, 0, 0, 1)), 1);
});

test('differences that rounding alone makes are none', () => {
  const none = 0.2 + 0.6 - (0.1 + 0.7);
  assert.notEqual(none, 0);
  for (const sign of [1, -1]) {
    assert.equal(twoSided(Float64Array.of(sign * none, sign * none, 1, 2)), 1);
    assert.equal(differs([sign * none, 1], 0.01), false);
    assert.equal(differs([-1, sign * none], 0.01), false);
  }
  assert.equal(differs([1e-6, 1], 0.01), true);
  assert.equal(differs([-1, -1e-6], 0.01), true);
});

test('a difference needs an interval on one side of 0 and a p below 5 %, and both of them', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (low, width) => {
        fc.pre(Math.abs(low) > 1e-6 && Math.abs(low + width) > 1e-6);
        const apart = low > 0 || low + width < 0;
        assert.equal(differs([low, low + width], 0.0499), apart);
        assert.equal(differs([low, low + width], 0.05), false);
      },
    ),
  );
  assert.equal(differs(null, 0.01), null);
  assert.equal(differs([1, 2], null), null);
});

test('a power of 80 % takes 2.80 standard errors, and more with more tests to correct for', () => {
  assert.ok(Math.abs(standardErrors(0.8) - (1.959963984540054 + 0.8416212335729143)) < 1e-9);
  // 0.025 / 5 on each side: 2.5758.
  assert.ok(Math.abs(standardErrors(0.5, 5) - 2.5758293035489) < 1e-9);
});
