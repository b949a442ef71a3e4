// Memory for the long bodies of a client: how much of it is taken at once, and buffers that are used again. A buffer of
// megabytes that is made for each body costs its pages anew each time, and the collector a round for every few.
import { ByteSemaphore } from '../storage/byte-semaphore.ts';

/** Lengths are rounded up to this, so that bodies of about one length fit into each other's buffers. */
const stepBytes = 1 << 16;

export class BodyRoom extends ByteSemaphore {
  readonly #spareLimit: number;
  readonly #spare: Buffer[] = [];
  #spareBytes = 0;

  /** @param limitBytes Of bodies at once, and of buffers that wait for the next. */
  constructor(limitBytes: number) {
    super(limitBytes);
    this.#spareLimit = limitBytes;
  }

  /** At least `bytes` long, with anything in it. */
  buffer(bytes: number): Buffer {
    const at = this.#spare.findLastIndex(({ length }) => length >= bytes && length <= 2 * bytes + stepBytes);
    if (at === -1) return Buffer.allocUnsafeSlow(Math.ceil(bytes / stepBytes) * stepBytes);
    const [found] = this.#spare.splice(at, 1);
    this.#spareBytes -= found!.length;
    return found!;
  }

  /** The next body may overwrite it: nobody may look at it any more. */
  reuse(buffer: Buffer): void {
    this.#spare.push(buffer);
    this.#spareBytes += buffer.length;
    while (this.#spareBytes > this.#spareLimit) this.#spareBytes -= this.#spare.shift()!.length;
  }
}
