// The smallest and the largest value of a column's chunk, by which readers skip row groups, and how many are null. Only
// of columns without lists: nobody looks for what is inside of those.
import { type ThriftStruct, thriftStruct } from '../pages/thrift.ts';
import { type Cells, isSet, type LeafKind } from './leaf.ts';

/** Longer texts are cut; what is left of them is still a bound. */
const longestText = 64;

interface Bounds {
  readonly min: Buffer;
  readonly max: Buffer;
  readonly isMinExact: boolean;
  readonly isMaxExact: boolean;
}

function textAt({ ends, values }: Cells, at: number): Uint8Array {
  return (values as Uint8Array).subarray(ends[at]!, ends[at + 1]!);
}

/** As much of a text as the limit allows, without a part of a character. */
function cut(text: Uint8Array): Buffer {
  let end = longestText;
  while (end > 0 && (text[end]! & 0xc0) === 0x80) end -= 1;
  return Buffer.from(text.subarray(0, end));
}

/** One after it, which takes as many bytes; null where there is none. */
function nextCharacter(character: string): string | null {
  const next = character.codePointAt(0)! + 1;
  // Surrogates are no characters.
  if (next === 0xd800 || next > 0x10ffff) return null;
  const text = String.fromCodePoint(next);
  return Buffer.byteLength(text) === Buffer.byteLength(character) ? text : null;
}

/** A short text above all that begin like this one; null where none of its characters can be made a larger one. */
function above(text: Uint8Array): Buffer | null {
  const characters = [...cut(text).toString()];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const next = nextCharacter(last);
    if (next !== null) return Buffer.from(characters.join('') + next);
  }
  return null;
}

function textBounds(cells: Cells): Bounds | null {
  let min: Uint8Array | null = null;
  let max: Uint8Array | null = null;
  for (let at = 0; at < cells.length; at += 1) {
    if (!isSet(cells, at)) continue;
    const text = textAt(cells, at);
    if (min === null || Buffer.compare(text, min) < 0) min = text;
    if (max === null || Buffer.compare(text, max) > 0) max = text;
  }
  if (min === null || max === null) return null;
  const isMinExact = min.length <= longestText;
  const shortMax = max.length <= longestText ? null : above(max);
  return {
    min: isMinExact ? Buffer.from(min) : cut(min),
    max: shortMax ?? Buffer.from(max),
    isMinExact,
    isMaxExact: shortMax === null,
  };
}

function numberBounds(kind: LeafKind, cells: Cells): Bounds | null {
  const values = cells.values as Int32Array | Float32Array | Float64Array;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  for (let at = 0; at < cells.length; at += 1) {
    const value = values[at]!;
    if (!isSet(cells, at) || Number.isNaN(value)) continue;
    isKnown = true;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (!isKnown) return null;
  // Zeros of either sign may be among them, and compare as equal.
  if (kind !== 'int32' && min === 0) min = -0;
  if (kind !== 'int32' && max === 0) max = 0;
  const bytes = (value: number): Buffer => {
    const array = kind === 'int32' ? Int32Array : kind === 'float32' ? Float32Array : Float64Array;
    return Buffer.from(array.of(value).buffer);
  };
  return { min: bytes(min), max: bytes(max), isMinExact: true, isMaxExact: true };
}

export function statisticsOf(kind: LeafKind, cells: Cells): ThriftStruct {
  const bounds = kind === 'text' ? textBounds(cells) : numberBounds(kind, cells);
  const { nullCount } = cells;
  if (bounds === null) return thriftStruct({ 3: nullCount }, [3]);
  const { min, max, isMinExact, isMaxExact } = bounds;
  return thriftStruct({ 3: nullCount, 5: max, 6: min, 7: isMaxExact, 8: isMinExact }, [3]);
}
