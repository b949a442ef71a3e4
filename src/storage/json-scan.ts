// Where a string of JSON ends in its bytes, and what may stand between values.
import { quote } from './json-marks.ts';

const backslash = 0x5c;

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function isBomByte(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}

/** Follows a string from chunk to chunk. Jumps from quote to quote: most of a record is text between two. */
export class StringScan {
  /** The next chunk's first byte is escaped. */
  #escaped = false;

  /** Where the string around `at` ends (its quote), or -1 when it continues in the next chunk. */
  end(chunk: Buffer, at: number): number {
    const from = this.#escaped ? at + 1 : at;
    this.#escaped = false;
    const isEscaped = (place: number): boolean => {
      let first = place;
      while (first > from && chunk[first - 1] === backslash) first -= 1;
      return (place - first) % 2 === 1;
    };
    for (let found = chunk.indexOf(quote, from); found !== -1; found = chunk.indexOf(quote, found + 1)) {
      if (!isEscaped(found)) return found;
    }
    this.#escaped = from <= chunk.length && isEscaped(chunk.length);
    return -1;
  }
}
