// Bytes of pages that are added to one after the other, in memory that is used again for the next row group.

export class PageBytes {
  bytes = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  /** Makes room for `more` bytes behind `length`. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    grown.set(this.filled());
    this.bytes = grown;
  }

  add(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  addByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** In four bytes, little-endian. */
  addLength(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeUInt32LE(value, this.length);
  }

  /** Seven bits a byte, the lowest first. */
  addVarint(value: number): void {
    this.reserve(5);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) {
      this.bytes[this.length] = (rest % 128) | 128;
      this.length += 1;
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  /** A view: good until more is added. */
  filled(from = 0): Buffer {
    return this.bytes.subarray(from, this.length);
  }
}
