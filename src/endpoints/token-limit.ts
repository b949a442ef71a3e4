// The token limit that a request carries where a budget is set and the caller has set none: without one the worst case
// of a call has no bound. It is not part of the request's key, so that the same work has the same key with any budget.

import { namesOf } from './budget/price.ts';
import { replyLimits } from './budget/reply-limits.ts';
import type { ChatReply, ChatRequest } from './chat.ts';

/** What a reply may take where neither the caller nor the model sets a limit, as the large providers' defaults go. */
export const defaultReplyLimit = 4096;

/** Models that refuse max_tokens, by the last part of their name in lower case. */
export const reasoningModels = /^(?:o[1-9](?:$|-)|gpt-5)/;

export interface AddedLimit {
  readonly tokens: number;
  /** `model`: the most that it writes; `default`: nothing is known of the model. */
  readonly from: 'model' | 'default';
}

/** The limit to add to requests for a model. */
export function addedLimitFor(model: string): AddedLimit {
  for (const name of namesOf(model)) {
    if (Object.hasOwn(replyLimits, name)) return { tokens: replyLimits[name]!, from: 'model' };
  }
  return { tokens: defaultReplyLimit, from: 'default' };
}

/** Name of the parameter that limits the replies of a model. */
export function limitName(model: string): 'max_tokens' | 'max_completion_tokens' {
  const bare = (model.split('/').pop() ?? model).toLowerCase();
  return reasoningModels.test(bare) ? 'max_completion_tokens' : 'max_tokens';
}

/** The request as it is sent. */
export function withLimit(model: string, request: ChatRequest, limit: number | null): ChatRequest {
  return limit === null ? request : { ...request, [limitName(model)]: limit };
}

/** Cut by a limit that the caller did not ask for: such a reply is no answer to what was asked. */
export function isCut({ finishReason, completionTokens }: ChatReply, limit: number | null): boolean {
  if (limit === null) return false;
  return finishReason === null ? completionTokens >= limit : finishReason === 'length';
}
