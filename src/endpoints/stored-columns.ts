// Logprobs as they are stored behind a line of JSON: their columns as they are, since they hardly compress, so that
// neither base64 nor a compressor would make them smaller. Little-endian, as every platform that Node runs on.
import { isUtf8 } from 'node:buffer';
import type { LateBenchError } from '../errors.ts';
import { PackedTexts } from '../storage/columnar/packed-texts.ts';
import type { ReplyLogprobs } from './reply-logprobs.ts';
import { garbled } from './wire-error.ts';
import { isObject, type JsonObject } from './wire-shape.ts';

type Column = Uint8Array | Int32Array | Float32Array;

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** What the line says of the columns behind it. */
export function columnFacts({ k, tokens, chosen, topTokens }: ReplyLogprobs): JsonObject {
  return {
    k,
    count: chosen.length,
    token_bytes: tokens.bytes.length,
    ...(topTokens.bytes.length > 0 ? { top_token_bytes: topTokens.bytes.length } : {}),
  };
}

/** Not copied: to be joined before the next reply is read. */
export function columnBytes({ tokens, chosen, top, topTokens }: ReplyLogprobs): readonly Uint8Array[] {
  const columns: Column[] = [chosen, top, tokens.ends, tokens.bytes];
  if (topTokens.bytes.length > 0) columns.push(topTokens.ends, topTokens.bytes);
  return columns.map(bytesOf);
}

function unreadable(): LateBenchError {
  return garbled('the columns of a stored reply cannot be read');
}

export function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Each text is well-formed by itself: none begins in the middle of a character. */
function areTexts(bytes: Uint8Array, ends: Int32Array): boolean {
  if (ends[0] !== 0 || ends.at(-1) !== bytes.length || !isUtf8(bytes)) return false;
  for (let at = 1; at < ends.length; at += 1) {
    const end = ends[at]!;
    if (end < ends[at - 1]! || (bytes[end]! & 0xc0) === 0x80) return false;
  }
  return true;
}

/**
 * Reads columns one after the other, each into memory of its own. They are judged, not trusted: a server may answer with
 * a body that looks like a stored one.
 */
class ColumnReader {
  readonly #body: Uint8Array;
  #at: number;

  constructor(body: Uint8Array, at: number) {
    this.#body = body;
    this.#at = at;
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    const to = this.#at + count;
    if (to > this.#body.length) throw unreadable();
    const read = new Uint8Array(count);
    read.set(this.#body.subarray(this.#at, to));
    this.#at = to;
    return read;
  }

  /** NaN where there is no number. */
  floats(count: number): Float32Array {
    const floats = new Float32Array(this.bytes(4 * count).buffer);
    for (let at = 0; at < floats.length; at += 1) if (Math.abs(floats[at]!) === Infinity) throw unreadable();
    return floats;
  }

  texts(count: number, bytes: number): PackedTexts {
    const ends = new Int32Array(this.bytes(4 * (count + 1)).buffer);
    const texts = new PackedTexts(this.bytes(bytes), ends);
    if (!areTexts(texts.bytes, ends)) throw unreadable();
    return texts;
  }

  end(): void {
    if (this.#at !== this.#body.length) throw unreadable();
  }
}

/** The columns from `at` to the end of a body. */
export function columnsOf(body: Uint8Array, at: number, facts: unknown): ReplyLogprobs | null {
  if (!isObject(facts)) return null;
  const { k, count, token_bytes: tokenBytes, top_token_bytes: topBytes } = facts;
  if (!isLength(k) || !isLength(count) || !isLength(tokenBytes)) throw unreadable();
  if (topBytes !== undefined && !isLength(topBytes)) throw unreadable();
  const columns = new ColumnReader(body, at);
  const chosen = columns.floats(count);
  const top = columns.floats(count * k);
  const tokens = columns.texts(count, tokenBytes);
  const topTokens =
    topBytes === undefined ? PackedTexts.empty(count * k) : columns.texts(count * k, topBytes);
  columns.end();
  return { k, tokens, chosen, top, topTokens };
}

/** Fewer alternatives than are kept, as a request may ask for. */
export function narrowed(logprobs: ReplyLogprobs | null, k: number): ReplyLogprobs | null {
  if (logprobs === null || logprobs.k === k) return logprobs;
  const count = logprobs.chosen.length;
  const top = new Float32Array(count * k).fill(Number.NaN);
  const texts: string[] = new Array(count * k).fill('');
  const known = logprobs.topTokens.toStrings();
  for (let at = 0; at < count; at += 1) {
    for (let rank = 0; rank < Math.min(k, logprobs.k); rank += 1) {
      top[at * k + rank] = logprobs.top[at * logprobs.k + rank]!;
      texts[at * k + rank] = known[at * logprobs.k + rank]!;
    }
  }
  return { ...logprobs, k, top, topTokens: PackedTexts.of(texts) };
}
