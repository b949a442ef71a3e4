// The different texts of a column, each with a number: as a dictionary page has them, and with an index to find them by
// their bytes, without a string or an object a text.

/** Larger ones cost their reader more than they save. */
const maxBytes = 1 << 20;

export class TextDictionary {
  /** Texts that it holds. */
  count = 0;
  /** The page: a length in four bytes and its text, for each. */
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  #view = viewOf(this.#bytes);
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

  /**
   * The number of a text; -1 where it is new and there is no room for it.
   *
   * @param view Of the same bytes.
   */
  numberOf(source: Uint8Array, view: DataView, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(source, view, from, to) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number === -1) return this.#add(source, from, to, slot);
      if (this.#holds(number, source, view, from, to)) return number;
    }
  }

  #holds(number: number, source: Uint8Array, view: DataView, from: number, to: number): boolean {
    const start = this.#starts[number]!;
    const length = to - from;
    if (this.#view.getInt32(start - 4, true) !== length) return false;
    if (isShort(length)) {
      return (
        this.#view.getInt32(start, true) === view.getInt32(from, true) &&
        this.#view.getInt32(start + length - 4, true) === view.getInt32(to - 4, true)
      );
    }
    const bytes = this.#bytes;
    for (let at = 0; at < length; at += 1) if (bytes[start + at] !== source[from + at]) return false;
    return true;
  }

  #add(source: Uint8Array, from: number, to: number, slot: number): number {
    const needed = this.#length + 4 + to - from;
    if (needed > maxBytes) return -1;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      grown.set(this.page());
      this.#bytes = grown;
      this.#view = viewOf(grown);
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
      const end = start + this.#view.getInt32(start - 4, true);
      let slot = hashOf(this.#bytes, this.#view, start, end) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Most tokens: the first four bytes and the last four are all of them. */
function isShort(length: number): boolean {
  return length >= 4 && length <= 8;
}

/** Its high bits are mixed into the low ones, which find a place. Of other lengths it is FNV-1a. */
function hashOf(source: Uint8Array, view: DataView, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ (to - from);
  if (isShort(to - from)) {
    hash = Math.imul(hash ^ view.getInt32(from, true), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ view.getInt32(to - 4, true), 0x85ebca6b);
  } else {
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ source[at]!, 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
