// Memory that grows as cells are added and is used again for the next row group. Its views are valid until the next
// `reset` or growth: whoever keeps them longer copies them.

/** What typed arrays and buffers have in common. */
export interface Store {
  readonly BYTES_PER_ELEMENT: number;
  readonly length: number;
  readonly byteLength: number;
  set(source: this): void;
  subarray(from: number, to: number): this;
}

/** What one row group leaves allocated for the next, per store; an outsized row must not cost memory for ever. */
const keptBytes = 32 * 1024 * 1024;

export class Growable<S extends Store> {
  values: S;
  length = 0;
  readonly #make: (length: number) => S;

  constructor(make: (length: number) => S) {
    this.#make = make;
    this.values = make(1024);
  }

  /** Makes room for `more` values after `length`. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.values.length) return;
    const grown = this.#make(Math.max(needed, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }

  filled(): S {
    return this.values.subarray(0, this.length);
  }

  reset(): void {
    this.length = 0;
    if (this.values.byteLength > keptBytes) this.values = this.#make(1024);
  }
}

/** One bit a cell, lowest bit first, as Arrow wants validity and booleans. */
export class Bits {
  length = 0;
  unset = 0;
  readonly #bytes = new Growable((length) => new Uint8Array(length));

  push(bit: boolean): void {
    const byte = this.length >> 3;
    if (byte === this.#bytes.length) {
      this.#bytes.reserve(1);
      this.#bytes.values[byte] = 0;
      this.#bytes.length += 1;
    }
    if (bit) this.#bytes.values[byte]! |= 1 << (this.length & 7);
    else this.unset += 1;
    this.length += 1;
  }

  /** So many that are set. */
  pushSet(count: number): void {
    const end = this.length + count;
    while (this.length < end && (this.length & 7) !== 0) this.push(true);
    const whole = (end - this.length) >> 3;
    this.#bytes.reserve(whole);
    this.#bytes.values.fill(255, this.#bytes.length, this.#bytes.length + whole);
    this.#bytes.length += whole;
    this.length += 8 * whole;
    while (this.length < end) this.push(true);
  }

  filled(): Uint8Array {
    return this.#bytes.filled();
  }

  reset(): void {
    this.length = 0;
    this.unset = 0;
    this.#bytes.reset();
  }
}

/** Where each cell of variable length ends; the first begins at 0. */
export class Offsets {
  // values[0] is never written: it stays the 0 that Arrow wants in front.
  readonly #ends = new Growable((length) => new Int32Array(length));

  push(end: number): void {
    this.#ends.reserve(2);
    this.#ends.length += 1;
    this.#ends.values[this.#ends.length] = end;
  }

  /** Those of several cells that follow each other; `ends` has the beginning of the first in front. */
  pushAll(ends: Int32Array, start: number): void {
    const count = ends.length - 1;
    this.#ends.reserve(count + 1);
    const { values, length } = this.#ends;
    for (let at = 1; at <= count; at += 1) values[length + at] = start + ends[at]!;
    this.#ends.length += count;
  }

  filled(): Int32Array {
    return this.#ends.values.subarray(0, this.#ends.length + 1);
  }

  reset(): void {
    this.#ends.reset();
  }
}
