// Parts of a reply's usage that only some servers report; named only where there is something to report.
import type { ChatReply } from '../chat.ts';
import { countOrZero } from '../wire-shape.ts';

export function usageDetails(
  cached: unknown,
  reasoning: unknown,
): Pick<ChatReply, 'cachedTokens' | 'reasoningTokens'> {
  const [cachedTokens, reasoningTokens] = [countOrZero(cached), countOrZero(reasoning)];
  return {
    ...(cachedTokens > 0 ? { cachedTokens } : {}),
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
  };
}
