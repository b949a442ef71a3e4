// Keys of replies as bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOfKey, isKey } from '../../src/storage/key-bytes.ts';

const digits = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 });

test('a key has the bytes that its digits say, also where others were asked for in between', () => {
  fc.assert(
    fc.property(fc.array(digits, { minLength: 1, maxLength: 4 }), (all) => {
      const keys = all.map((one) => one.join(''));
      for (const key of [...keys, ...keys.toReversed(), keys[0]!]) {
        assert.equal(bytesOfKey(key).toString('hex'), key);
        assert.equal(isKey(key), true);
      }
    }),
  );
});

test('what is no key is refused, and named', () => {
  const key = 'a0'.repeat(32);
  bytesOfKey(key);
  for (const none of [
    '',
    'a0',
    `${key}0`,
    key.slice(1),
    key.toUpperCase(),
    `${key.slice(2)}g0`,
    `${key}\n`,
  ]) {
    assert.equal(isKey(none), false);
    assert.throws(() => bytesOfKey(none), {
      code: 'LB_INTERNAL',
      message: /is not 64 lower-case hex digits/,
    });
  }
});
