// A budget as the client asks it: the worst case of a request in tokens, and what the reply came to.
import type { Budget } from './budget/budget.ts';
import { estimatePromptTokens } from './budget/estimate-tokens.ts';
import { replyLimit } from './chat.ts';
import type { Reserve } from './stores.ts';

/** What a call without max_tokens may be answered with, as the large providers' defaults go. */
export const assumedCompletionTokens = 4096;

export function reserveFrom(budget: Budget): Reserve {
  return async (model, request, signal) => {
    const promptTokens = estimatePromptTokens(request.messages);
    const maxCompletionTokens = replyLimit(request) ?? assumedCompletionTokens;
    const reservation = await budget.reserveWhenFree({ model, promptTokens, maxCompletionTokens }, signal);
    return {
      tokens: promptTokens + maxCompletionTokens,
      settle: (reply) => {
        const { promptTokens: prompt, completionTokens } = reply;
        return reservation.settle(
          prompt + completionTokens === 0 ? null : { promptTokens: prompt, completionTokens },
        );
      },
      cancel: () => reservation.cancel(),
    };
  };
}
