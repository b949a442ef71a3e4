// Snappy and LZ4 blocks, decompressed piece by piece: the libraries for them take and give whole pages, and DuckDB
// writes pages of 100 MB. Both formats copy from what came before; how far back they may reach is kept.

/** A copy from farther back than is kept: the page must be read with all of it kept. */
export class FarCopyError extends Error {}

/** The bytes of a page as they come; null at its end. */
export type Pieces = () => Promise<Uint8Array | null>;

const pieceBytes = 64 * 1024;

/** Output with the last `kept` bytes of it at hand, passed on in pieces. */
class Window {
  #bytes: Buffer;
  #end = 0;
  #passed = 0;
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
    this.#bytes = Buffer.allocUnsafeSlow(kept + 2 * pieceBytes);
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const from = Math.min(this.#passed, Math.max(0, this.#end - this.#kept));
    const left = this.#end - from;
    const target =
      left + length <= this.#bytes.length ? this.#bytes : Buffer.allocUnsafeSlow((left + length) * 2);
    this.#bytes.copy(target, 0, from, this.#end);
    this.#bytes = target;
    this.#end = left;
    this.#passed -= from;
  }

  add(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.#end);
    this.#end += source.length;
  }

  copy(distance: number, length: number): void {
    if (distance === 0 || distance > this.#end)
      throw new FarCopyError('a page copies from before its beginning');
    this.#reserve(length);
    if (distance > this.#end) throw new FarCopyError('a page copies from far back');
    const from = this.#end - distance;
    if (distance >= length) this.#bytes.copyWithin(this.#end, from, from + length);
    else
      for (let index = 0; index < length; index += 1)
        this.#bytes[this.#end + index] = this.#bytes[from + index]!;
    this.#end += length;
  }

  get ready(): number {
    return this.#end - this.#passed;
  }

  /** A copy of what has not been passed on. */
  pass(): Buffer {
    const piece = Buffer.from(this.#bytes.subarray(this.#passed, this.#end));
    this.#passed = this.#end;
    return piece;
  }
}

/** Compressed bytes by one and by several, whatever pieces they come in. */
class Input {
  #piece: Uint8Array = new Uint8Array(0);
  #at = 0;
  readonly #pieces: Pieces;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** False at the end. */
  async more(): Promise<boolean> {
    while (this.#at >= this.#piece.length) {
      const next = await this.#pieces();
      if (next === null) return false;
      this.#piece = next;
      this.#at = 0;
    }
    return true;
  }

  /** Bytes at hand without waiting. */
  get left(): number {
    return this.#piece.length - this.#at;
  }

  byteNow(): number {
    const value = this.#piece[this.#at]!;
    this.#at += 1;
    return value;
  }

  async byte(): Promise<number> {
    if (this.left === 0 && !(await this.more())) throw new Error('a compressed page ends early');
    return this.byteNow();
  }

  /** Where `left` says that so many are at hand. */
  numberNow(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value += this.byteNow() * 2 ** (8 * index);
    return value;
  }

  /** Where `left` says that so many are at hand. */
  literalNow(length: number, window: Window): void {
    window.add(this.#piece.subarray(this.#at, this.#at + length));
    this.#at += length;
  }

  async number(bytes: number): Promise<number> {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) {
      value += (this.left > 0 ? this.byteNow() : await this.byte()) * 2 ** (8 * index);
    }
    return value;
  }

  async literal(length: number, window: Window): Promise<void> {
    for (let left = length; left > 0; ) {
      if (this.left === 0 && !(await this.more())) throw new Error('a compressed page ends early');
      const part = this.#piece.subarray(this.#at, this.#at + left);
      window.add(part);
      this.#at += part.length;
      left -= part.length;
    }
  }
}

/** @param kept How far back copies may reach, in bytes. */
export async function* unsnappy(pieces: Pieces, kept: number): AsyncGenerator<Buffer> {
  const input = new Input(pieces);
  const window = new Window(kept);
  // The length of the output comes first, and the page's header has said it.
  while ((await input.byte()) > 127);
  while (input.left > 0 || (await input.more())) {
    const tag = input.byteNow();
    switch (tag & 3) {
      case 0: {
        const short = tag >> 2;
        const length = (short < 60 ? short : await input.number(short - 59)) + 1;
        if (input.left >= length) input.literalNow(length, window);
        else await input.literal(length, window);
        break;
      }
      case 1: {
        const low = input.left > 0 ? input.byteNow() : await input.byte();
        window.copy(((tag >> 5) << 8) | low, ((tag >> 2) & 7) + 4);
        break;
      }
      default: {
        const bytes = (tag & 3) === 2 ? 2 : 4;
        const distance = input.left >= bytes ? input.numberNow(bytes) : await input.number(bytes);
        window.copy(distance, (tag >> 2) + 1);
      }
    }
    if (window.ready >= pieceBytes) yield window.pass();
  }
  if (window.ready > 0) yield window.pass();
}

/** @param kept As for `unsnappy`. */
export async function* unlz4(pieces: Pieces, kept: number): AsyncGenerator<Buffer> {
  const input = new Input(pieces);
  const window = new Window(kept);
  const lengthOf = async (start: number): Promise<number> => {
    let length = start;
    for (let byte = 255; start === 15 && byte === 255; length += byte) byte = await input.byte();
    return length;
  };
  while (input.left > 0 || (await input.more())) {
    const token = input.byteNow();
    const length = token >> 4 === 15 ? await lengthOf(15) : token >> 4;
    if (input.left >= length) input.literalNow(length, window);
    else await input.literal(length, window);
    // The last sequence is literals only.
    if (input.left > 0 || (await input.more())) {
      const distance = input.left >= 2 ? input.numberNow(2) : await input.number(2);
      window.copy(distance, ((token & 15) === 15 ? await lengthOf(15) : token & 15) + 4);
    }
    if (window.ready >= pieceBytes) yield window.pass();
  }
  if (window.ready > 0) yield window.pass();
}
