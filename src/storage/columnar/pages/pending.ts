// Levels and values of a column that were read and have not been passed on, to be written as pages of their own.

import type { Leaf } from './file-layout.ts';
import { bitWidth, packed } from './hybrid.ts';
import { thriftStruct, writeThrift } from './thrift.ts';

/** Bytes of a value by physical type; of booleans, which are kept one a byte; 0 where each has its own length. */
export function fixedWidth({ type, typeLength }: Leaf): number {
  return [1, 4, 8, 12, 4, 8, 0, typeLength][type] ?? 0;
}

class Numbers<S extends Uint8Array | Int32Array | Float64Array> {
  values: S;
  length = 0;

  constructor(values: S) {
    this.values = values;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new (this.values.constructor as new (length: number) => S)(this.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  dropFirst(count: number): void {
    this.values.copyWithin(0, count, this.length);
    this.length -= count;
  }
}

export type ValueKind = 'plain' | 'places';

export class Pending {
  readonly kind: ValueKind;
  readonly #leaf: Leaf;
  readonly #width: number;
  readonly #repetition = new Numbers(new Uint8Array(1024));
  readonly #definition = new Numbers(new Uint8Array(1024));
  /** Where each plain value ends, where they have lengths of their own. */
  readonly #ends = new Numbers(new Float64Array(1024));
  readonly #places = new Numbers(new Int32Array(1024));
  /** Bytes of the entries of the dictionary. */
  readonly #entryBytes: ArrayLike<number>;
  #bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  #size = 0;
  #decodedPlaces = 0;

  constructor(leaf: Leaf, kind: ValueKind, entryBytes: ArrayLike<number>) {
    this.#leaf = leaf;
    this.kind = kind;
    this.#width = fixedWidth(leaf);
    this.#entryBytes = entryBytes;
  }

  get entries(): number {
    return this.#definition.length;
  }

  /** What the values take once they are decoded. */
  get bytes(): number {
    return this.#size + this.#decodedPlaces;
  }

  addLevels(repetition: number, definition: number): void {
    this.#repetition.push(repetition);
    this.#definition.push(definition);
  }

  addPlace(place: number): void {
    const bytes = this.#entryBytes[place];
    if (bytes === undefined) throw new Error('a value is not in the dictionary');
    this.#places.push(place);
    this.#decodedPlaces += bytes;
  }

  /** Room for a plain value of so many bytes, and where it is: to be filled at once. */
  room(length: number): { readonly target: Buffer; readonly at: number } {
    const at = this.#size;
    if (at + length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow((at + length) * 2);
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
    }
    this.#size += length;
    if (this.#width === 0) this.#ends.push(this.#size);
    return { target: this.#bytes, at };
  }

  /** Entries that make up so many rows; rows begin where the repetition level is 0. */
  entriesOf(rows: number): number {
    if (this.#leaf.maxRepetition === 0) return Math.min(rows, this.entries);
    let started = 0;
    for (let index = 0; index < this.entries; index += 1) {
      if (this.#repetition.values[index] === 0 && started++ === rows) return index;
    }
    return this.entries;
  }

  rowsIn(entries: number): number {
    if (this.#leaf.maxRepetition === 0) return entries;
    let rows = 0;
    for (let index = 0; index < entries; index += 1) if (this.#repetition.values[index] === 0) rows += 1;
    return rows;
  }

  #valuesIn(entries: number): number {
    if (this.#leaf.maxDefinition === 0) return entries;
    let values = 0;
    const { values: levels } = this.#definition;
    for (let index = 0; index < entries; index += 1)
      if (levels[index] === this.#leaf.maxDefinition) values += 1;
    return values;
  }

  #endOf(values: number): number {
    if (this.#width > 0) return values * this.#width;
    return values === 0 ? 0 : this.#ends.values[values - 1]!;
  }

  #valueBytes(values: number): Buffer {
    if (this.kind === 'places') {
      let max = 0;
      for (let index = 0; index < values; index += 1) max = Math.max(max, this.#places.values[index]!);
      const width = Math.max(1, bitWidth(max));
      return Buffer.concat([Buffer.from([width]), packed(this.#places.values, 0, values, width)]);
    }
    // A copy, since the values after these move to their place.
    const bytes = Buffer.from(this.#bytes.subarray(0, this.#endOf(values)));
    if (this.#leaf.type !== 0) return bytes;
    const bits = Buffer.alloc(Math.ceil(values / 8));
    for (let index = 0; index < values; index += 1) bits[index >> 3]! |= bytes[index]! << (index & 7);
    return bits;
  }

  /** The first entries as a page of version 2, uncompressed. */
  page(entries: number): Buffer[] {
    const { maxDefinition, maxRepetition } = this.#leaf;
    const values = this.#valuesIn(entries);
    const repetition =
      maxRepetition === 0
        ? Buffer.alloc(0)
        : packed(this.#repetition.values, 0, entries, bitWidth(maxRepetition));
    const definition =
      maxDefinition === 0
        ? Buffer.alloc(0)
        : packed(this.#definition.values, 0, entries, bitWidth(maxDefinition));
    const body = this.#valueBytes(values);
    const size = repetition.length + definition.length + body.length;
    const data = thriftStruct({
      1: entries,
      2: entries - values,
      3: this.rowsIn(entries),
      4: this.kind === 'plain' ? 0 : 8,
      5: definition.length,
      6: repetition.length,
      7: false,
    });
    const header = writeThrift(thriftStruct({ 1: 3, 2: size, 3: size, 8: data }));
    return [header, repetition, definition, body];
  }

  drop(entries: number): void {
    const values = this.#valuesIn(entries);
    if (this.kind === 'places') {
      for (let index = 0; index < values; index += 1) {
        this.#decodedPlaces -= this.#entryBytes[this.#places.values[index]!]!;
      }
      this.#places.dropFirst(values);
    } else {
      const end = this.#endOf(values);
      this.#bytes.copyWithin(0, end, this.#size);
      this.#size -= end;
      if (this.#width === 0) {
        this.#ends.dropFirst(values);
        for (let index = 0; index < this.#ends.length; index += 1) this.#ends.values[index]! -= end;
      }
    }
    this.#repetition.dropFirst(entries);
    this.#definition.dropFirst(entries);
  }
}
