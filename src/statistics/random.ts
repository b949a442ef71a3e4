// Seeded pseudo-random numbers: mulberry32, a few draws on top of it, and seeds derived from text.
// For reproducible sampling only; nothing here is fit for secrets.

/** A source of numbers in [0, 1), each a multiple of 2^-32. */
export type Rng = () => number;

/**
 * The mulberry32 generator: 32 bits of state, one number in [0, 1) a call. `rng() * 2 ** 32` is exactly the
 * unsigned 32-bit integer that the golden pools are drawn with. `seed` is taken modulo 2^32.
 */
export function mulberry32(seed: number): Rng {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `lo` to `hi`, both included; the bias is below (hi - lo + 1) / 2^32. */
export function randomInt(rng: Rng, lo: number, hi: number): number {
  return lo + Math.floor(rng() * (hi - lo + 1));
}

/** One element of a list that is not empty. */
export function pick<T>(rng: Rng, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError('cannot pick from an empty list');
  return list[Math.floor(rng() * list.length)] as T;
}

/** Rejection sampling: draws again until a draw is accepted. */
export function drawUntil<T>(draw: () => T, accepts: (drawn: T) => boolean): T {
  let drawn = draw();
  while (!accepts(drawn)) drawn = draw();
  return drawn;
}

/** A new list with the same elements in random order (Fisher-Yates). */
export function shuffled<T>(rng: Rng, list: readonly T[]): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = randomInt(rng, 0, i);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

/**
 * A 32-bit seed from texts and numbers: FNV-1a over the UTF-16 code units (low byte, then high byte) of the
 * parts, each closed by U+001F so that ('ab', 'c') and ('a', 'bc') differ, then the finaliser of MurmurHash3,
 * because FNV-1a alone leaves seeds of similar texts close together. A number counts as its decimal text.
 */
export function seedFrom(...parts: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}\u001f`;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
      hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
    }
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
