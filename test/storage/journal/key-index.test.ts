import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeyIndex } from '../../../src/storage/journal/key-index.ts';
import { heldBytes } from '../../support/held-memory.ts';
import { keyOf } from './support.ts';

test('an index answers as a map of lists would, also when keys begin alike and frames are dropped', () => {
  const key = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 40 })).map(([head, tail]) => {
    const bytes = Buffer.alloc(32, head);
    bytes[31] = tail;
    return bytes.toString('hex');
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 1500, size: 'max' }), (steps) => {
      const index = new KeyIndex();
      const model = new Map<string, number[]>();
      for (const [offset, [hex, drop]] of steps.entries()) {
        const bytes = Buffer.from(hex, 'hex');
        const offsets = model.get(hex) ?? [];
        const [first] = index.find(bytes);
        assert.equal(first?.offset, offsets[0]);
        if (drop && first !== undefined) {
          assert.ok(index.drop(first.frame));
          assert.ok(!index.drop(first.frame));
          offsets.shift();
        } else {
          index.add(bytes, 7, offset, 100);
          offsets.push(offset);
        }
        model.set(hex, offsets);
      }
      const held = [...model].filter(([, offsets]) => offsets.length > 0);
      assert.deepEqual([...index.keys()].sort(), held.map(([hex]) => hex).sort());
      for (const [hex, offsets] of model) {
        const bytes = Buffer.from(hex, 'hex');
        assert.equal(index.has(bytes), offsets.length > 0);
        assert.deepEqual(
          [...index.find(bytes)].map(({ offset }) => offset),
          offsets,
        );
      }
      assert.equal(index.frames, held.flatMap(([, offsets]) => offsets).length);
      assert.deepEqual(
        index.inFileOrder(() => 0).map(({ offset }) => offset),
        held.flatMap(([, offsets]) => offsets).sort((a, b) => a - b),
      );
    }),
    { numRuns: 25 },
  );
});

test('frames are listed by the rank of their file, then by their place in it, however they were added', () => {
  const index = new KeyIndex();
  for (const [file, offset] of [
    [0, 300],
    [1, 200],
    [0, 100],
    [1, 900],
    [0, 200],
  ] as const) {
    index.add(Buffer.from(keyOf(offset), 'hex'), file, offset, 10);
  }
  assert.deepEqual(
    index.inFileOrder((file) => 1 - file).map(({ file, offset }) => [file, offset]),
    [
      [1, 200],
      [1, 900],
      [0, 100],
      [0, 200],
      [0, 300],
    ],
  );
});

test('an index says how many bytes its tables hold', () => {
  const index = new KeyIndex();
  assert.equal(index.memory, 0);
  for (let at = 0; at < 257; at += 1) {
    index.add(Buffer.from(keyOf(at), 'hex'), 0, at, 10);
    assert.equal(index.memory, (at < 256 ? 256 : 512) * 60);
  }
});

test('a hundred thousand keys take under ten megabytes', (t) => {
  const keys = Array.from({ length: 100_000 }, (_, at) => Buffer.from(keyOf(at), 'hex'));
  const before = heldBytes();
  const index = new KeyIndex();
  const begun = performance.now();
  for (const [at, key] of keys.entries()) index.add(key, at >> 10, at * 1000, 1000);
  const built = performance.now();
  assert.ok(keys.every((key) => index.has(key)));
  const found = performance.now();
  t.diagnostic(`${(index.memory / 1e6).toFixed(1)} MB, ${Math.round(built - begun)} ms to build`);
  t.diagnostic(`${Math.round(found - built)} ms to find each`);
  const held = heldBytes() - before;
  assert.ok(index.memory < 10e6, `${index.memory} bytes`);
  assert.ok(held < 10e6, `${held} bytes are held, ${index.memory} by its own count`);
});
