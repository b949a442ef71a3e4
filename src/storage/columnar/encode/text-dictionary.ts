// The different texts of a column, each with a number: as a dictionary page has them, and with an index to find them by
// their bytes, without a string or an object a text.

/** Larger ones cost their reader more than they save. */
const maxBytes = 1 << 20;

export class TextDictionary {
  /** Texts that it holds. */
  count = 0;
  /** The page: a length in four bytes and its text, for each. */
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  #length = 0;
  /** Where each text begins in the page, behind its length. */
  #starts = new Int32Array(256);
  /** Numbers of texts, plus one, at the places that their hashes give. A power of two. */
  #slots = new Int32Array(1024);

  reset(): void {
    this.count = 0;
    this.#length = 0;
    this.#slots.fill(0);
  }

  /** A view: good until more is added. */
  page(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The number of a text; -1 where it is new and there is no room for it. */
  numberOf(source: Uint8Array, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(source, from, to) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number === -1) return this.#add(source, from, to, slot);
      if (this.#holds(number, source, from, to)) return number;
    }
  }

  #holds(number: number, source: Uint8Array, from: number, to: number): boolean {
    const bytes = this.#bytes;
    const start = this.#starts[number]!;
    const end = number + 1 < this.count ? this.#starts[number + 1]! - 4 : this.#length;
    if (end - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (bytes[start + at - from] !== source[at]) return false;
    return true;
  }

  #add(source: Uint8Array, from: number, to: number, slot: number): number {
    const needed = this.#length + 4 + to - from;
    if (needed > maxBytes) return -1;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      grown.set(this.page());
      this.#bytes = grown;
    }
    const start = this.#bytes.writeUInt32LE(to - from, this.#length);
    this.#bytes.set(source.subarray(from, to), start);
    this.#length = needed;
    const number = this.count;
    if (number === this.#starts.length) {
      const grown = new Int32Array(2 * number);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[number] = start;
    this.#slots[slot] = number + 1;
    this.count += 1;
    if (2 * this.count > this.#slots.length) this.#spread();
    return number;
  }

  /** Twice the places, so that half of them stay free. */
  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number += 1) {
      const start = this.#starts[number]!;
      const end = number + 1 < this.count ? this.#starts[number + 1]! - 4 : this.#length;
      let slot = hashOf(this.#bytes, start, end) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a in 32 bits, with its high bits mixed into the low ones that find a place. */
function hashOf(source: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ source[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
