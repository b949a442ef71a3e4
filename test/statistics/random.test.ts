// The seeded generator and the draws on top of it, against known values and as properties.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mulberry32, pick, randomInt, seedFrom, shuffled } from '../../src/statistics/random.ts';

test('mulberry32 gives the known 32-bit integers for seed 1', () => {
  const rng = mulberry32(1);
  const words = Array.from({ length: 5 }, () => rng() * 2 ** 32);
  assert.deepEqual(words, [2693262067, 11749833, 2265367787, 4213581821, 4159151403]);
});

test('seeds that are equal modulo 2^32 give the same stream', () => {
  for (const other of [1 + 2 ** 32, 1 - 2 ** 32]) {
    const [a, b] = [mulberry32(1), mulberry32(other)];
    for (let i = 0; i < 10; i += 1) assert.equal(a(), b());
  }
});

test('numbers stay in [0, 1) and spread evenly over ten bins', () => {
  const rng = mulberry32(20250815);
  const bins = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i += 1) {
    const value = rng();
    assert.ok(value >= 0 && value < 1);
    bins[Math.floor(value * 10)]! += 1;
  }
  for (const count of bins) assert.ok(Math.abs(count - 10_000) < 500, `bin of ${count}`);
});

test('randomInt reaches both ends and nothing outside', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat({ max: 6 }), (seed, lo, width) => {
      const rng = mulberry32(seed);
      const seen = new Set(Array.from({ length: 400 }, () => randomInt(rng, lo, lo + width)));
      assert.equal(seen.size, width + 1);
      assert.equal(Math.min(...seen), lo);
      assert.equal(Math.max(...seen), lo + width);
    }),
    { numRuns: 50 },
  );
});

test('shuffled keeps the elements, leaves its argument alone and repeats with the seed', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
      const before = [...list];
      const once = shuffled(mulberry32(seed), list);
      assert.deepEqual(list, before);
      assert.deepEqual(once, shuffled(mulberry32(seed), list));
      const ascending = (a: number, b: number) => a - b;
      assert.deepEqual([...once].sort(ascending), [...list].sort(ascending));
    }),
  );
});

test('shuffled gives each order of three elements about equally often', () => {
  const rng = mulberry32(7);
  const seen = new Map<string, number>();
  for (let i = 0; i < 6000; i += 1) {
    const order = shuffled(rng, ['a', 'b', 'c']).join('');
    seen.set(order, (seen.get(order) ?? 0) + 1);
  }
  assert.equal(seen.size, 6);
  for (const count of seen.values()) assert.ok(Math.abs(count - 1000) < 150, `order seen ${count} times`);
});

test('pick reaches every element and refuses an empty list', () => {
  const rng = mulberry32(3);
  const seen = new Set(Array.from({ length: 200 }, () => pick(rng, ['x', 'y', 'z'])));
  assert.deepEqual([...seen].sort(), ['x', 'y', 'z']);
  assert.throws(() => pick(rng, []), /empty list/);
});

test('seedFrom is a 32-bit integer that depends on every part and on where parts end', () => {
  assert.equal(seedFrom('run', 1), seedFrom('run', 1));
  const seeds = [
    seedFrom(),
    seedFrom(''),
    seedFrom('ab', 'c'),
    seedFrom('a', 'bc'),
    seedFrom('abc'),
    seedFrom('run', 1),
    seedFrom('run', 2),
    seedFrom('é'),
    seedFrom('e'),
    seedFrom('ĩ'),
  ];
  assert.equal(new Set(seeds).size, seeds.length);
  for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32);
});

test('seedFrom keeps its values, because stored runs depend on them', () => {
  assert.deepEqual(
    [seedFrom(), seedFrom('latebench', 1), seedFrom('é', -2.5)],
    [2872998923, 3904212739, 519580308],
  );
});

test('seedFrom of 100,000 consecutive numbers hardly collides', () => {
  const seeds = new Set(Array.from({ length: 100_000 }, (_, i) => seedFrom('record', i)));
  assert.ok(seeds.size > 100_000 - 10, `${seeds.size} distinct`);
});
