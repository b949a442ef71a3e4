// What is kept of a row group for the next, and what is not: an outsized row must not cost memory for ever.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { list, utf8 } from '../../../src/storage/columnar/column.ts';
import { Bits, Growable } from '../../../src/storage/columnar/growable.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import { scratch } from './support.ts';

const mebibyte = 1024 * 1024;

test('memory of a row group is used again for the next, unless it was outsized', () => {
  const store = new Growable((length) => new Uint8Array(length));
  store.reserve(32 * mebibyte);
  assert.equal(store.values.length, 32 * mebibyte);
  const { values } = store;
  store.reset();
  assert.equal(store.values, values);
  store.reserve(32 * mebibyte + 1);
  store.reset();
  assert.equal(store.values.length, 1024);
});

test('memory grows to twice its size, or to what is asked for, and keeps what is in it', () => {
  const store = new Growable((length) => new Int32Array(length));
  for (const [reserved, length] of [
    [1024, 1024],
    [1025, 2048],
    [2048, 2048],
    [5000, 5000],
  ] as const) {
    store.values[7] = reserved;
    const before = store.values[7];
    store.reserve(reserved);
    assert.deepEqual([store.values.length, store.values[7]], [length, before]);
  }
  store.length = 4990;
  store.reserve(10);
  assert.equal(store.values.length, 5000);
  store.reserve(11);
  assert.equal(store.values.length, 10_000);
  assert.equal(store.filled().length, 4990);
});

test('bits that were set before a reset are not set after it', () => {
  const bits = new Bits();
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < 20_000; at += 1) bits.push((at + round) % 3 === 0);
    const bytes = bits.filled();
    assert.deepEqual([bits.length, bytes.length], [20_000, 2_500]);
    for (let at = 0; at < 20_000; at += 1)
      assert.equal((bytes[at >> 3]! >> (at & 7)) & 1, (at + round) % 3 === 0 ? 1 : 0);
    assert.equal(
      bits.unset,
      bits.length - bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0),
    );
    bits.reset();
  }
});

test('more than 2 GiB of text in one column of a row group is an error, not a damaged file', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const sink = await openArrowSink(path, { texts: list(utf8) });
  // Never written to: it takes no memory.
  const texts = new PackedTexts(new Uint8Array(2 ** 31), Int32Array.of(0, 0));
  await assert.rejects(async () => sink.write({ texts }), {
    code: 'LB_OUTPUT',
    message: `${path}: row 1: a row group cannot hold more than 2 GiB of text in one column`,
  });
  await sink.abort();
});
