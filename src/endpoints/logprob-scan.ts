// Scans the logprobs of a chat completion from its bytes into typed arrays: a body of 5 to 10 MB would otherwise
// become a hundred thousand objects. As strict as `parseBody`; what is of another shape is left to the slow path.
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../storage/json-marks.ts';
import { bytesListEnd } from './json-bytes-list.ts';
import { readNumber } from './json-number.ts';
import { appendString, type TextSpace } from './json-string.ts';
import { valueEnd } from './json-value-end.ts';
import { LogprobColumns } from './logprob-columns.ts';
import { keyAt, keyLength, keyOf } from './logprob-keys.ts';
import { placeholder } from './reply-logprobs.ts';
import { UsualAlternatives } from './usual-alternatives.ts';

const nullWord = Buffer.from('null');
/** Numbers that Python writes and JSON does not have. */
const pythonWords = [
  { word: Buffer.from('-Infinity'), value: placeholder },
  { word: Buffer.from('NaN'), value: Number.NaN },
  { word: Buffer.from('Infinity'), value: Number.NaN },
];
const noBody = Buffer.alloc(0);
const noView = new DataView(new ArrayBuffer(0));

/** Thrown and caught within this file: the value is of another shape, or no JSON. */
const giveUp = new Error('another shape');

export interface ScannedLogprobs {
  /** What was in it: good until the next value is scanned. */
  readonly columns: LogprobColumns;
  /** Where the value ended. */
  readonly end: number;
}

/** Memory is kept from one body to the next: one scanner serves all bodies, and all streams, of a thread. */
export class LogprobScanner {
  /** Where the logprob of an alternative goes that is not kept. */
  readonly #unkept = new Float32Array(1);
  readonly #usual = new UsualAlternatives();
  readonly #own = new LogprobColumns();
  #into: LogprobColumns = this.#own;
  #body: Buffer = noBody;
  #view: DataView = noView;
  #at = 0;

  /**
   * The value that begins at `start`, with at most `k` alternatives of each token. `body` must be well-formed UTF-8.
   * Null where it is of another shape, or no JSON.
   */
  scan(body: Buffer, start: number, k: number): ScannedLogprobs | null {
    this.#own.begin(k, true);
    const end = this.append(body, start, this.#own);
    return end === -1 ? null : { columns: this.#own, end };
  }

  /**
   * Adds the tokens of a value to columns; it ends at `limit` at the latest. Where it ended; -1, and nothing is added, for
   * another shape.
   */
  append(body: Buffer, start: number, into: LogprobColumns, limit = body.length): number {
    this.#body = body;
    this.#view = new DataView(body.buffer, body.byteOffset, body.length);
    this.#at = start;
    this.#into = into;
    into.reserveTexts(limit - start);
    const before = into.count;
    try {
      into.count += this.#logprobs();
      return this.#at;
    } catch (error) {
      into.keep(before);
      if (error === giveUp) return -1;
      throw error;
    } finally {
      this.#body = noBody;
      this.#view = noView;
      this.#into = this.#own;
    }
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
    const into = this.#into;
    let count = 0;
    this.#expect(openBracket);
    if (this.#next(closeBracket)) {
      this.#at += 1;
      return 0;
    }
    do {
      const index = into.count + count;
      into.reserve(index + 1);
      this.#token(index);
      count += 1;
    } while (this.#more(closeBracket));
    return count;
  }

  #token(index: number): void {
    const into = this.#into;
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
      if (key === keyOf.token) this.#text(into.tokens);
      else if (key === keyOf.logprob) this.#logprob(into.chosen, index);
      else if (key === keyOf.bytes) this.#skipBytes();
      else this.#alternatives(index);
    } while (this.#more(closeBrace));
    if ((seen & 3) !== 3) throw giveUp;
    if ((seen & (1 << keyOf.topLogprobs)) === 0) this.#into.padAlternatives(index, 0);
    into.ends[index + 1] = into.tokens.length;
  }

  #alternatives(index: number): void {
    if (this.#isNull()) {
      this.#into.padAlternatives(index, 0);
      return;
    }
    const { k } = this.#into;
    let count = 0;
    this.#expect(openBracket);
    if (this.#next(closeBracket)) this.#at += 1;
    else {
      do {
        const usual = this.#usualAlternatives(index * k + count, k - count);
        count += usual;
        if (usual > 0) continue;
        this.#alternative(index * k + count, count < k);
        count += 1;
      } while (this.#more(closeBracket));
    }
    this.#into.padAlternatives(index, count);
  }

  /** How many of the next have the usual form. */
  #usualAlternatives(place: number, most: number): number {
    if (most <= 0) return 0;
    const count = this.#usual.read(this.#body, this.#view, this.#at, this.#into, place, most);
    if (count > 0) this.#at = this.#usual.end;
    return count;
  }

  #alternative(place: number, kept: boolean): void {
    const { topTokens, topEnds, top, keepsTexts } = this.#into;
    let seen = 0;
    const before = topTokens.length;
    this.#expect(openBrace);
    do {
      const key = this.#key();
      if (key > keyOf.bytes || key === keyOf.other) {
        this.#skipValue();
        continue;
      }
      if ((seen & (1 << key)) !== 0) throw giveUp;
      seen |= 1 << key;
      if (key === keyOf.token) this.#text(topTokens);
      else if (key === keyOf.logprob) {
        if (kept) this.#logprob(top, place);
        else this.#logprob(this.#unkept, 0);
      } else this.#skipBytes();
    } while (this.#more(closeBrace));
    if ((seen & 3) !== 3) throw giveUp;
    if (!kept || !keepsTexts) topTokens.length = before;
    if (kept && keepsTexts) topEnds[place + 1] = topTokens.length;
  }

  #logprob(into: Float32Array, place: number): void {
    if (this.#isNull()) {
      into[place] = Number.NaN;
      return;
    }
    const end = readNumber(this.#body, this.#view, this.#at, into, place);
    this.#at = end === -1 ? this.#pythonWord(into, place) : end;
    if (Math.abs(into[place]!) === Number.POSITIVE_INFINITY) into[place] = Number.NaN;
  }

  #pythonWord(into: Float32Array, place: number): number {
    const found = pythonWords.find(({ word }) =>
      word.equals(this.#body.subarray(this.#at, this.#at + word.length)),
    );
    if (found === undefined) throw giveUp;
    into[place] = found.value;
    return this.#at + found.word.length;
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
    if (this.#isNull()) return;
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
