// A budget as the client asks it: the worst case of an attempt in tokens, and what it came to.
import type { Budget } from './budget/budget.ts';
import { estimatePromptTokens, maxPromptTokens } from './budget/estimate-tokens.ts';
import { replyLimit } from './chat.ts';
import type { Reserve } from './stores.ts';
import { type AddedLimit, addedLimitFor, defaultReplyLimit } from './token-limit.ts';
import type { ReportedUsage } from './wire-usage.ts';

export type LimitListener = (model: string, limit: AddedLimit, worstUsd: number | null) => void;

export interface ReserveOptions {
  /** Until calls under way leave room; else what does not fit now is refused. Default true. */
  readonly wait?: boolean;
  /** Calls go by way of batches. Default false. */
  readonly byBatch?: boolean;
  /** Told once for each model whose requests get a token limit. */
  readonly onLimit?: LimitListener;
}

export function reserveFrom(
  budget: Budget,
  { wait = true, byBatch = false, onLimit = () => {} }: ReserveOptions = {},
): Reserve {
  const limits = new Map<string, AddedLimit>();
  /** Tokens by which a server has counted more than the bound of a prompt, by model: its template adds as many. */
  const excess = new Map<string, number>();

  const reserve: Reserve = async (model, request, signal, held) => {
    const bound = maxPromptTokens(request.messages);
    const asked = replyLimit(request);
    const known = limits.get(model);
    const added = known ?? addedLimitFor(model);
    // Without a budget nothing is added: the server decides how long a reply may be.
    const addedLimit = budget.limited && asked === undefined ? added.tokens : null;
    const estimate = {
      model,
      promptTokens: bound + (excess.get(model) ?? 0),
      maxCompletionTokens: asked ?? addedLimit ?? defaultReplyLimit,
      byBatch,
    };
    if (addedLimit !== null && known === undefined) {
      limits.set(model, added);
      onLimit(model, added, budget.worstUsd(estimate));
    }
    const reservation = await (wait
      ? budget.reserveWhenFree(estimate, signal)
      : budget.reserve(estimate, held));
    return {
      id: reservation.id,
      held: reservation.held,
      tokens: estimatePromptTokens(request.messages) + (asked ?? defaultReplyLimit),
      addedLimit,
      settle(usage) {
        if (usage === null || usage.promptTokens + usage.completionTokens === 0)
          return reservation.settle(null);
        const { promptTokens, completionTokens, usageMissing } = usage;
        if (promptTokens > bound) excess.set(model, Math.max(excess.get(model) ?? 0, promptTokens - bound));
        return reservation.settle({
          promptTokens: usageMissing && promptTokens === 0 ? estimate.promptTokens : promptTokens,
          completionTokens:
            usageMissing && completionTokens === 0 ? estimate.maxCompletionTokens : completionTokens,
        });
      },
      cancel: () => reservation.cancel(),
    };
  };
  return Object.assign(reserve, {
    reconcile:
      budget.reconcile &&
      (async (model: string, id: string, usage: ReportedUsage) => {
        const { promptTokens, completionTokens, usageMissing } = usage;
        // What the server left out may have been billed: it stays at its worst case.
        if (usageMissing || promptTokens + completionTokens === 0) return;
        await budget.reconcile?.({ model, byBatch }, id, { promptTokens, completionTokens });
      }),
  });
}
