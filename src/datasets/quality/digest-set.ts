// A set of 64-bit digests of texts in flat memory: 16 to 32 bytes a digest, where a Set of strings takes hundreds.
// Two different texts share a digest with a probability of about 2^-64 a pair.
import { hashRange, mix } from './normal-text.ts';

export interface DigestSet {
  readonly size: number;
  /** True when the text was new. */
  add(text: string, from?: number, to?: number): boolean;
  has(text: string, from?: number, to?: number): boolean;
}

/** Another 32 bits, by another multiplier and with shifts, so that both do not fail on the same pair. */
function secondHash(text: string, from: number, to: number): number {
  let hash = 0x9747b28c | 0;
  for (let at = from; at < to; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return mix(hash);
}

/** Open addressing with linear probing, doubled at half full; a pair (0, 0) marks a free slot. */
export function createDigestSet(): DigestSet {
  let slots = new Uint32Array(2 * 1024);
  let size = 0;

  const slotOf = (table: Uint32Array, high: number, low: number): number => {
    const mask = table.length / 2 - 1;
    let slot = high & mask;
    while (table[2 * slot] !== 0 || table[2 * slot + 1] !== 0) {
      if (table[2 * slot] === high && table[2 * slot + 1] === low) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  const grow = (): void => {
    const larger = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      const [high, low] = [slots[at]!, slots[at + 1]!];
      if (high !== 0 || low !== 0) larger.set([high, low], 2 * slotOf(larger, high, low));
    }
    slots = larger;
  };
  const digest = (text: string, from: number, to: number): [number, number] => {
    const high = hashRange(text, from, to);
    const low = secondHash(text, from, to);
    return high === 0 && low === 0 ? [0, 1] : [high, low];
  };

  return {
    get size() {
      return size;
    },
    has(text, from = 0, to = text.length) {
      const [high, low] = digest(text, from, to);
      const slot = slotOf(slots, high, low);
      return slots[2 * slot] !== 0 || slots[2 * slot + 1] !== 0;
    },
    add(text, from = 0, to = text.length) {
      const [high, low] = digest(text, from, to);
      const slot = slotOf(slots, high, low);
      if (slots[2 * slot] !== 0 || slots[2 * slot + 1] !== 0) return false;
      slots[2 * slot] = high;
      slots[2 * slot + 1] = low;
      size += 1;
      if (size * 4 > slots.length) grow();
      return true;
    },
  };
}
