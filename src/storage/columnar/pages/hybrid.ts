// Parquet's runs of small numbers, either repeated or packed by bits: levels, and places in a dictionary.

/** Reads the numbers one by one; all of their bytes are at hand. */
export class Hybrid {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #at: number;
  #left = 0;
  #value = 0;
  #packed = false;
  /** The next bit of a packed run. */
  #bit = 0;

  constructor(bytes: Uint8Array, width: number, at = 0) {
    this.#bytes = bytes;
    this.#width = width;
    this.#at = at;
  }

  next(): number {
    if (this.#left === 0) this.#open();
    this.#left -= 1;
    return this.#packed ? this.#unpack() : this.#value;
  }

  #open(): void {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || shift > 28) throw new Error('levels or dictionary places end early');
      this.#at += 1;
      head += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    this.#packed = head % 2 === 1;
    const count = Math.floor(head / 2);
    if (count === 0) throw new Error('a run of no values');
    if (this.#packed) {
      this.#left = count * 8;
      this.#bit = this.#at * 8;
      this.#at += count * this.#width;
      return;
    }
    this.#left = count;
    this.#value = 0;
    for (let byte = 0; byte < Math.ceil(this.#width / 8); byte += 1) {
      this.#value += (this.#bytes[this.#at] ?? 0) * 2 ** (8 * byte);
      this.#at += 1;
    }
  }

  #unpack(): number {
    let value = 0;
    for (let got = 0; got < this.#width; ) {
      const byte = this.#bytes[this.#bit >> 3] ?? 0;
      const offset = this.#bit & 7;
      const bits = Math.min(8 - offset, this.#width - got);
      value += ((byte >> offset) & ((1 << bits) - 1)) * 2 ** got;
      got += bits;
      this.#bit += bits;
    }
    return value;
  }
}

export function bitWidth(max: number): number {
  return max === 0 ? 0 : 32 - Math.clz32(max);
}

/** One packed run of all the numbers. */
export function packed(values: ArrayLike<number>, from: number, to: number, width: number): Buffer {
  const groups = Math.ceil((to - from) / 8);
  const head: number[] = [];
  let rest = groups * 2 + 1;
  for (; rest > 127; rest = Math.floor(rest / 128)) head.push((rest % 128) | 128);
  head.push(rest);
  const out = Buffer.alloc(head.length + groups * width);
  out.set(head);
  let bit = head.length * 8;
  for (let index = from; index < to; index += 1) {
    let value = values[index]!;
    for (let left = width; left > 0; ) {
      const offset = bit & 7;
      const bits = Math.min(8 - offset, left);
      out[bit >> 3]! |= (value % 2 ** bits) << offset;
      value = Math.floor(value / 2 ** bits);
      left -= bits;
      bit += bits;
    }
  }
  return out;
}
