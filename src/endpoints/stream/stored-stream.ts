// How a streamed reply is kept: what came of it, in columns. The bytes on the wire are ten times as many, and are
// dropped as they are read, so that a thousand open streams fit into memory.
import type { ReplyLogprobs } from '../reply-logprobs.ts';
import { columnBytes, columnFacts } from '../stored-columns.ts';
import type { JsonObject } from '../wire-shape.ts';

/**
 * How a stream came to its end: whole; by us, who had heard enough; it broke off; or it has not: what is kept is a part
 * of it, from when it was being written.
 */
export type StreamEnd = 'whole' | 'hung_up' | 'broken' | 'open';

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
  /** Of all tokens that arrived; of a part, of those in it. */
  readonly logprobs: ReplyLogprobs | null;
  /** Of a part: its number, from 0. */
  readonly part?: number | undefined;
}

export const streamVersion = 2;
const mark = Buffer.from('{"latebench_stream":');
const markOf = (ended: StreamEnd): Buffer =>
  Buffer.from(`{"latebench_stream":${streamVersion},"ended":"${ended}"`);
const brokenMark = markOf('broken');
const openMark = markOf('open');

function begins(body: Uint8Array, start: Buffer): boolean {
  // Another body differs in its first letter, so that no view of it is made.
  if (body.length <= start.length || body[2] !== start[2]) return false;
  return start.equals(body.subarray(0, start.length));
}

export function isStoredStream(body: Uint8Array): boolean {
  return begins(body, mark);
}

/** A stream that broke off: it is kept, and no reply. */
export function isBrokenStream(body: Uint8Array): boolean {
  return begins(body, brokenMark);
}

/** A part of a stream, from when it was being written. */
export function isStreamPart(body: Uint8Array): boolean {
  return begins(body, openMark);
}

/** A line of JSON, and behind it the columns of the logprobs. */
export function storedStream({ logprobs, fingerprint, finishReason, ...reply }: StreamedReply): Buffer {
  const { ended, reason, model, usage, text, reasoning, refusal, part } = reply;
  const why = reason === null ? {} : { reason };
  const number = part === undefined ? {} : { part };
  const rest = {
    ...why,
    ...number,
    model,
    system_fingerprint: fingerprint,
    finish_reason: finishReason,
    usage,
  };
  const head = { latebench_stream: streamVersion, ended, ...rest, text, reasoning, refusal };
  if (logprobs === null) return Buffer.from(`${JSON.stringify({ ...head, logprobs: null })}\n`);
  const line = Buffer.from(`${JSON.stringify({ ...head, logprobs: columnFacts(logprobs) })}\n`);
  return Buffer.concat([line, ...columnBytes(logprobs)]);
}
