// Reads streamed replies as they are kept: see stored-stream.ts.
import type { LateBenchError } from '../../errors.ts';
import type { ChatReply } from '../chat.ts';
import { checkFinish, finishReasonOf } from '../finish-reason.ts';
import { LogprobColumns } from '../logprob-columns.ts';
import type { ReplyLogprobs } from '../reply-logprobs.ts';
import { columnsOf, narrowed } from '../stored-columns.ts';
import { garbled } from '../wire-error.ts';
import { isObject, type JsonObject, parseJson, textOrNull } from '../wire-shape.ts';
import { cachedIn, type ReportedUsage, readUsage } from '../wire-usage.ts';
import { isStreamPart, storedStream, streamVersion } from './stored-stream.ts';

const newline = 0x0a;

function unreadable(): LateBenchError {
  return garbled('a stored stream cannot be read');
}

/** The number of a part, from 0; null for what is none. */
export function partNumber(body: Buffer): number | null {
  if (!isStreamPart(body)) return null;
  const { part } = headOf(body).head;
  return typeof part === 'number' ? part : null;
}

interface ParsedStream {
  readonly head: JsonObject;
  readonly logprobs: ReplyLogprobs | null;
}

function headOf(body: Buffer): { readonly head: JsonObject; readonly end: number } {
  const end = body.indexOf(newline);
  const head = end === -1 ? undefined : parseJson(body.toString('utf8', 0, end));
  if (!isObject(head) || head.latebench_stream !== streamVersion) throw unreadable();
  return { head, end: end + 1 };
}

function parsed(body: Buffer): ParsedStream {
  const { head, end } = headOf(body);
  return { head, logprobs: columnsOf(body, end, head.logprobs) };
}

/**
 * The parts of a stream that was being written when its process ended, joined: whole where only what follows the last
 * token is missing, else as if it had been hung up on. Null where the parts are not all of one stream, in their order.
 */
export function joinedStream(parts: readonly Buffer[]): Buffer | null {
  const pieces = parts.map(parsed);
  const columns = new LogprobColumns();
  let text = '';
  for (const [number, { head, logprobs }] of pieces.entries()) {
    if (head.part !== number) return null;
    text += textOrNull(head.text) ?? '';
    if (logprobs === null) continue;
    if (columns.count === 0) columns.begin(logprobs.k, logprobs.topTokens.bytes.length > 0);
    columns.add(logprobs);
  }
  const last = pieces.at(-1)?.head;
  if (last === undefined) return null;
  const finishReason = textOrNull(last.finish_reason);
  return storedStream({
    ended: finishReason === null ? 'hung_up' : 'whole',
    reason: null,
    model: textOrNull(last.model),
    fingerprint: textOrNull(last.system_fingerprint),
    finishReason,
    usage: isObject(last.usage) ? last.usage : null,
    text,
    reasoning: textOrNull(last.reasoning),
    refusal: textOrNull(last.refusal),
    logprobs: columns.view(),
  });
}

/** Whether each token has its logprob: reasoning has none. */
function areAll({ tokens }: ReplyLogprobs, { text, reasoning }: JsonObject): boolean {
  const isSpelled = tokens.bytes.length >= Buffer.byteLength(textOrNull(text) ?? '');
  return isSpelled && (textOrNull(reasoning) ?? '') === '';
}

/**
 * What arrived was written, and so billed, whatever the server counts; where its count never came and there were more
 * tokens than those that can be counted, none is stated.
 */
function billed(head: JsonObject, logprobs: ReplyLogprobs | null): ReportedUsage {
  const wrote = (textOrNull(head.text) ?? '') !== '' || (textOrNull(head.reasoning) ?? '') !== '';
  const reported = readUsage(head.usage, wrote);
  if (logprobs === null || (reported.completionTokens === 0 && !areAll(logprobs, head))) return reported;
  return { ...reported, completionTokens: Math.max(reported.completionTokens, logprobs.chosen.length) };
}

/** What a stream that is no reply is settled by. */
export function billedOfStream(body: Buffer): ReportedUsage {
  const { head, logprobs } = parsed(body);
  return billed(head, logprobs);
}

/** The tokens of it that are known to have come. */
export function arrivedOfStream(body: Buffer): number {
  const { head, logprobs } = parsed(body);
  return Math.max(billed(head, logprobs).completionTokens, logprobs?.chosen.length ?? 0);
}

/** Throws the LateBenchError of a stream that is no reply. */
export function readStoredStream(body: Buffer, k: number): ChatReply {
  const { head: value, logprobs: columns } = parsed(body);
  if (value.ended === 'broken' || value.ended === 'open') throw garbled('the stream was cut off');
  checkFinish(value.finish_reason);
  const text = textOrNull(value.text) ?? '';
  const refusal = textOrNull(value.refusal);
  const refused = text === '' && refusal !== null && refusal !== '';
  const logprobs = narrowed(columns, k);
  const arrived = logprobs?.chosen.length ?? 0;
  return {
    content: refused ? refusal : text,
    ...(refused ? { refused } : {}),
    reasoning: textOrNull(value.reasoning),
    finishReason: finishReasonOf(value.finish_reason),
    model: textOrNull(value.model) ?? '',
    ...billed(value, columns),
    ...cachedIn(value.usage),
    logprobs,
    fingerprint: textOrNull(value.system_fingerprint),
    streamed: { whole: value.ended === 'whole', arrived },
  };
}
