// The parts of a stream among what is stored of a call: those of its last attempt, where that was being written when its
// process ended.
import { joinedStream, partNumber } from './read-stored-stream.ts';

export class StreamParts {
  /** In their order. */
  #parts: Buffer[] = [];
  #complete = false;

  /** Entries come with the newest first. True where it is a part, which is no reply for anyone. */
  take({ body }: { readonly body: Buffer }): boolean {
    const number = partNumber(body);
    if (number === null) {
      // What came of the attempt in the end is stored.
      this.#complete = true;
      return false;
    }
    if (this.#complete) return true;
    this.#parts.unshift(body);
    if (number === 0) this.#complete = true;
    return true;
  }

  /** What had come, as a stored stream; null without a part. */
  joined(): Buffer | null {
    return this.#parts.length === 0 ? null : joinedStream(this.#parts);
  }
}
