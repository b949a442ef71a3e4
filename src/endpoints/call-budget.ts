// A budget as the client asks it: the worst case of a request in tokens, and what the reply came to.
import type { Budget } from './budget/budget.ts';
import { estimatePromptTokens } from './budget/estimate-tokens.ts';
import { replyLimit } from './chat.ts';
import type { Reserve } from './stores.ts';

/** What a call without max_tokens may be answered with, as the large providers' defaults go. */
export const assumedCompletionTokens = 4096;

/** `wait`: until calls under way leave room; else what does not fit now is rejected. */
export function reserveFrom(budget: Budget, wait = true): Reserve {
  return async (model, request, signal) => {
    const promptTokens = estimatePromptTokens(request.messages);
    const maxCompletionTokens = replyLimit(request) ?? assumedCompletionTokens;
    const estimate = { model, promptTokens, maxCompletionTokens };
    const reservation = await (wait ? budget.reserveWhenFree(estimate, signal) : budget.reserve(estimate));
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
