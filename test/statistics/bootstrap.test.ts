import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBootstrap, percentileInterval, sortedMetrics } from '../../src/statistics/bootstrap.ts';
import {
  addToCluster,
  type ClusterSums,
  emptyClusters,
  mergeClusters,
} from '../../src/statistics/cluster-sums.ts';
import { poissonWeights } from '../../src/statistics/poisson.ts';
import { mulberry32, type Rng, seedFrom } from '../../src/statistics/random.ts';

test('weights have the mean and the shares of a Poisson draw with mean 1, and hardly depend on each other', () => {
  const of = poissonWeights(3, 500);
  const counts = new Array<number>(10).fill(0);
  let products = 0;
  let before = of(seedFrom('before'));
  for (let i = 0; i < 2000; i += 1) {
    const weights = of(seedFrom('cluster', i));
    for (const [b, weight] of weights.entries()) {
      counts[weight]! += 1;
      products += (weight - 1) * (before[b]! - 1);
    }
    before = weights;
  }
  const n = 1_000_000;
  assert.ok(Math.abs(counts.reduce((sum, count, k) => sum + k * count, 0) / n - 1) < 0.004);
  let probability = Math.exp(-1);
  for (let k = 0; k < 5; k += 1) {
    assert.ok(Math.abs(counts[k]! / n - probability) < 0.002, `${k}: ${counts[k]! / n}`);
    probability /= k + 1;
  }
  assert.ok(Math.abs(products / n) < 0.005);
});

test('the same key has the same weights, another seed others', () => {
  assert.deepEqual(poissonWeights(1, 99)(5), poissonWeights(1, 99)(5));
  assert.notDeepEqual(poissonWeights(1, 99)(5), poissonWeights(2, 99)(5));
  assert.notDeepEqual(poissonWeights(1, 99)(5), poissonWeights(1, 99)(6));
});

test('weights keep their values, because intervals of stored reports depend on them', () => {
  // Worked out by a second implementation in whole numbers (Python).
  for (const [seed, key, weights] of [
    [0, 0, '11112132312000031212110012104110232002210'],
    [7, 4_000_000_000, '02013140011111211122023020012101111023131'],
    [20250815, 123456, '20201121000001100121000101221310210001001'],
  ] as const) {
    assert.equal([...poissonWeights(seed, 41)(key)].join(''), weights);
  }
});

const entry = fc.tuple(fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 2 ** 32 - 1 })), fc.integer());

test('sums by cluster do not depend on order or shards, also beyond the cap, and lose nothing', () => {
  const sums = (entries: readonly [number, number][], cap: number): ClusterSums => {
    const clusters = emptyClusters(cap);
    for (const [hash, value] of entries) addToCluster(clusters, hash, [value, 1]);
    return clusters;
  };
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 60 }),
      fc.integer({ min: 2, max: 20 }),
      fc.nat(),
      (entries, cap, cut) => {
        const whole = sums(entries, cap);
        assert.ok(whole.size <= cap);
        assert.equal(Object.keys(whole.rows).length, whole.size);
        assert.deepEqual(sums([...entries].reverse(), cap), whole);
        const at = entries.length === 0 ? 0 : cut % entries.length;
        const merged = sums(entries.slice(0, at), cap);
        mergeClusters(merged, JSON.parse(JSON.stringify(sums(entries.slice(at), cap))) as ClusterSums);
        assert.deepEqual(merged, whole);
        const total = Object.values(whole.rows).reduce((sum, row) => sum + row[1]!, 0);
        assert.equal(total, entries.length);
      },
    ),
  );
});

/** Solutions of 60 problems, 1 to 4 each, whose outcomes within a problem are alike. */
function simulate(rng: Rng, hit: number, cap: number): ClusterSums {
  const clusters = emptyClusters(cap);
  for (let problem = 0; problem < 60; problem += 1) {
    const share = rng() < 0.5 ? hit - 0.25 : hit + 0.25;
    const solutions = 1 + Math.floor(rng() * 4);
    for (let i = 0; i < solutions; i += 1) {
      addToCluster(clusters, Math.floor(rng() * 2 ** 32), [0, 0]);
      addToCluster(clusters, seedFrom(problem), [Number(rng() < share), 1]);
    }
  }
  return clusters;
}

for (const cap of [4096, 64]) {
  test(`95 % intervals hold the true share in about 95 of 100 simulated data sets (${cap} clusters kept)`, () => {
    const bootstrap = createBootstrap(400, poissonWeights(0, 400));
    const rng = mulberry32(20);
    const truth = 0.55;
    let held = 0;
    const sets = 300;
    for (let set = 0; set < sets; set += 1) {
      const sums = bootstrap.of(simulate(rng, truth, cap), [0, 1])!;
      const sorted = sortedMetrics(400, (b) => sums[0]![b]! / sums[1]![b]!)!;
      const [low, high] = percentileInterval(sorted);
      if (low <= truth && truth <= high) held += 1;
    }
    // Two standard errors of the count are 2.5 points; the percentile interval of 60 clusters runs a point or two low.
    assert.ok(held / sets > 0.9 && held / sets < 0.985, `${held} of ${sets}`);
  });
}

test('replicates in parts are the same, with a pause after every 256 clusters and none for what is known', () => {
  const clusters = emptyClusters(4096);
  for (let i = 0; i < 1100; i += 1) addToCluster(clusters, seedFrom(i), [1, i % 7]);
  const bootstrap = createBootstrap(20, poissonWeights(0, 20));
  const pausesOf = (parts: Generator<undefined, unknown>): number => {
    let pauses = 0;
    for (; parts.next().done !== true; pauses += 1);
    return pauses;
  };
  assert.equal(pausesOf(bootstrap.inParts(clusters, [0, 1])), 4);
  assert.equal(pausesOf(bootstrap.inParts(clusters, [1, 0])), 0);
  assert.deepEqual(
    createBootstrap(20, poissonWeights(0, 20)).of(clusters, [0, 1]),
    bootstrap.of(clusters, [0, 1]),
  );
});

test('replicates that were given up halfway are made anew', () => {
  const clusters = emptyClusters(4096);
  for (let i = 0; i < 600; i += 1) addToCluster(clusters, seedFrom(i), [1]);
  const bootstrap = createBootstrap(20, poissonWeights(0, 20));
  assert.equal(bootstrap.inParts(clusters, [0]).next().done, false);
  const fresh = createBootstrap(20, poissonWeights(0, 20)).of(clusters, [0]);
  assert.deepEqual(bootstrap.of(clusters, [0]), fresh);
});

test('too few clusters, no replicates and numbers that are mostly undefined give no interval', () => {
  const clusters = emptyClusters(100);
  for (let i = 0; i < 9; i += 1) addToCluster(clusters, seedFrom(i), [1]);
  const bootstrap = createBootstrap(50, poissonWeights(0, 50));
  assert.equal(bootstrap.of(clusters, [0]), null);
  addToCluster(clusters, seedFrom(9), [1]);
  assert.ok(bootstrap.of(clusters, [0]) !== null);
  assert.equal(createBootstrap(0, poissonWeights(0, 0)).of(clusters, [0]), null);
  assert.equal(
    sortedMetrics(100, (b) => (b < 90 ? 1 : null)),
    null,
  );
  assert.equal(sortedMetrics(100, (b) => (b < 96 ? 1 : null))?.length, 96);
});
