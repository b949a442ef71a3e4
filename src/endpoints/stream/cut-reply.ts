// What a watch leaves of a reply, be it fresh, stored whole, or stored as far as another watch let it come. The same
// watch cuts the same tokens wherever chunks ended and however much came after the token that was enough.

import { LateBenchError } from '../../errors.ts';
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { ChatReply } from '../chat.ts';
import type { ReplyLogprobs } from '../reply-logprobs.ts';
import { type StreamWatch, stoppedByWatch } from './watch.ts';

function firstTokens({ k, tokens, chosen, top, topTokens }: ReplyLogprobs, count: number): ReplyLogprobs {
  return {
    k,
    tokens: PackedTexts.copy(tokens.bytes, tokens.ends, 0, count),
    chosen: chosen.slice(0, count),
    top: top.slice(0, count * k),
    topTokens:
      topTokens.bytes.length === 0
        ? PackedTexts.empty(count * k)
        : PackedTexts.copy(topTokens.bytes, topTokens.ends, 0, count * k),
  };
}

/** The text of the first tokens; the whole text where tokens do not spell it, as where one splits a character. */
function textOf(content: string, { tokens }: ReplyLogprobs): string {
  const text = Buffer.from(content);
  const spelled = tokens.bytes;
  return Buffer.compare(text.subarray(0, spelled.length), spelled) === 0
    ? text.toString('utf8', 0, spelled.length)
    : content;
}

/** How many tokens the watch lets come; null where it would have more than there are. */
function tokensFor(watch: StreamWatch, { chosen, top, k }: ReplyLogprobs): number | null {
  watch.begin();
  for (let at = 0; at < chosen.length; at += 1) if (watch.token(chosen[at]!, top, at * k, k)) return at + 1;
  return null;
}

function isWhole({ streamed }: ChatReply): boolean {
  return streamed?.whole !== false;
}

/** Whether a reply has all that its watch wants. */
export function isEnough(reply: ChatReply, watch: StreamWatch): boolean {
  return isWhole(reply) || (reply.logprobs !== null && tokensFor(watch, reply.logprobs) !== null);
}

/** Throws LB_ENDPOINT_REPLY for a reply that was hung up on, of which more is wanted. */
export function cutReply(reply: ChatReply, watch: StreamWatch | undefined): ChatReply {
  const { logprobs, streamed } = reply;
  const enough = watch === undefined || logprobs === null ? null : tokensFor(watch, logprobs);
  if (enough === null) {
    if (isWhole(reply)) return reply;
    const message = `the reply was stopped after ${streamed?.arrived ?? 0} tokens, and more of it is needed`;
    throw new LateBenchError('LB_ENDPOINT_REPLY', message);
  }
  const kept = firstTokens(logprobs!, enough);
  return { ...reply, content: textOf(reply.content, kept), logprobs: kept, finishReason: stoppedByWatch };
}
