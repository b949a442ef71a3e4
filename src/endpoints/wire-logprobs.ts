// Whether a reply's logprobs are worth having. Some servers send only 0 and -9999, with empty lists
// (DeepSeek-V3.2-Exp issue 49), some fewer alternatives than were asked for.
import type { ReplyLogprobs } from './reply-logprobs.ts';

/** Placeholders are not values; NaN is neither. */
function says(logprob: number): boolean {
  return logprob !== 0 && logprob > -9000;
}

/**
 * True when logprobs were asked for and the reply's say nothing: none at all, or, for more than half of the tokens,
 * a sentinel value or fewer than two alternatives where alternatives were asked for.
 */
export function isDegenerate(
  logprobs: ReplyLogprobs | null,
  asked: { readonly top_logprobs?: number | undefined },
): boolean {
  if (logprobs === null) return true;
  const { k, chosen, top } = logprobs;
  const wantsTop = (asked.top_logprobs ?? 0) >= 2;
  let useless = 0;
  for (let at = 0; at < chosen.length; at += 1) {
    const logprob = chosen[at]!;
    const hasTwo = k >= 2 && !Number.isNaN(top[at * k + 1]!);
    // A certain token has logprob 0 rightly; its alternatives tell it from a sentinel.
    const certain = logprob === 0 && hasTwo;
    if ((!says(logprob) && !certain) || (wantsTop && !hasTwo)) useless += 1;
  }
  return useless * 2 > chosen.length;
}
