// The values of a page, one by one, whatever they are encoded in: as plain bytes, or as places in the dictionary.
import { deltaNumbers } from './delta.ts';
import type { Leaf } from './file-layout.ts';
import { Hybrid } from './hybrid.ts';
import { fixedWidth, type Pending, type ValueKind } from './pending.ts';
import type { Pull } from './pull.ts';

/** Numbers of encodings in the format. */
export const encodings = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  bitPacked: 4,
  delta: 5,
  deltaLength: 6,
  deltaBytes: 7,
  dictionary: 8,
  split: 9,
} as const;

export interface PageValues {
  readonly kind: ValueKind;
  /** Copies the next value; 0, or how many bytes must be at hand for it first. */
  copy(pending: Pending): number;
}

function plainBytes(pull: Pull, limit: number): PageValues['copy'] {
  return (pending) => {
    if (pull.left < 4) return 4;
    const length = 4 + pull.bytes.readUInt32LE(pull.at);
    if (length > limit) throw new Error('a value is longer than its page');
    if (pull.left < length) return length;
    const { target, at } = pending.room(length);
    pull.bytes.copy(target, at, pull.at, pull.at + length);
    pull.skip(length);
    return 0;
  };
}

function plainFixed(pull: Pull, width: number): PageValues['copy'] {
  return (pending) => {
    if (pull.left < width) return width;
    const { target, at } = pending.room(width);
    pull.bytes.copy(target, at, pull.at, pull.at + width);
    pull.skip(width);
    return 0;
  };
}

function plainBits(pull: Pull): PageValues['copy'] {
  let bit = 0;
  return (pending) => {
    if (pull.left < 1) return 1;
    const { target, at } = pending.room(1);
    target[at] = (pull.bytes[pull.at]! >> bit) & 1;
    bit = (bit + 1) & 7;
    if (bit === 0) pull.skip(1);
    return 0;
  };
}

function addBytes(pending: Pending, { type }: Leaf, bytes: Uint8Array): void {
  const head = type === 6 ? 4 : 0;
  const { target, at } = pending.room(head + bytes.length);
  if (head > 0) target.writeUInt32LE(bytes.length, at);
  target.set(bytes, at + head);
}

/** Texts whose lengths come before all of them; each may begin as the one before did. */
function bytesByLength(
  leaf: Leaf,
  pull: Pull,
  lengths: BigInt64Array,
  prefixes: BigInt64Array | undefined,
): PageValues['copy'] {
  let index = 0;
  let before = Buffer.alloc(0);
  return (pending) => {
    if (index >= lengths.length) throw new Error('a page has more values than lengths');
    const length = Number(lengths[index]);
    if (length < 0) throw new Error('a value of negative length');
    if (pull.left < length) return length;
    const own = pull.bytes.subarray(pull.at, pull.at + length);
    const shared = Number(prefixes?.[index] ?? 0n);
    if (shared < 0 || shared > before.length) throw new Error('a value shares more than there is');
    if (prefixes === undefined) addBytes(pending, leaf, own);
    else {
      before = Buffer.concat([before.subarray(0, shared), own]);
      addBytes(pending, leaf, before);
    }
    pull.skip(length);
    index += 1;
    return 0;
  };
}

function deltaValues(values: BigInt64Array, width: number): PageValues['copy'] {
  let index = 0;
  return (pending) => {
    if (index >= values.length) throw new Error('a page ends before its values do');
    const { target, at } = pending.room(width);
    if (width === 4) target.writeInt32LE(Number(values[index]), at);
    else target.writeBigInt64LE(values[index]!, at);
    index += 1;
    return 0;
  };
}

function splitValues(bytes: Buffer, width: number): PageValues['copy'] {
  const count = Math.floor(bytes.length / width);
  let index = 0;
  return (pending) => {
    if (index >= count) throw new Error('a page ends before its values do');
    const { target, at } = pending.room(width);
    for (let byte = 0; byte < width; byte += 1) target[at + byte] = bytes[byte * count + index]!;
    index += 1;
    return 0;
  };
}

/** @param rawBytes Size of the page before compression. */
export async function openValues(
  encoding: number,
  leaf: Leaf,
  pull: Pull,
  rawBytes: number,
): Promise<PageValues> {
  const width = fixedWidth(leaf);
  const isBoolean = leaf.type === 0;
  switch (encoding) {
    case encodings.plain: {
      const own = width === 0 ? plainBytes(pull, rawBytes) : plainFixed(pull, width);
      return { kind: 'plain', copy: isBoolean ? plainBits(pull) : own };
    }
    case encodings.plainDictionary:
    case encodings.dictionary: {
      const bytes = await pull.rest();
      const places = new Hybrid(bytes, bytes[0] ?? 0, 1);
      return {
        kind: 'places',
        copy(pending) {
          pending.addPlace(places.next());
          return 0;
        },
      };
    }
    case encodings.rle: {
      const bits = new Hybrid(await pull.rest(), 1, 4);
      return {
        kind: 'plain',
        copy(pending) {
          const { target, at } = pending.room(1);
          target[at] = bits.next();
          return 0;
        },
      };
    }
    case encodings.delta:
      return { kind: 'plain', copy: deltaValues(await deltaNumbers(pull, width === 4 ? 32 : 64), width) };
    case encodings.deltaLength:
      return { kind: 'plain', copy: bytesByLength(leaf, pull, await deltaNumbers(pull, 32), undefined) };
    case encodings.deltaBytes: {
      const prefixes = await deltaNumbers(pull, 32);
      return { kind: 'plain', copy: bytesByLength(leaf, pull, await deltaNumbers(pull, 32), prefixes) };
    }
    case encodings.split:
      return { kind: 'plain', copy: splitValues(await pull.rest(), width) };
    default:
      throw new Error(`values in the unknown encoding ${encoding}`);
  }
}
