// Many short texts in two arrays: their UTF-8 one after the other, and where each ends. Millions of tokens cost no
// object each, and a text column takes them as they are.

export class PackedTexts {
  /** Text i is bytes[ends[i] .. ends[i + 1]]; ends[0] is 0. Well-formed UTF-8. */
  readonly bytes: Uint8Array;
  readonly ends: Int32Array;

  constructor(bytes: Uint8Array, ends: Int32Array) {
    this.bytes = bytes;
    this.ends = ends;
  }

  get length(): number {
    return this.ends.length - 1;
  }

  /** Copies its part of arrays that hold more. */
  static copy(bytes: Uint8Array, ends: Int32Array, from: number, to: number): PackedTexts {
    const first = ends[from]!;
    const own = ends.slice(from, to + 1);
    if (first !== 0) for (let at = 0; at < own.length; at += 1) own[at]! -= first;
    // A Buffer's own `slice` would share its memory.
    return new PackedTexts(Uint8Array.prototype.slice.call(bytes, first, ends[to]!), own);
  }

  /** So many texts without a byte. */
  static empty(count: number): PackedTexts {
    return new PackedTexts(new Uint8Array(0), new Int32Array(count + 1));
  }

  static of(texts: readonly string[]): PackedTexts {
    const ends = new Int32Array(texts.length + 1);
    const parts = texts.map((text) => Buffer.from(text));
    for (const [at, part] of parts.entries()) ends[at + 1] = ends[at]! + part.length;
    return new PackedTexts(Buffer.concat(parts), ends);
  }

  toStrings(): string[] {
    const buffer = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    return Array.from({ length: this.length }, (_, at) =>
      buffer.toString('utf8', this.ends[at]!, this.ends[at + 1]!),
    );
  }
}
