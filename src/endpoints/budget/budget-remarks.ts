// What is to be said of a budget when a run is over, beside what it came to.
import { type Amount, usdText } from './amount.ts';
import type { Limit } from './budget-store.ts';

function amountText({ nanoUsd, tokens, unpriced }: Amount, { nanoUsd: limit }: Limit): string {
  const inUsd = limit !== Number.POSITIVE_INFINITY && unpriced === 0;
  return inUsd ? usdText(nanoUsd) : `${tokens} tokens`;
}

/** Nobody can say what an attempt came to whose reply was lost, so it counts as the most that it may have cost. */
export function assumedRemark(
  { calls, amount }: { readonly calls: number; readonly amount: Amount },
  limit: Limit,
): string[] {
  const limited = limit.nanoUsd !== Number.POSITIVE_INFINITY || limit.tokens !== Number.POSITIVE_INFINITY;
  if (calls === 0 || !limited) return [];
  const attempts = calls === 1 ? '1 attempt was' : `${calls} attempts were`;
  return [
    `${attempts} sent and came back without usage; counted at the worst case, ${amountText(amount, limit)} in all`,
  ];
}

/** Only a server that breaks a limit of its own gets here: what is reserved covers all others. */
export function overrunRemark(spent: Amount, limit: Limit): string[] {
  const why = 'the endpoint counted more tokens than it was allowed';
  if (spent.nanoUsd > limit.nanoUsd) {
    const [all, over] = [usdText(spent.nanoUsd), usdText(spent.nanoUsd - limit.nanoUsd)];
    return [`--budget-usd: ${all} are spent, ${over} over the limit: ${why}`];
  }
  if (spent.tokens > limit.tokens) {
    return [
      `--budget-tokens: ${spent.tokens} are spent, ${spent.tokens - limit.tokens} over the limit: ${why}`,
    ];
  }
  return [];
}
