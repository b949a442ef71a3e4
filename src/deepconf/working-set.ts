// Working sets: which traces of a problem's pool vote together. Drawn without replacement from a seed, so that every
// set can be drawn again from four numbers.
import { mulberry32 } from '../statistics/random.ts';

export interface DrawnSet {
  readonly seed: number;
  /** Traces in a set; where there are fewer, the set is all of them. */
  readonly k: number;
  readonly repeat: number;
  /** Position of the problem in its pool, from 0. */
  readonly position: number;
}

/** The seed of one set as an unsigned 32-bit number: seed XOR (65537 k + 257 repeat + position). */
export function workingSetSeed({ seed, k, repeat, position }: DrawnSet): number {
  return (seed ^ (k * 65537 + repeat * 257 + position)) >>> 0;
}

/**
 * The first k entries of a Fisher-Yates shuffle of 0 to n - 1, in the order drawn: for i < k, entry i is swapped with
 * entry i + (next mulberry32 integer mod (n - i)). `places` is a buffer of at least n numbers; the set is its beginning.
 */
export function drawWorkingSet(set: DrawnSet, n: number, places: Int32Array): Int32Array {
  const rng = mulberry32(workingSetSeed(set));
  for (let i = 0; i < n; i += 1) places[i] = i;
  const size = Math.min(set.k, n);
  for (let i = 0; i < size; i += 1) {
    const j = i + ((rng() * 2 ** 32) % (n - i));
    const drawn = places[j]!;
    places[j] = places[i]!;
    places[i] = drawn;
  }
  return places.subarray(0, size);
}
