// Reads single cells of Arrow columns without children as JSON values. Batches come straight from IPC, so their
// data begin at offset 0. Foreign types get a JSON form: 64-bit integers beyond 2^53 and exact decimals become
// text, times ISO 8601 text, bytes base64 text; NaN, which JSON lacks, is null.
import { type Data, DataType, type Decimal, type TimeUnit, Vector } from 'apache-arrow';
import { durationText, momentText, timeOfDayText } from './time-text.ts';

export type Cell = (index: number) => unknown;

export function orNull(data: Data, read: Cell): Cell {
  // A column of nulls alone has no bits: pyarrow makes one of a field that no row has.
  if (data.nullCount === 0 || DataType.isNull(data.type)) return read;
  const bits = data.nullBitmap;
  return (index) => ((bits[index >> 3]! >> (index & 7)) & 1 ? read(index) : null);
}

export function isText(type: DataType): boolean {
  return DataType.isUtf8(type) || DataType.isLargeUtf8(type);
}

export function textCell(data: Data): (index: number) => string {
  const values = data.values as Uint8Array;
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const ends: ArrayLike<number | bigint> = data.valueOffsets;
  return (index) => {
    const from = Number(ends[index]);
    const to = Number(ends[index + 1]);
    if (!(from >= 0 && from <= to && to <= bytes.length)) {
      throw new Error(`a text reaches from byte ${from} to ${to} of ${bytes.length}`);
    }
    return bytes.toString('utf8', from, to);
  };
}

function fromBigInt(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Little-endian 32-bit words in two's complement, with the point `scale` digits from the right. */
function decimalText(words: Uint32Array, scale: number): string {
  let value = 0n;
  for (let word = words.length - 1; word >= 0; word -= 1) value = (value << 32n) | BigInt(words[word]!);
  value = BigInt.asIntN(words.length * 32, value);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return value < 0n ? `-${text}` : text;
}

function isoText(milliseconds: number | bigint | Date): string {
  return new Date(Number(milliseconds)).toISOString();
}

function jsonValue(type: DataType, value: unknown): unknown {
  if (DataType.isDictionary(type)) return jsonValue(type.dictionary, value);
  if (DataType.isTimestamp(type)) return isoText(value as number);
  if (DataType.isDate(type)) return isoText(value as number).slice(0, 10);
  if (DataType.isDecimal(type)) return decimalText(value as Uint32Array, (type as Decimal).scale);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'bigint') return fromBigInt(value);
  // An interval: months, days and so on.
  if (value instanceof Int32Array) return [...value];
  return Number.isNaN(value) ? null : value;
}

function timeCell(data: Data, unit: TimeUnit, text: (value: bigint, unit: TimeUnit) => string): Cell {
  const values = data.values as ArrayLike<number | bigint>;
  return (index) => text(BigInt(values[index]!), unit);
}

export function scalarCell(data: Data): Cell {
  const { type } = data;
  if (isText(type)) return textCell(data);
  if (DataType.isInt(type)) {
    const values = data.values as ArrayLike<number | bigint>;
    return type.bitWidth === 64 ? (index) => fromBigInt(values[index] as bigint) : (index) => values[index];
  }
  if (DataType.isFloat(type) && type.precision > 0) {
    const values = data.values as ArrayLike<number>;
    return (index) => (Number.isNaN(values[index]) ? null : values[index]);
  }
  if (DataType.isBool(type)) {
    const bits = data.values as Uint8Array;
    return (index) => ((bits[index >> 3]! >> (index & 7)) & 1) === 1;
  }
  if (DataType.isTimestamp(type)) return timeCell(data, type.unit, momentText);
  if (DataType.isTime(type)) return timeCell(data, type.unit, timeOfDayText);
  if (DataType.isDuration(type)) return timeCell(data, type.unit, durationText);
  const vector = new Vector([data]);
  return (index) => {
    const value: unknown = vector.get(index);
    return value === null ? null : jsonValue(type, value);
  };
}
