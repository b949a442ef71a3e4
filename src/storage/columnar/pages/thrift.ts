// Thrift's compact protocol, in which Parquet writes its footer and the headers of its pages: to a tree of numbered
// fields and back. What a field means is not known here, so fields that nobody asks for are passed on as they were.

export const thriftType = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

export interface ThriftField {
  readonly type: number;
  readonly value: ThriftValue;
}
export type ThriftStruct = Map<number, ThriftField>;
export interface ThriftList {
  readonly of: number;
  readonly items: readonly ThriftValue[];
}
export type ThriftValue = boolean | number | bigint | Buffer | ThriftList | ThriftStruct;

/** The bytes end inside a value: more of them may help. */
export class ThriftEndError extends Error {}

class Reader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new ThriftEndError('a header ends early');
    this.at += 1;
    return value;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new Error('a header has a number of more than 64 bits');
  }

  integer(): number | bigint {
    const raw = this.varint();
    const value = (raw >> 1n) ^ -(raw & 1n);
    return value >= -0x1fffffffffffffn && value <= 0x1fffffffffffffn ? Number(value) : value;
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new ThriftEndError('a header ends early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  list(): ThriftList {
    const head = this.byte();
    const of = head & 15;
    const count = head >> 4 === 15 ? Number(this.varint()) : head >> 4;
    const items: ThriftValue[] = [];
    for (let index = 0; index < count; index += 1) {
      items.push(of === thriftType.true || of === thriftType.false ? this.byte() === 1 : this.value(of));
    }
    return { of, items };
  }

  value(type: number): ThriftValue {
    switch (type) {
      case thriftType.true:
        return true;
      case thriftType.false:
        return false;
      case thriftType.byte:
        return this.byte();
      case thriftType.i16:
      case thriftType.i32:
      case thriftType.i64:
        return this.integer();
      case thriftType.double:
        return this.take(8);
      case thriftType.binary:
        return this.take(Number(this.varint()));
      case thriftType.list:
      case thriftType.set:
        return this.list();
      case thriftType.struct:
        return this.struct();
      default:
        throw new Error(`a header has a value of the unknown kind ${type}`);
    }
  }

  struct(): ThriftStruct {
    const fields: ThriftStruct = new Map();
    for (let id = 0; ; ) {
      const head = this.byte();
      if (head === 0) return fields;
      const type = head & 15;
      id = head >> 4 === 0 ? Number(this.integer()) : id + (head >> 4);
      fields.set(id, { type, value: this.value(type) });
    }
  }
}

/** Reads a struct from the start of the bytes; how many it took. */
export function readThrift(bytes: Buffer): { readonly struct: ThriftStruct; readonly length: number } {
  const reader = new Reader(bytes);
  const struct = reader.struct();
  return { struct, length: reader.at };
}

function pushVarint(out: number[], value: bigint): void {
  let rest = value;
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  out.push(Number(rest));
}

function pushInteger(out: number[], value: number | bigint): void {
  const wide = BigInt(value);
  pushVarint(out, BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n)));
}

function pushBytes(out: number[], bytes: Uint8Array): void {
  for (const byte of bytes) out.push(byte);
}

function pushValue(out: number[], type: number, value: ThriftValue): void {
  if (type === thriftType.byte) out.push(value as number);
  else if (typeof value === 'number' || typeof value === 'bigint') pushInteger(out, value);
  else if (Buffer.isBuffer(value)) {
    if (type === thriftType.binary) pushVarint(out, BigInt(value.length));
    pushBytes(out, value);
  } else if (value instanceof Map) pushStruct(out, value);
  else if (typeof value === 'object') {
    const { of, items } = value;
    if (items.length < 15) out.push((items.length << 4) | of);
    else {
      out.push(0xf0 | of);
      pushVarint(out, BigInt(items.length));
    }
    for (const item of items) {
      if (typeof item === 'boolean') out.push(item ? 1 : 2);
      else pushValue(out, of, item);
    }
  }
}

function pushStruct(out: number[], struct: ThriftStruct): void {
  let before = 0;
  for (const [id, { type, value }] of [...struct].sort(([a], [b]) => a - b)) {
    const kind = typeof value === 'boolean' ? (value ? thriftType.true : thriftType.false) : type;
    if (id - before < 16) out.push(((id - before) << 4) | kind);
    else {
      out.push(kind);
      pushInteger(out, id);
    }
    before = id;
    pushValue(out, kind, value);
  }
  out.push(0);
}

export function writeThrift(struct: ThriftStruct): Buffer {
  const out: number[] = [];
  pushStruct(out, struct);
  return Buffer.from(out);
}

export function numberAt(struct: ThriftStruct, id: number): number | undefined {
  const value = struct.get(id)?.value;
  return typeof value === 'number' ? value : undefined;
}

export function structAt(struct: ThriftStruct, id: number): ThriftStruct | undefined {
  const value = struct.get(id)?.value;
  return value instanceof Map ? value : undefined;
}

export function listAt(struct: ThriftStruct, id: number): readonly ThriftValue[] {
  const value = struct.get(id)?.value;
  return typeof value === 'object' && 'items' in value ? value.items : [];
}

/** A struct of fields that are given as numbers, bytes, lists or structs; integers are i32 unless they are in `wide`. */
export function thriftStruct(
  fields: Readonly<Record<number, ThriftValue>>,
  wide: readonly number[] = [],
): ThriftStruct {
  const struct: ThriftStruct = new Map();
  for (const [key, value] of Object.entries(fields)) {
    const id = Number(key);
    struct.set(id, { type: typeOf(value, wide.includes(id)), value });
  }
  return struct;
}

function typeOf(value: ThriftValue, wide: boolean): number {
  if (typeof value === 'boolean') return value ? thriftType.true : thriftType.false;
  if (typeof value === 'number' || typeof value === 'bigint') return wide ? thriftType.i64 : thriftType.i32;
  if (Buffer.isBuffer(value)) return thriftType.binary;
  return value instanceof Map ? thriftType.struct : thriftType.list;
}
