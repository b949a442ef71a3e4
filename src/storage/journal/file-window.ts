// A file looked at through one buffer that slides forwards: many small reads cost one large one. The size is fixed
// when the window is opened, so a file that grows meanwhile is read to where it ended then.
import type { FileHandle } from 'node:fs/promises';

const windowBytes = 1 << 20;

export class FileWindow {
  readonly size: number;
  readonly #file: FileHandle;
  readonly #buffer: Buffer;
  #start = 0;
  #length = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
    this.#buffer = Buffer.allocUnsafe(Math.max(1, Math.min(windowBytes, size)));
  }

  /**
   * The bytes from `offset`: at least `wanted` (up to the size of the window) unless the file ends before, often
   * more. They are valid until the next call.
   */
  async from(offset: number, requested: number): Promise<Buffer> {
    const end = Math.min(offset + Math.min(requested, this.#buffer.length), this.size);
    if (offset < this.#start || end > this.#start + this.#length) await this.#load(offset);
    return this.#buffer.subarray(offset - this.#start, this.#length);
  }

  async #load(offset: number): Promise<void> {
    this.#start = offset;
    this.#length = 0;
    const requested = Math.min(this.#buffer.length, Math.max(0, this.size - offset));
    this.#length = await readInto(this.#buffer.subarray(0, requested), this.#file, offset);
  }
}

/** Fills the buffer from a place of the file; how many bytes there were, fewer where the file ends before. */
export async function readInto(buffer: Buffer, file: FileHandle, offset: number): Promise<number> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
