// Scans the logprobs of a chat completion from its bytes into typed arrays: a body of 5 to 10 MB would otherwise
// become a hundred thousand objects. As strict as JSON.parse; what is of another shape is left to the slow path.
import { PackedTexts } from '../storage/columnar/packed-texts.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../storage/json-scan.ts';
import { holdsBytes, holdsLogprob, holdsToken } from './fast-path-keys.ts';
import { bytesListEnd } from './json-bytes-list.ts';
import { createNumberReader } from './json-number.ts';
import { appendString, type TextSpace } from './json-string.ts';
import { valueEnd } from './json-value-end.ts';
import { keyAt, keyLength, keyOf } from './logprob-keys.ts';
import { finiteOrNaN, type ReplyLogprobs } from './reply-logprobs.ts';

const nullWord = Buffer.from('null');

/** Thrown and caught within this file: the value is of another shape, or no JSON. */
const giveUp = new Error('another shape');

export interface ScannedLogprobs {
  /** Null for an empty list. */
  readonly logprobs: ReplyLogprobs | null;
  /** Where the value ended. */
  readonly end: number;
}

/** Memory is kept from one body to the next: one scanner serves all bodies of a thread. */
export class LogprobScanner {
  readonly #number = createNumberReader();
  readonly #tokens: TextSpace = { bytes: Buffer.alloc(0), length: 0 };
  readonly #topTokens: TextSpace = { bytes: Buffer.alloc(0), length: 0 };
  #chosen = new Float32Array(0);
  #ends = new Int32Array(1);
  #top = new Float32Array(0);
  #topEnds = new Int32Array(1);
  #body: Buffer = Buffer.alloc(0);
  #at = 0;
  #k = 0;

  /**
   * The value that begins at `start`, with at most `k` alternatives of each token. `body` must be well-formed UTF-8.
   * Null where it is of another shape, or no JSON.
   */
  scan(body: Buffer, start: number, k: number): ScannedLogprobs | null {
    this.#body = body;
    this.#at = start;
    this.#k = k;
    for (const space of [this.#tokens, this.#topTokens]) {
      // Decoded text is never longer than its JSON.
      if (space.bytes.length < body.length) space.bytes = Buffer.allocUnsafeSlow(body.length);
      space.length = 0;
    }
    try {
      const count = this.#logprobs();
      return { logprobs: count === 0 ? null : this.#result(count), end: this.#at };
    } catch (error) {
      if (error === giveUp) return null;
      throw error;
    } finally {
      this.#body = Buffer.alloc(0);
    }
  }

  #result(count: number): ReplyLogprobs {
    const k = this.#k;
    return {
      k,
      tokens: PackedTexts.copy(this.#tokens.bytes, this.#ends, 0, count),
      chosen: this.#chosen.slice(0, count),
      top: this.#top.slice(0, count * k),
      topTokens: PackedTexts.copy(this.#topTokens.bytes, this.#topEnds, 0, count * k),
    };
  }

  /** `{"content": […], …}`; returns the number of tokens. */
  #logprobs(): number {
    let count = -1;
    this.#expect(openBrace);
    do {
      if (this.#key() === keyOf.content) {
        if (count !== -1 || !this.#next(openBracket)) throw giveUp;
        count = this.#content();
      } else this.#skipValue();
    } while (this.#more(closeBrace));
    if (count === -1) throw giveUp;
    return count;
  }

  #content(): number {
    let count = 0;
    this.#expect(openBracket);
    if (this.#next(closeBracket)) {
      this.#at += 1;
      return 0;
    }
    do {
      this.#reserve(count + 1);
      this.#token(count);
      count += 1;
    } while (this.#more(closeBracket));
    return count;
  }

  #reserve(count: number): void {
    if (count <= this.#chosen.length) return;
    const room = Math.max(1024, 2 * count);
    const grow = <Values extends Float32Array | Int32Array>(values: Values, grown: Values): Values => {
      grown.set(values);
      return grown;
    };
    this.#chosen = grow(this.#chosen, new Float32Array(room));
    this.#ends = grow(this.#ends, new Int32Array(room + 1));
    this.#top = grow(this.#top, new Float32Array(room * this.#k));
    this.#topEnds = grow(this.#topEnds, new Int32Array(room * this.#k + 1));
  }

  #token(index: number): void {
    let seen = 0;
    this.#expect(openBrace);
    do {
      const key = this.#key();
      if (key === keyOf.other || key === keyOf.content) {
        this.#skipValue();
        continue;
      }
      // A key that comes twice: JSON.parse would take the last.
      if ((seen & (1 << key)) !== 0) throw giveUp;
      seen |= 1 << key;
      if (key === keyOf.token) this.#text(this.#tokens);
      else if (key === keyOf.logprob) this.#chosen[index] = this.#logprob();
      else if (key === keyOf.bytes) this.#skipBytes();
      else this.#alternatives(index);
    } while (this.#more(closeBrace));
    if ((seen & 3) !== 3) throw giveUp;
    if ((seen & (1 << keyOf.topLogprobs)) === 0) this.#padAlternatives(index, 0);
    this.#ends[index + 1] = this.#tokens.length;
  }

  #alternatives(index: number): void {
    if (this.#isNull()) {
      this.#padAlternatives(index, 0);
      return;
    }
    let count = 0;
    this.#expect(openBracket);
    if (this.#next(closeBracket)) this.#at += 1;
    else {
      do {
        this.#alternative(index * this.#k + count, count < this.#k);
        count += 1;
      } while (this.#more(closeBracket));
    }
    this.#padAlternatives(index, count);
  }

  #alternative(place: number, kept: boolean): void {
    let seen = 0;
    const before = this.#topTokens.length;
    if (kept && this.#usualAlternative(place)) return;
    this.#topTokens.length = before;
    this.#expect(openBrace);
    do {
      const key = this.#key();
      if (key > keyOf.bytes || key === keyOf.other) {
        this.#skipValue();
        continue;
      }
      if ((seen & (1 << key)) !== 0) throw giveUp;
      seen |= 1 << key;
      if (key === keyOf.token) this.#text(this.#topTokens);
      else if (key === keyOf.logprob) {
        const value = this.#logprob();
        if (kept) this.#top[place] = value;
      } else this.#skipBytes();
    } while (this.#more(closeBrace));
    if ((seen & 3) !== 3) throw giveUp;
    if (kept) this.#topEnds[place + 1] = this.#topTokens.length;
    else this.#topTokens.length = before;
  }

  /** `{"token":"…","logprob":…,"bytes":[…]}` to the letter, as most servers write it. */
  #usualAlternative(place: number): boolean {
    const body = this.#body;
    if (!holdsToken(body, this.#at)) return false;
    let at = appendString(body, this.#at + 9, this.#topTokens);
    if (at === -1 || !holdsLogprob(body, at)) return false;
    const value = this.#number.float(body, at + 11);
    at = this.#number.end;
    if (Number.isNaN(value) || !holdsBytes(body, at)) return false;
    at = bytesListEnd(body, at + 9);
    if (at === -1 || body[at] !== closeBrace) return false;
    this.#top[place] = finiteOrNaN(value);
    this.#topEnds[place + 1] = this.#topTokens.length;
    this.#at = at + 1;
    return true;
  }

  #padAlternatives(index: number, count: number): void {
    for (let at = index * this.#k + count; at < (index + 1) * this.#k; at += 1) {
      this.#top[at] = Number.NaN;
      this.#topEnds[at + 1] = this.#topTokens.length;
    }
  }

  #logprob(): number {
    if (this.#isNull()) return Number.NaN;
    const value = this.#number.float(this.#body, this.#at);
    if (Number.isNaN(value)) throw giveUp;
    this.#at = this.#number.end;
    return finiteOrNaN(value);
  }

  #text(space: TextSpace): void {
    this.#at = appendString(this.#body, this.#at, space);
    if (this.#at === -1) throw giveUp;
  }

  /** The UTF-8 of a token as a list of numbers, of which nothing is kept. */
  #skipBytes(): void {
    const end = bytesListEnd(this.#body, this.#at);
    if (end === -1) this.#skipValue();
    else this.#at = end;
  }

  /** A value that is not ours: found by its brackets, judged by JSON.parse. */
  #skipValue(): void {
    const end = valueEnd(this.#body, this.#at);
    try {
      JSON.parse(this.#body.toString('utf8', this.#at, end));
    } catch {
      throw giveUp;
    }
    this.#at = end;
  }

  /** Reads a key and its colon, up to the value. */
  #key(): number {
    this.#skipBlanks();
    const body = this.#body;
    const at = this.#at;
    const key = keyAt(body, at);
    if (key !== keyOf.other) {
      this.#at = at + keyLength(key);
      this.#expect(colon);
      this.#skipBlanks();
      return key;
    }
    if (body[at] !== quote) throw giveUp;
    // An escape may hide a key of ours.
    const end = valueEnd(body, at);
    if (body.subarray(at, end).includes(0x5c)) throw giveUp;
    this.#skipValue();
    this.#expect(colon);
    this.#skipBlanks();
    return keyOf.other;
  }

  #isNull(): boolean {
    if (this.#body[this.#at] !== nullWord[0]) return false;
    for (let at = 1; at < 4; at += 1) if (this.#body[this.#at + at] !== nullWord[at]) throw giveUp;
    this.#at += 4;
    return true;
  }

  /** After a member: true when a comma says that another follows, false at the end. */
  #more(close: number): boolean {
    this.#skipBlanks();
    const byte = this.#body[this.#at];
    this.#at += 1;
    if (byte === comma) return true;
    if (byte === close) return false;
    throw giveUp;
  }

  #next(byte: number): boolean {
    this.#skipBlanks();
    return this.#body[this.#at] === byte;
  }

  #expect(byte: number): void {
    if (!this.#next(byte)) throw giveUp;
    this.#at += 1;
  }

  #skipBlanks(): void {
    for (;;) {
      const byte = this.#body[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at += 1;
    }
  }
}
