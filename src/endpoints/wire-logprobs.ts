// Whether a reply's logprobs are worth having. Some servers send only 0 and -9999, with empty lists
// (DeepSeek-V3.2-Exp issue 49), some fewer alternatives than were asked for, some probabilities, scores before the softmax
// or zeros in place of log-probabilities.
import type { ReplyLogprobs } from './reply-logprobs.ts';

/** Placeholders are not values; NaN is neither. */
function says(logprob: number): boolean {
  return logprob !== 0 && logprob > -9000;
}

/**
 * The probabilities of a token's alternatives add up to 1 at most, or to 2 where a server lists the chosen one among them
 * once more; roundings add less than a tenth.
 */
const largestSum = 2.1;

/** Tokens of a reply that are looked at, evenly spread: a server is wrong about all of them. */
const maxLooked = 200;

/** Whether the alternatives of more than half of the tokens cannot be log-probabilities. */
export function areImpossible({ k, chosen, top }: Pick<ReplyLogprobs, 'k' | 'chosen' | 'top'>): boolean {
  const step = Math.max(1, Math.floor(chosen.length / maxLooked));
  let looked = 0;
  let impossible = 0;
  for (let at = 0; at < chosen.length; at += step) {
    let sum = 0;
    for (let place = at * k; place < (at + 1) * k; place += 1) {
      if (!Number.isNaN(top[place]!)) sum += Math.exp(top[place]!);
    }
    looked += 1;
    if (sum > largestSum) impossible += 1;
  }
  return impossible * 2 > looked;
}

/**
 * True when logprobs were asked for and the reply's say nothing: none at all, or, for more than half of the tokens,
 * a sentinel value, fewer than two alternatives where alternatives were asked for, or alternatives that are impossible.
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
  return useless * 2 > chosen.length || areImpossible(logprobs);
}
