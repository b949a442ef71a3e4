// Poisson(1) weights for a bootstrap that streams: a cluster's weights follow from its key and the seed alone, so
// that any order and any split over shards gives the same replicates (Chamandy et al. 2012).
import { seedFrom } from './random.ts';

const tableSize = 65_536;

/**
 * A draw for each 16-bit number. The shares of 2 and more are rounded Poisson(1) probabilities; those of 0 and 1
 * follow, so that the mean is exactly 1.
 */
function drawTable(): Uint8Array {
  const counts: number[] = [0, tableSize];
  let probability = Math.exp(-1);
  for (let k = 1; ; k += 1) {
    probability /= k;
    const count = Math.round(probability * tableSize);
    if (k === 1) continue;
    if (count === 0) break;
    counts.push(count);
    counts[1]! -= k * count;
  }
  counts[0] = tableSize - counts.slice(1).reduce((sum, count) => sum + count, 0);
  const table = new Uint8Array(tableSize);
  let from = 0;
  for (const [k, count] of counts.entries()) {
    table.fill(k, from, from + count);
    from += count;
  }
  return table;
}

const draws = drawTable();

/** Gives the weights of a cluster in each of `replicates` replicates; `key` is an unsigned 32-bit integer. */
export function poissonWeights(seed: number, replicates: number): (key: number) => Uint8Array {
  const base = seedFrom(seed, 'bootstrap');
  return (key) => {
    const weights = new Uint8Array(replicates);
    let state = Math.imul(key ^ (key >>> 16), 0x85ebca6b) ^ base;
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    for (let b = 0; b < replicates; b += 2) {
      // mulberry32 (random.ts), of which each number gives two draws.
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      mixed ^= mixed >>> 14;
      weights[b] = draws[mixed & 0xffff]!;
      if (b + 1 < replicates) weights[b + 1] = draws[mixed >>> 16]!;
    }
    return weights;
  };
}
