// Alternatives of a token as most servers write them, to the letter: `{"token":"…","logprob":…,"bytes":[…]}`. They are
// nearly all of a body, so four bytes are compared at once, and a list of bytes is compared with the token that was read.
// Whatever else there is, is left to the scanner.
import { closeBrace, comma, quote } from '../storage/json-marks.ts';
import { bytesListEnd } from './json-bytes-list.ts';
import { readNumber } from './json-number.ts';
import { appendString } from './json-string.ts';
import type { LogprobColumns } from './logprob-columns.ts';

const backslash = 0x5c;
const closeBracket = 0x5d;

/** Eight bytes as a view gives them at once: as a double, which for letters is neither NaN nor zero. */
function eight(text: string): number {
  return Buffer.from(text).readDoubleLE(0);
}

/** What stands between values: its first eight bytes and its last. */
interface Key {
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

function key(text: string): Key {
  return { length: text.length, first: eight(text.slice(0, 8)), last: eight(text.slice(-8)) };
}

const tokenKey = key('{"token":"');
const logprobKey = key(',"logprob":');
const bytesKey = key(',"bytes":[');

function holds(view: DataView, at: number, { length, first, last }: Key): boolean {
  return view.getFloat64(at, true) === first && view.getFloat64(at + length - 8, true) === last;
}

/** From here to the end of the bytes the slow path reads: nothing above looks farther. */
const margin = 64;

/** A byte in digits and the comma behind it, as four bytes of which `used` count. */
const inDigits = new Int32Array(256);
const used = new Int32Array(256);
const digits = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const text = `${byte},`;
  digits[byte] = text.length - 1;
  used[byte] = -1 >>> (32 - 8 * text.length);
  inDigits[byte] = Buffer.from(text.padEnd(4, '\0')).readInt32LE(0);
}

/** Where the list ends whose first number is at `at` and that has exactly these bytes; -1 for any other. */
function sameListEnd(
  view: DataView,
  limit: number,
  start: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  let at = start;
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index]!;
    // What closes the list is where a comma would be: the last number is compared without it.
    const mask = index + 1 < to ? used[byte]! : used[byte]! >>> 8;
    if (at > limit || ((view.getInt32(at, true) ^ inDigits[byte]!) & mask) !== 0) return -1;
    at += digits[byte]! + 1;
  }
  return to > from && view.getUint8(at - 1) === closeBracket ? at : -1;
}

export class UsualAlternatives {
  /** Where the last one ended. */
  end = 0;

  /**
   * Reads at most `most` alternatives with a comma between, from `at` on, into the places from `place` on; returns how
   * many. It stops in front of what is of another form.
   */
  read(
    body: Buffer,
    view: DataView,
    start: number,
    into: LogprobColumns,
    place: number,
    most: number,
  ): number {
    const { topTokens } = into;
    let at = start;
    for (let count = 0; count < most; count += 1) {
      const before = topTokens.length;
      const end = this.#one(body, view, at, into, place + count);
      if (end === -1) {
        topTokens.length = before;
        return count;
      }
      if (!into.keepsTexts) topTokens.length = before;
      this.end = end;
      if (body[end] !== comma) return count + 1;
      at = end + 1;
    }
    return most;
  }

  /** Where it ended; -1 for another form. */
  #one(body: Buffer, view: DataView, start: number, into: LogprobColumns, place: number): number {
    const limit = body.length - margin;
    if (start > limit || !holds(view, start, tokenKey)) return -1;
    const { topTokens, topEnds, top } = into;
    const { bytes } = topTokens;
    const textStart = topTokens.length;
    let to = textStart;
    let at = start + tokenKey.length;
    for (;;) {
      const byte = body[at]!;
      if (byte === quote || byte === backslash || byte < 0x20 || at > limit) break;
      bytes[to] = byte;
      to += 1;
      at += 1;
    }
    if (body[at] === quote) {
      at += 1;
      topTokens.length = to;
    } else {
      at = appendString(body, start + tokenKey.length - 1, topTokens);
      if (at === -1) return -1;
      to = topTokens.length;
    }
    if (at > limit || !holds(view, at, logprobKey)) return -1;
    at = readNumber(body, view, at + logprobKey.length, top, place);
    if (at === -1 || at > limit || !holds(view, at, bytesKey)) return -1;
    const same = sameListEnd(view, limit, at + bytesKey.length, bytes, textStart, to);
    at = same === -1 ? bytesListEnd(body, at + bytesKey.length - 1) : same;
    if (at === -1 || body[at] !== closeBrace) return -1;
    if (Math.abs(top[place]!) === Number.POSITIVE_INFINITY) top[place] = Number.NaN;
    if (into.keepsTexts) topEnds[place + 1] = to;
    return at + 1;
  }
}
