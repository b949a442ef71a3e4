// Bytes that come in pieces, read as if they were there: values are taken without waiting as long as they are at hand.

export class Pull {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  constructor(pieces: AsyncIterator<Uint8Array>) {
    this.#pieces = pieces;
  }

  /** What is at hand: valid until the next `fill`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** False where the pieces end before so many bytes are at hand. */
  async has(length: number): Promise<boolean> {
    while (this.left < length) {
      const next = await this.#pieces.next();
      if (next.done === true) return false;
      this.#add(next.value, length);
    }
    return true;
  }

  /** @throws where the pieces end before so many bytes are at hand. */
  async fill(length: number): Promise<void> {
    if (this.left < length && !(await this.has(length))) throw new Error('a page ends before its values do');
  }

  async take(length: number): Promise<Buffer> {
    await this.fill(length);
    const taken = Buffer.from(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return taken;
  }

  /** All that is left. */
  async rest(): Promise<Buffer> {
    const pieces = [Buffer.from(this.#bytes.subarray(this.#at, this.#end))];
    this.#at = this.#end;
    for (let next = await this.#pieces.next(); next.done !== true; next = await this.#pieces.next()) {
      pieces.push(Buffer.from(next.value));
    }
    return Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #add(piece: Uint8Array, wanted: number): void {
    if (this.#end + piece.length > this.#bytes.length) {
      const room = Math.max(wanted, this.left + piece.length, this.#bytes.length === 0 ? 0 : 128 * 1024);
      const target = room <= this.#bytes.length ? this.#bytes : Buffer.allocUnsafeSlow(room);
      this.#bytes.copy(target, 0, this.#at, this.#end);
      this.#bytes = target;
      this.#end -= this.#at;
      this.#at = 0;
    }
    this.#bytes.set(piece, this.#end);
    this.#end += piece.length;
  }
}
