// Whether a reply may be given to later runs. A failure, a cut reply or one whose logprobs say nothing would be met
// again by every run that asks the same; such a reply stays in the journal of the run that paid for it.
import type { ChatReply } from '../chat.ts';
import { isDegenerate } from '../wire-logprobs.ts';

/** The words of the known servers for an answer that ended by itself. Silence is not one: the stream may have been cut. */
const ended = new Set(['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence']);

export interface Asked {
  readonly logprobs?: boolean | undefined;
  readonly top_logprobs?: number | undefined;
}

export function isCacheable(reply: ChatReply, asked: Asked): boolean {
  if (reply.finishReason === null || !ended.has(reply.finishReason)) return false;
  if (reply.content.trim() === '') return false;
  return asked.logprobs !== true || (reply.degenerate !== true && !isDegenerate(reply.logprobs, asked));
}
