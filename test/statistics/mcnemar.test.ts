import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';

/** The same p-value in whole numbers: 2 sum C(n, i) / 2^n. */
function exact(b: number, c: number): number {
  const n = b + c;
  let choose = 1n;
  let tail = 0n;
  for (let i = 0; i <= Math.min(b, c); i += 1) {
    tail += choose;
    choose = (choose * BigInt(n - i)) / BigInt(i + 1);
  }
  const scale = 10n ** 40n;
  return Math.min(1, Number((2n * tail * scale) / 2n ** BigInt(n)) / Number(scale));
}

test('agrees with the sum of binomial coefficients in whole numbers', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), (b, c) => {
      assert.ok(Math.abs(mcnemarExact(b, c) - exact(b, c)) < 1e-12);
      assert.equal(mcnemarExact(b, c), mcnemarExact(c, b));
    }),
  );
});

test('stays a probability where 2^-n underflows', () => {
  assert.ok(Math.abs(mcnemarExact(50_000, 50_000) - 1) < 1e-9);
  const p = mcnemarExact(50_000, 50_500);
  assert.ok(p > 0.114 && p < 0.117, `${p}`);
  assert.equal(mcnemarExact(0, 100_000), 0);
});
