// Builders of columns without children: text, numbers, booleans. Typed arrays straight into Arrow data.
import { Bool, type Data, type DataType, Float32, Float64, Int32, Int64, makeData, Utf8 } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { Bits, Growable, Offsets, type Store } from './growable.ts';
import { PackedTexts } from './packed-texts.ts';

export interface ColumnBuilder {
  readonly type: DataType;
  /** A value that `fits` the column. */
  append(value: unknown): void;
  appendNull(): void;
  /** Takes all values of a packed list at once; false where they are not packed for this column. NaN is null. */
  appendPacked?(values: unknown): boolean;
  /** The cells so far. The data share the builder's memory: valid until the next `append` or `reset`. */
  finish(): Data;
  reset(): void;
}

/** Counts the bytes of all builders of a batch. */
export interface Meter {
  bytes: number;
}

/** What every kind of Arrow data wants to know about its nulls. */
interface Nulls {
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap: Uint8Array | null;
}

export function nullsOf(validity: Bits): Nulls {
  return {
    length: validity.length,
    nullCount: validity.unset,
    nullBitmap: validity.unset === 0 ? null : validity.filled(),
  };
}

const maxTextBytes = 2 ** 31 - 1;

export function textBuilder(meter: Meter, toText: (value: unknown) => string): ColumnBuilder {
  const type = new Utf8();
  const validity = new Bits();
  const ends = new Offsets();
  const bytes = new Growable((length) => Buffer.allocUnsafeSlow(length));
  const endCell = (valid: boolean): void => {
    validity.push(valid);
    ends.push(bytes.length);
    meter.bytes += 4;
  };
  const appendBytes = (size: number, write: (target: Buffer) => void): void => {
    if (bytes.length + size > maxTextBytes) {
      const message = 'a row group cannot hold more than 2 GiB of text in one column';
      throw new LateBenchError('LB_OUTPUT', message);
    }
    bytes.reserve(size);
    write(bytes.values);
    bytes.length += size;
    meter.bytes += size;
  };
  return {
    type,
    append(value) {
      const text = toText(value);
      appendBytes(Buffer.byteLength(text), (target) => target.write(text, bytes.length));
      endCell(true);
    },
    appendNull: () => endCell(false),
    appendPacked(values) {
      if (!(values instanceof PackedTexts)) return false;
      const start = bytes.length - values.ends[0]!;
      appendBytes(values.bytes.length, (target) => target.set(values.bytes, bytes.length));
      validity.pushSet(values.length);
      ends.pushAll(values.ends, start);
      meter.bytes += 4 * values.length;
      return true;
    },
    finish: () => makeData({ type, ...nullsOf(validity), valueOffsets: ends.filled(), data: bytes.filled() }),
    reset() {
      validity.reset();
      ends.reset();
      bytes.reset();
    },
  };
}

/** One kind of number: how it is stored, and how its store becomes Arrow data. */
interface NumberKind<S extends Store> {
  readonly type: DataType;
  make(length: number): S;
  set(values: S, at: number, value: number): void;
  /** The same for several at once. */
  setAll?(values: S, at: number, source: PackedNumbers): void;
  finish(nulls: Nulls, values: S): Data;
}

/** Lists of numbers as typed arrays. */
type PackedNumbers = Float32Array | Float64Array | Int32Array | Uint8Array;

export function isPackedNumbers(values: unknown): values is PackedNumbers {
  return (
    values instanceof Float32Array ||
    values instanceof Float64Array ||
    values instanceof Int32Array ||
    values instanceof Uint8Array
  );
}

function hasNaN(values: PackedNumbers): boolean {
  for (let at = 0; at < values.length; at += 1) if (Number.isNaN(values[at]!)) return true;
  return false;
}

function numberBuilder<S extends Store>(meter: Meter, kind: NumberKind<S>): ColumnBuilder {
  const validity = new Bits();
  const store = new Growable(kind.make);
  const push = (value: number, valid: boolean): void => {
    validity.push(valid);
    store.reserve(1);
    kind.set(store.values, store.length, value);
    store.length += 1;
    meter.bytes += store.values.BYTES_PER_ELEMENT;
  };
  return {
    type: kind.type,
    append: (value) => push(value as number, true),
    appendNull: () => push(0, false),
    appendPacked(values) {
      if (!isPackedNumbers(values)) return false;
      store.reserve(values.length);
      if (kind.setAll !== undefined && !hasNaN(values)) {
        kind.setAll(store.values, store.length, values);
        validity.pushSet(values.length);
      } else {
        for (let at = 0; at < values.length; at += 1) {
          const value = values[at]!;
          const known = !Number.isNaN(value);
          validity.push(known);
          kind.set(store.values, store.length + at, known ? value : 0);
        }
      }
      store.length += values.length;
      meter.bytes += values.length * store.values.BYTES_PER_ELEMENT;
      return true;
    },
    finish: () => kind.finish(nullsOf(validity), store.filled()),
    reset() {
      validity.reset();
      store.reset();
    },
  };
}

function setNumber(values: Int32Array | Float32Array | Float64Array, at: number, value: number): void {
  values[at] = value;
}

function setNumbers(
  values: Int32Array | Float32Array | Float64Array,
  at: number,
  source: PackedNumbers,
): void {
  values.set(source, at);
}

export function int32Builder(meter: Meter): ColumnBuilder {
  const type = new Int32();
  return numberBuilder(meter, {
    type,
    make: (length) => new Int32Array(length),
    set: setNumber,
    setAll: setNumbers,
    finish: (nulls, data) => makeData({ type, ...nulls, data }),
  });
}

export function int64Builder(meter: Meter): ColumnBuilder {
  const type = new Int64();
  return numberBuilder(meter, {
    type,
    make: (length) => new BigInt64Array(length),
    set(values, at, value) {
      values[at] = BigInt(value);
    },
    finish: (nulls, data) => makeData({ type, ...nulls, data }),
  });
}

export function float32Builder(meter: Meter): ColumnBuilder {
  const type = new Float32();
  return numberBuilder(meter, {
    type,
    make: (length) => new Float32Array(length),
    set: setNumber,
    setAll: setNumbers,
    finish: (nulls, data) => makeData({ type, ...nulls, data }),
  });
}

export function float64Builder(meter: Meter): ColumnBuilder {
  const type = new Float64();
  return numberBuilder(meter, {
    type,
    make: (length) => new Float64Array(length),
    set: setNumber,
    setAll: setNumbers,
    finish: (nulls, data) => makeData({ type, ...nulls, data }),
  });
}

export function boolBuilder(meter: Meter): ColumnBuilder {
  const type = new Bool();
  const validity = new Bits();
  const values = new Bits();
  const push = (value: boolean, valid: boolean): void => {
    validity.push(valid);
    values.push(value);
    meter.bytes += 1;
  };
  return {
    type,
    append: (value) => push(value === true, true),
    appendNull: () => push(false, false),
    finish: () => makeData({ type, ...nullsOf(validity), data: values.filled() }),
    reset() {
      validity.reset();
      values.reset();
    },
  };
}
