// The values of a page that are not null: plain, or with the bytes of numbers apart, where the first bytes of all come
// before the second ones. Floats hardly compress as they are, and lose a fifth so.
import { type Cells, isSet } from './leaf.ts';
import type { PageBytes } from './page-bytes.ts';

export type Numbers = Int32Array | Float32Array | Float64Array;

function plain({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Those from `from` up to `to` that are not null. Without nulls it is a view. */
export function known<Values extends Numbers>(
  cells: Cells,
  values: Values,
  from: number,
  to: number,
): Values {
  if (cells.bitmap === null) return values.subarray(from, to) as Values;
  const kept = values.slice(from, to) as Values;
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (!isSet(cells, at)) continue;
    kept[count] = values[at]!;
    count += 1;
  }
  return kept.subarray(0, count) as Values;
}

export function addPlainNumbers(out: PageBytes, cells: Cells, from: number, to: number): void {
  out.add(plain(known(cells, cells.values as Numbers, from, to)));
}

/** Those of 32 bits. */
export function addSplitFloats(out: PageBytes, cells: Cells, from: number, to: number): void {
  const floats = known(cells, cells.values as Float32Array, from, to);
  const bits = new Int32Array(floats.buffer, floats.byteOffset, floats.length);
  const count = bits.length;
  out.reserve(4 * count);
  const { bytes } = out;
  const first = out.length;
  const second = first + count;
  const third = second + count;
  const fourth = third + count;
  for (let at = 0; at < count; at += 1) {
    const value = bits[at]!;
    bytes[first + at] = value;
    bytes[second + at] = value >> 8;
    bytes[third + at] = value >> 16;
    bytes[fourth + at] = value >> 24;
  }
  out.length += 4 * count;
}

/** Each behind its length in four bytes. */
export function addPlainTexts(out: PageBytes, cells: Cells, from: number, to: number): void {
  const { ends } = cells;
  const texts = cells.values as Uint8Array;
  out.reserve(ends[to]! - ends[from]! + 4 * (to - from));
  for (let at = from; at < to; at += 1) {
    if (!isSet(cells, at)) continue;
    out.addLength(ends[at + 1]! - ends[at]!);
    out.add(texts.subarray(ends[at]!, ends[at + 1]!));
  }
}
