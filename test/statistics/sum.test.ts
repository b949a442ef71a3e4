import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToSum, emptySum, mergeSums, sumValue } from '../../src/statistics/sum.ts';

test('a million tenths are a hundred thousand, where plain addition drifts', () => {
  const total = emptySum();
  let plain = 0;
  for (let i = 0; i < 1_000_000; i += 1) {
    addToSum(total, 0.1);
    plain += 0.1;
  }
  assert.ok(Math.abs(plain / 100_000 - 1) > 1e-12);
  assert.equal(sumValue(total), 100_000);
});

test('partial sums add up to the whole', () => {
  const whole = emptySum();
  const parts = [emptySum(), emptySum()] as const;
  for (let i = 0; i < 10_000; i += 1) {
    const value = i % 2 === 0 ? 1e16 / (i + 1) : 1 / (i + 3);
    addToSum(whole, value);
    addToSum(parts[i % 2]!, value);
  }
  mergeSums(parts[0], parts[1]);
  assert.ok(Math.abs(sumValue(parts[0]) / sumValue(whole) - 1) < 1e-15);
});
