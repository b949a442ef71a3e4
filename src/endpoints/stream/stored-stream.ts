// How a streamed reply is kept: what came of it, in columns. The bytes on the wire are ten times as many, and are
// dropped as they are read, so that a thousand open streams fit into memory.
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { ChatReply } from '../chat.ts';
import type { ReplyLogprobs } from '../reply-logprobs.ts';
import { garbled } from '../wire-error.ts';
import { isObject, type JsonObject, parseJson, textOrNull } from '../wire-shape.ts';
import { type ReportedUsage, readUsage } from '../wire-usage.ts';

/** How a stream came to its end: whole; by us, who had heard enough; or it broke off. */
export const streamEnds = ['whole', 'hung_up', 'broken'] as const;
export type StreamEnd = (typeof streamEnds)[number];

export interface StreamedReply {
  readonly ended: StreamEnd;
  /** Why it broke off; null where it did not. */
  readonly reason: string | null;
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly finishReason: string | null;
  /** As the server sent it; null where it sent none. */
  readonly usage: JsonObject | null;
  readonly text: string;
  readonly reasoning: string | null;
  readonly refusal: string | null;
  /** Of all tokens that arrived. */
  readonly logprobs: ReplyLogprobs | null;
}

const version = 1;
const mark = Buffer.from('{"latebench_stream":');
const brokenMark = Buffer.from(`{"latebench_stream":${version},"ended":"broken"`);

function begins(body: Uint8Array, start: Buffer): boolean {
  // Another body differs in its first letter, so that no view of it is made.
  if (body.length <= start.length || body[2] !== start[2]) return false;
  return start.equals(body.subarray(0, start.length));
}

export function isStoredStream(body: Buffer): boolean {
  return begins(body, mark);
}

/** A stream that broke off: it is kept, and no reply. */
export function isBrokenStream(body: Uint8Array): boolean {
  return begins(body, brokenMark);
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array | Int32Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** The members of an object whose values are base64, which JSON takes as it is: a string of all would be one copy more. */
function base64Members(columns: Readonly<Record<string, Uint8Array | Int32Array | Float32Array>>): Buffer {
  const texts = Object.entries(columns).map(([key, values]) => [`,"${key}":"`, base64(values), '"'] as const);
  const bytes = Buffer.allocUnsafeSlow(texts.flat().reduce((sum, text) => sum + text.length, 0));
  let at = 0;
  for (const text of texts.flat()) at += bytes.write(text, at, 'latin1');
  return bytes;
}

/** Little-endian, as every platform that Node runs on. */
export function storedStream({ logprobs, fingerprint, finishReason, ...reply }: StreamedReply): Buffer {
  const { ended, reason, model, usage, text, reasoning, refusal } = reply;
  const why = reason === null ? {} : { reason };
  const rest = { ...why, model, system_fingerprint: fingerprint, finish_reason: finishReason, usage, text };
  const head = JSON.stringify({ latebench_stream: version, ended, ...rest, reasoning, refusal });
  if (logprobs === null) return Buffer.from(`${head.slice(0, -1)},"logprobs":null}`);
  const { k, tokens, chosen, top, topTokens } = logprobs;
  const texts = topTokens.bytes.length === 0 ? {} : { top_tokens: topTokens.bytes, top_ends: topTokens.ends };
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"logprobs":{"k":${k}`),
    base64Members({ tokens: tokens.bytes, ends: tokens.ends, chosen, top, ...texts }),
    Buffer.from('}}'),
  ]);
}

/** Aligned, as numbers must be: a small Buffer may lie anywhere in a shared block. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(textOrNull(value) ?? '', 'base64');
  return new Uint8Array(bytes);
}

function columnsOf(value: unknown): ReplyLogprobs | null {
  if (!isObject(value) || typeof value.k !== 'number') return null;
  const texts = (bytes: unknown, ends: unknown): PackedTexts =>
    new PackedTexts(bytesOf(bytes), new Int32Array(bytesOf(ends).buffer));
  const chosen = new Float32Array(bytesOf(value.chosen).buffer);
  return {
    k: value.k,
    tokens: texts(value.tokens, value.ends),
    chosen,
    top: new Float32Array(bytesOf(value.top).buffer),
    topTokens:
      value.top_ends === undefined
        ? PackedTexts.empty(chosen.length * value.k)
        : texts(value.top_tokens, value.top_ends),
  };
}

/** Fewer alternatives than are kept, as a request may ask for. */
function narrowed(logprobs: ReplyLogprobs | null, k: number): ReplyLogprobs | null {
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

function parsed(body: Buffer): JsonObject {
  const value = parseJson(body.toString('utf8'));
  if (!isObject(value) || value.latebench_stream !== version) throw garbled('a stored stream cannot be read');
  return value;
}

/** Where the server's count never came, what arrived was written, and so billed. */
function billed({ usage, text, reasoning }: JsonObject, arrived: number): ReportedUsage {
  const wrote = (textOrNull(text) ?? '') !== '' || (textOrNull(reasoning) ?? '') !== '';
  const reported = readUsage(usage, wrote);
  return { ...reported, completionTokens: Math.max(reported.completionTokens, arrived) };
}

/** What a stream that broke off is settled by. */
export function billedOfBroken(body: Buffer): ReportedUsage {
  const value = parsed(body);
  return billed(value, columnsOf(value.logprobs)?.chosen.length ?? 0);
}

/** Throws the LateBenchError of a stream that broke off. */
export function readStoredStream(body: Buffer, k: number): ChatReply {
  const value = parsed(body);
  if (value.ended === 'broken') throw garbled('the stream broke off');
  const text = textOrNull(value.text) ?? '';
  const refusal = textOrNull(value.refusal);
  const refused = text === '' && refusal !== null && refusal !== '';
  const logprobs = narrowed(columnsOf(value.logprobs), k);
  const arrived = logprobs?.chosen.length ?? 0;
  return {
    content: refused ? refusal : text,
    ...(refused ? { refused } : {}),
    reasoning: textOrNull(value.reasoning),
    finishReason: textOrNull(value.finish_reason),
    model: textOrNull(value.model) ?? '',
    ...billed(value, arrived),
    logprobs,
    fingerprint: textOrNull(value.system_fingerprint),
    streamed: { whole: value.ended === 'whole', arrived },
  };
}
