// Reads Arrow columns straight into the dashboard's typed arrays, without an object or, mostly, a string a row.
import { type Data, DataType } from 'apache-arrow';
import { type Cell, isText, orNull, scalarCell } from '../../storage/columnar/scalar-cells.ts';
import { cleanLabel, hashAscii, hashId, type TextColumn, unknownLabel } from '../records/columns.ts';

export function childOf(data: Data, name: string): Data | undefined {
  const at = data.type.children?.findIndex((field: { name: string }) => field.name === name) ?? -1;
  return at === -1 ? undefined : data.children[at];
}

export const isSet = (data: Data, at: number): boolean =>
  data.nullCount === 0 || ((data.nullBitmap[at >> 3]! >> (at & 7)) & 1) === 1;

const nothing: Cell = () => null;
export const cellOf = (data: Data | undefined): Cell =>
  data === undefined ? nothing : orNull(data, scalarCell(data));

/** A text that has been seen before is known by its bytes, and is not decoded again. */
interface Seen {
  readonly bytes: Uint8Array;
  readonly code: number;
}
export type SeenTexts = Map<number, Seen>;

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ (to - from);
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at += 1) if (known[at] !== bytes[from + at]) return false;
  return true;
}

/** Longer values are no facet; they are decoded one by one. */
const longestKnown = 200;

export function fillTexts(
  column: TextColumn,
  data: Data,
  first: number,
  count: number,
  seen: SeenTexts,
): void {
  if (!isText(data.type)) {
    const cell = cellOf(data);
    for (let at = 0; at < count; at += 1) column.set(first + at, cell(at));
    return;
  }
  if (data.nullCount === count) return;
  const bytes = data.values as Uint8Array;
  const ends: ArrayLike<number | bigint> = data.valueOffsets;
  const decode = scalarCell(data);
  // Files are often sorted, or all of one kind: the value before is the likeliest.
  let last: Seen | undefined;
  for (let at = 0; at < count; at += 1) {
    if (!isSet(data, at)) continue;
    const from = Number(ends[at]);
    const to = Number(ends[at + 1]);
    if (last !== undefined && sameBytes(last.bytes, bytes, from, to)) {
      column.codes[first + at] = last.code;
      continue;
    }
    const hash = hashBytes(bytes, from, Math.min(to, from + longestKnown));
    const known = seen.get(hash);
    if (known !== undefined && sameBytes(known.bytes, bytes, from, to)) {
      column.codes[first + at] = known.code;
      last = known;
      continue;
    }
    column.set(first + at, decode(at));
    if (known === undefined && to - from <= longestKnown && seen.size < 10_000) {
      seen.set(hash, { bytes: bytes.slice(from, to), code: column.codes[first + at]! });
    }
  }
}

/** Of ASCII the bytes are the UTF-16 units that `hashId` takes; other ids are decoded. */
export function fillIds(ids: Float64Array, data: Data | undefined, first: number, count: number): void {
  const cell = cellOf(data);
  const bytes = data !== undefined && isText(data.type) ? (data.values as Uint8Array) : null;
  for (let at = 0; at < count; at += 1) {
    const hash =
      bytes === null || data === undefined || !isSet(data, at)
        ? null
        : hashAscii(bytes, Number(data.valueOffsets[at]), Number(data.valueOffsets[at + 1]));
    ids[first + at] = hash ?? hashId(String(cell(at) ?? ''));
  }
}

/**
 * The smallest of each list of erroneous steps, as in metrics/gold.ts; `isVoid` says that a record's label does not
 * count. A column of another type stays unknown.
 */
export function fillLabels(
  gold: Int32Array,
  data: Data | undefined,
  first: number,
  count: number,
  isVoid: (row: number) => boolean,
): void {
  if (data === undefined || data.nullCount === count || !DataType.isList(data.type)) return;
  const steps = cellOf(data.children[0]);
  const ends: ArrayLike<number | bigint> = data.valueOffsets;
  for (let at = 0; at < count; at += 1) {
    if (!isSet(data, at) || isVoid(first + at)) continue;
    let label = cleanLabel;
    for (let item = Number(ends[at]); item < Number(ends[at + 1]); item += 1) {
      const step = steps(item);
      if (!Number.isSafeInteger(step) || (step as number) < 0) {
        label = unknownLabel;
        break;
      }
      if (label === cleanLabel || (step as number) < label) label = step as number;
    }
    gold[first + at] = label;
  }
}

/** The largest number of each list; -1 where there is none. */
export function lastOfLists(data: Data | undefined, count: number): Float64Array {
  const last = new Float64Array(count).fill(-1);
  if (data === undefined || data.nullCount === count || !DataType.isList(data.type)) return last;
  const numbers = cellOf(data.children[0]);
  const ends: ArrayLike<number | bigint> = data.valueOffsets;
  for (let at = 0; at < count; at += 1) {
    for (let item = Number(ends[at]); isSet(data, at) && item < Number(ends[at + 1]); item += 1) {
      last[at] = Math.max(last[at]!, Number(numbers(item)));
    }
  }
  return last;
}
