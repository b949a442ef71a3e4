// Says whether a column can hold a value exactly (float32 rounds, which is its purpose, but not to infinity). What does
// not fit goes to the `rest` column beside it, or is an error where there is none.
import { isRow } from '../rows.ts';
import type { Column } from './column.ts';
import { PackedTexts } from './packed-texts.ts';

const int32Limit = 2 ** 31;
/** From here on numbers are, or are rounded to, infinity. */
const infinite = { float32: 2 ** 128 - 2 ** 103, float64: Number.POSITIVE_INFINITY };

/** Half a surrogate pair has no UTF-8 form: it would be stored as U+FFFD, another text. */
export function hasUtf8Form(text: string): boolean {
  // The second test is exact but slow; the first finds the few strings that need it.
  return !/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text);
}

function isInt32(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -int32Limit && (value as number) < int32Limit;
}

/** Lists may be given as typed arrays. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function canHoldEvery(column: Column, items: ArrayLike<unknown>): boolean {
  const isFloat = column.kind === 'float32' || column.kind === 'float64';
  if (isFloat && (items instanceof Float32Array || items instanceof Float64Array))
    return allBelow(infinite[column.kind], items);
  if (column.kind === 'int32' && (items instanceof Int32Array || items instanceof Uint8Array)) return true;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item !== null && item !== undefined && !canHold(column, item)) return false;
  }
  return true;
}

/** NaN means null in a typed array. */
function allBelow(limit: number, items: Float32Array | Float64Array): boolean {
  for (let index = 0; index < items.length; index += 1) if (Math.abs(items[index]!) >= limit) return false;
  return true;
}

/** `value` is neither null nor undefined: those always fit. */
export function canHold(column: Column, value: unknown): boolean {
  switch (column.kind) {
    case 'utf8':
      return typeof value === 'string' && hasUtf8Form(value);
    case 'int32':
      return isInt32(value);
    case 'int64':
      return Number.isSafeInteger(value);
    case 'float32':
    case 'float64':
      return typeof value === 'number' && Math.abs(value) < infinite[column.kind];
    case 'bool':
      return typeof value === 'boolean';
    case 'json':
    case 'json_and_rest':
      return true;
    case 'text_or_number':
      return Number.isFinite(value) || (typeof value === 'string' && hasUtf8Form(value));
    case 'rest':
      return false;
    case 'list':
      if (value instanceof PackedTexts) return column.item.kind === 'utf8';
      return isList(value) && canHoldEvery(column.item, value);
    case 'struct':
      return isRow(value) && fieldsFit(column.fields, value);
    case 'entries': {
      if (!isRow(value)) return false;
      const keyFits =
        column.keyKind === 'utf8' ? hasUtf8Form : (key: string) => isInt32(+key) && String(+key) === key;
      const inner: Column =
        column.value === undefined ? { kind: 'struct', fields: column.fields } : column.fields[column.value]!;
      return Object.entries(value).every(
        ([key, entry]) => keyFits(key) && entry !== null && entry !== undefined && canHold(inner, entry),
      );
    }
  }
}

/** A struct with a `rest` column takes every object; one without only what its columns can hold. */
function fieldsFit(fields: { readonly [name: string]: Column }, value: Record<string, unknown>): boolean {
  for (const name in fields) if (fields[name]!.kind === 'rest') return true;
  return Object.entries(value).every(([name, cell]) => {
    if (cell === undefined) return true;
    const column = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return column !== undefined && (cell === null || canHold(column, cell));
  });
}
