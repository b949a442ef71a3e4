// How a streamed reply is kept: what came of it, in columns. The bytes on the wire are ten times as many, and are
// dropped as they are read, so that a thousand open streams fit into memory.
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { ChatReply } from '../chat.ts';
import type { ReplyLogprobs } from '../reply-logprobs.ts';
import { garbled } from '../wire-error.ts';
import { isObject, type JsonObject, parseJson, textOrNull } from '../wire-shape.ts';
import { readUsage } from '../wire-usage.ts';

/** How a stream came to its end: whole; by us, who had heard enough; or it broke off. */
export const streamEnds = ['whole', 'hung_up', 'broken'] as const;
export type StreamEnd = (typeof streamEnds)[number];

export interface StreamedReply {
  readonly ended: StreamEnd;
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

const mark = Buffer.from('{"latebench_stream":');
const version = 1;

export function isStoredStream(body: Buffer): boolean {
  return body.length > mark.length && body.subarray(0, mark.length).equals(mark);
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array | Int32Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Little-endian, as every platform that Node runs on. */
export function storedStream({ logprobs, fingerprint, finishReason, ...reply }: StreamedReply): Buffer {
  const columns =
    logprobs === null
      ? null
      : {
          k: logprobs.k,
          tokens: base64(logprobs.tokens.bytes),
          ends: base64(logprobs.tokens.ends),
          chosen: base64(logprobs.chosen),
          top: base64(logprobs.top),
          ...(logprobs.topTokens.bytes.length === 0
            ? {}
            : {
                top_tokens: base64(logprobs.topTokens.bytes),
                top_ends: base64(logprobs.topTokens.ends),
              }),
        };
  const { ended, model, usage, text, reasoning, refusal } = reply;
  const rest = { ended, model, system_fingerprint: fingerprint, finish_reason: finishReason, usage, text };
  return Buffer.from(
    JSON.stringify({ latebench_stream: version, ...rest, reasoning, refusal, logprobs: columns }),
  );
}

function bytesOf(value: unknown): Uint8Array {
  // A copy: a small Buffer lies anywhere in a shared block, where numbers must be aligned.
  return Uint8Array.from(Buffer.from(textOrNull(value) ?? '', 'base64'));
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

/** Throws the LateBenchError of a stream that broke off. */
export function readStoredStream(body: Buffer, k: number): ChatReply {
  const value = parseJson(body.toString('utf8'));
  if (!isObject(value) || value.latebench_stream !== version) throw garbled('a stored stream cannot be read');
  if (value.ended === 'broken') throw garbled('the stream broke off');
  const text = textOrNull(value.text) ?? '';
  const reasoning = textOrNull(value.reasoning);
  const refusal = textOrNull(value.refusal);
  const refused = text === '' && refusal !== null && refusal !== '';
  const logprobs = narrowed(columnsOf(value.logprobs), k);
  const arrived = logprobs?.chosen.length ?? 0;
  const whole = value.ended === 'whole';
  const usage = readUsage(value.usage, text !== '' || (reasoning ?? '') !== '');
  return {
    content: refused ? refusal : text,
    ...(refused ? { refused } : {}),
    reasoning,
    finishReason: textOrNull(value.finish_reason),
    model: textOrNull(value.model) ?? '',
    ...usage,
    // Where the server's count never came, what arrived was written, and so billed.
    completionTokens: Math.max(usage.completionTokens, arrived),
    logprobs,
    fingerprint: textOrNull(value.system_fingerprint),
    streamed: { whole, arrived },
  };
}
