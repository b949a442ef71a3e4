// The logprobs of a reply in columns that grow: tokens and their texts, with k alternatives each, and no object a token.
import { PackedTexts } from '../storage/columnar/packed-texts.ts';
import type { TextSpace } from './json-string.ts';
import type { ReplyLogprobs } from './reply-logprobs.ts';

function grown<Values extends Float32Array | Int32Array>(values: Values, into: Values): Values {
  into.set(values);
  return into;
}

/** Makes room for `more` bytes of text. */
function reserveText(space: TextSpace, more: number): void {
  if (space.bytes.length - space.length >= more) return;
  const bytes = Buffer.allocUnsafeSlow(Math.max(4096, 2 * space.bytes.length, space.length + more));
  space.bytes.copy(bytes, 0, 0, space.length);
  space.bytes = bytes;
}

/**
 * Arrays are longer than what they hold, and are exchanged as they grow: whoever reads them takes them anew. Memory is
 * kept from one reply to the next.
 */
export class LogprobColumns {
  k = 0;
  /** Tokens that they hold. */
  count = 0;
  /** False: texts of alternatives are left out. */
  keepsTexts = true;
  readonly tokens: TextSpace = { bytes: Buffer.alloc(0), length: 0 };
  readonly topTokens: TextSpace = { bytes: Buffer.alloc(0), length: 0 };
  chosen = new Float32Array(0);
  ends = new Int32Array(1);
  top = new Float32Array(0);
  topEnds = new Int32Array(1);

  begin(k: number, keepsTexts: boolean): void {
    // Room is counted in tokens: with more alternatives, or their texts, it would be too small.
    if (k !== this.k || keepsTexts !== this.keepsTexts) this.#empty();
    this.k = k;
    this.count = 0;
    this.keepsTexts = keepsTexts;
    this.tokens.length = 0;
    this.topTokens.length = 0;
  }

  #empty(): void {
    this.chosen = new Float32Array(0);
    this.ends = new Int32Array(1);
    this.top = new Float32Array(0);
    this.topEnds = new Int32Array(1);
  }

  /** Makes room for texts of so many bytes: decoded text is never longer than its JSON. */
  reserveTexts(bytes: number): void {
    reserveText(this.tokens, bytes);
    reserveText(this.topTokens, bytes);
  }

  /** Makes room for `count` tokens in all. */
  reserve(count: number): void {
    if (count <= this.chosen.length) return;
    const room = Math.max(1024, 2 * count);
    this.chosen = grown(this.chosen, new Float32Array(room));
    this.ends = grown(this.ends, new Int32Array(room + 1));
    this.top = grown(this.top, new Float32Array(room * this.k));
    if (this.keepsTexts) this.topEnds = grown(this.topEnds, new Int32Array(room * this.k + 1));
  }

  /** Takes away what comes after the first `count` tokens. */
  keep(count: number): void {
    this.count = count;
    this.tokens.length = count === 0 ? 0 : this.ends[count]!;
    this.topTokens.length = count === 0 || !this.keepsTexts ? 0 : this.topEnds[count * this.k]!;
  }

  padAlternatives(index: number, count: number): void {
    for (let at = index * this.k + count; at < (index + 1) * this.k; at += 1) {
      this.top[at] = Number.NaN;
      if (this.keepsTexts) this.topEnds[at + 1] = this.topTokens.length;
    }
  }

  /** Adds tokens that were read otherwise, with as many alternatives. */
  add({ tokens, chosen, top, topTokens }: ReplyLogprobs): void {
    const { k, count: from } = this;
    this.reserve(from + chosen.length);
    this.chosen.set(chosen, from);
    this.top.set(top, from * k);
    this.#addTexts(this.tokens, this.ends, from, tokens);
    if (this.keepsTexts) this.#addTexts(this.topTokens, this.topEnds, from * k, topTokens);
    this.count += chosen.length;
  }

  #addTexts(space: TextSpace, ends: Int32Array, from: number, texts: PackedTexts): void {
    reserveText(space, texts.bytes.length);
    space.bytes.set(texts.bytes, space.length);
    for (let at = 1; at <= texts.length; at += 1) ends[from + at] = space.length + texts.ends[at]!;
    space.length += texts.bytes.length;
  }

  /** Tokens that fit in before anything grows. */
  get room(): number {
    return this.chosen.length;
  }

  /**
   * The tokens from `first` on as they are here: good until something is added or another reply begins. Null where there
   * is none.
   */
  view(first = 0): ReplyLogprobs | null {
    const { k, count } = this;
    if (count <= first) return null;
    if (first > 0) return this.result(first);
    return {
      k,
      tokens: new PackedTexts(
        this.tokens.bytes.subarray(0, this.tokens.length),
        this.ends.subarray(0, count + 1),
      ),
      chosen: this.chosen.subarray(0, count),
      top: this.top.subarray(0, count * k),
      topTokens: this.keepsTexts
        ? new PackedTexts(
            this.topTokens.bytes.subarray(0, this.topTokens.length),
            this.topEnds.subarray(0, count * k + 1),
          )
        : PackedTexts.empty(count * k),
    };
  }

  /** A copy of the tokens from `first` on; null where there is none. */
  result(first = 0): ReplyLogprobs | null {
    const { k, count } = this;
    if (count <= first) return null;
    return {
      k,
      tokens: PackedTexts.copy(this.tokens.bytes, this.ends, first, count),
      chosen: this.chosen.slice(first, count),
      top: this.top.slice(first * k, count * k),
      topTokens: this.keepsTexts
        ? PackedTexts.copy(this.topTokens.bytes, this.topEnds, first * k, count * k)
        : PackedTexts.empty((count - first) * k),
    };
  }
}
