// Reads a chat-completions body into a ChatReply, by shape: blank lines in front (keep-alive), reasoning apart from
// content, content as a string or as parts. A body that does not fit is a transient error: it was cut or garbled.

import { parseBody } from './body-json.ts';
import type { ChatReply } from './chat.ts';
import { checkFinish, finishReasonOf, isDeclined } from './finish-reason.ts';
import { isPackedReply, unpackReply } from './packed-reply.ts';
import { logprobsByShape, maxTopLogprobs, type ReplyLogprobs } from './reply-logprobs.ts';
import { scannedBody } from './scanned-body.ts';
import { readStoredStream } from './stream/read-stored-stream.ts';
import { isStoredStream } from './stream/stored-stream.ts';
import { lacking, notJson, replyError } from './wire-error.ts';
import { contentText, isEventStream, isObject, type JsonObject, textOrNull } from './wire-shape.ts';
import { assembleEvents } from './wire-sse.ts';
import { cachedIn, readUsage } from './wire-usage.ts';

/** A body whose logprobs were read apart from it. */
interface TakenApart {
  readonly body: JsonObject;
  readonly logprobs: ReplyLogprobs | null;
}

/** Null where the body must be parsed as a whole. */
function takenApart(bytes: Buffer, k: number): TakenApart | null {
  if (isPackedReply(bytes)) return unpackReply(bytes, k);
  const scanned = scannedBody(bytes, k);
  return scanned === null ? null : { body: scanned.body, logprobs: scanned.columns.result() };
}

/**
 * Throws the LateBenchError of a reply that is not a completion. At most `k` alternatives of each
 * token are kept.
 */
export function readReply(status: number, bytes: Buffer, k = maxTopLogprobs): ChatReply {
  if (isStoredStream(bytes)) return readStoredStream(bytes, k);
  const apart = takenApart(bytes, k);
  if (apart !== null) return readBody(status, apart.body, '', apart);
  const text = bytes.toString('utf8').trim();
  return readBody(status, isEventStream(text) ? assembleEvents(text) : parseBody(text), text, k);
}

function readBody(status: number, body: unknown, raw: string, read: number | TakenApart): ChatReply {
  const error = replyError(status, body, raw);
  if (error !== null) throw error;
  if (!isObject(body)) throw notJson(raw);
  const choices = body.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw lacking('choices', body, 'openai');
  const choiceError = replyError(status, { error: choice.error }, raw);
  if (choiceError !== null) throw choiceError;
  checkFinish(choice.finish_reason);
  const message = isObject(choice.message) ? choice.message : {};
  const content = contentText(message.content);
  const reasoning = textOrNull(message.reasoning_content) ?? textOrNull(message.reasoning);
  const refusal = textOrNull(message.refusal);
  const finishReason = finishReasonOf(choice.finish_reason);
  // A limit that reasoning used up leaves no content, and so does a filter: asking again would end in the same way.
  const isEmpty = finishReason === 'length' || isDeclined({ finishReason });
  const isOfText = choice.message === undefined && typeof choice.text === 'string';
  if (content === null && reasoning === null && refusal === null && (!isEmpty || isOfText))
    throw lacking('content', body, 'openai');
  const refused = (content ?? '') === '' && refusal !== null && refusal !== '';
  const text = refused ? refusal : (content ?? '');
  return {
    content: text,
    ...(refused ? { refused } : {}),
    reasoning,
    finishReason,
    model: textOrNull(body.model) ?? '',
    ...readUsage(body.usage, text !== '' || (reasoning ?? '') !== ''),
    ...cachedIn(body.usage),
    logprobs: typeof read === 'number' ? logprobsByShape(choice.logprobs, read) : read.logprobs,
    fingerprint: textOrNull(body.system_fingerprint),
  };
}
