// A file as the Blob that parquet-wasm reads from. That reader ends the process (or its thread) when a read fails or
// comes up short; so a read here always gives the bytes asked for, zeros if need be, and says so on the side.
import { readSync } from 'node:fs';

export class FileBlob extends Blob {
  readonly #fd: number;
  readonly #from: number;
  readonly #onFailure: (cause: unknown) => void;

  constructor(fd: number, from: number, to: number, onFailure: (cause: unknown) => void) {
    super([]);
    this.#fd = fd;
    this.#from = from;
    this.#onFailure = onFailure;
    Object.defineProperty(this, 'size', { value: to - from });
  }

  override slice(from = 0, to = this.size): FileBlob {
    const end = Math.min(to, this.size);
    return new FileBlob(this.#fd, this.#from + from, this.#from + end, this.#onFailure);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    try {
      for (let filled = 0; filled < bytes.length; ) {
        const read = readSync(this.#fd, bytes, filled, bytes.length - filled, this.#from + filled);
        if (read === 0) throw new Error('the file has become shorter while it was read');
        filled += read;
      }
    } catch (cause) {
      this.#onFailure(cause);
    }
    return bytes.buffer;
  }
}
