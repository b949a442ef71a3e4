// Writes Parquet's runs of small numbers, either repeated or packed by bits: levels, and places in a dictionary. Their
// reader is pages/hybrid.ts.
import type { PageBytes } from './page-bytes.ts';

/** A repetition of fewer is packed with what is around it. */
const shortestRun = 16;
/** Packed numbers are written in groups of so many. */
const groupSize = 8;
/** From here on what waits is packed at the next end of a group. */
const enoughWaiting = 1024;

function addRepeated(out: PageBytes, value: number, count: number, width: number): void {
  out.addVarint(count * 2);
  for (let shift = 0; shift < width; shift += 8) out.addByte((value >> shift) & 255);
}

/** All numbers in one packed run; zeros fill its last group. `width` is at most 24. */
function addPacked(out: PageBytes, values: Int32Array, to: number, width: number): void {
  const groups = Math.ceil(to / groupSize);
  out.addVarint(groups * 2 + 1);
  out.reserve(groups * width);
  const { bytes } = out;
  let at = out.length;
  const end = at + groups * width;
  let waiting = 0;
  let bits = 0;
  for (let index = 0; index < to; index += 1) {
    waiting |= values[index]! << bits;
    bits += width;
    while (bits >= 8) {
      bytes[at] = waiting;
      at += 1;
      waiting >>>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) {
    bytes[at] = waiting;
    at += 1;
  }
  bytes.fill(0, at, end);
  out.length = end;
}

/** Numbers that all are known: repeated where they are one, else packed. */
export function addNumbers(out: PageBytes, values: Int32Array, width: number): void {
  const [first] = values;
  if (first === undefined) return;
  if (values.every((value) => value === first)) addRepeated(out, first, values.length, width);
  else addPacked(out, values, values.length, width);
}

/** Takes numbers as runs of equal ones. */
export class RunWriter {
  readonly #out: PageBytes;
  readonly #width: number;
  readonly #waiting = new Int32Array(enoughWaiting + shortestRun + 2 * groupSize);
  #count = 0;
  #value = 0;
  #repeated = 0;

  constructor(out: PageBytes, width: number) {
    this.#out = out;
    this.#width = width;
  }

  add(value: number, count: number): void {
    if (value !== this.#value) {
      this.#settle();
      this.#value = value;
    }
    this.#repeated += count;
  }

  end(): void {
    this.#settle();
    this.#pack();
  }

  /** The run that has come: packed with others where it is short. */
  #settle(): void {
    let left = this.#repeated;
    this.#repeated = 0;
    // Only the last group of all may be filled up with zeros.
    const missing = (groupSize - (this.#count % groupSize)) % groupSize;
    const isLong = left >= missing + shortestRun;
    if (isLong || (this.#count >= enoughWaiting && left >= missing)) {
      this.#wait(missing);
      left -= missing;
      this.#pack();
    }
    if (isLong) addRepeated(this.#out, this.#value, left, this.#width);
    else this.#wait(left);
  }

  #wait(count: number): void {
    this.#waiting.fill(this.#value, this.#count, this.#count + count);
    this.#count += count;
  }

  #pack(): void {
    if (this.#count === 0) return;
    addPacked(this.#out, this.#waiting, this.#count, this.#width);
    this.#count = 0;
  }
}
