// Whether a choice's logprobs are worth having. Shapes: {content: [{logprob, top_logprobs: […]}]} (chat) and
// {tokens, token_logprobs, top_logprobs} (legacy arrays). Values may be null, -9999, -Infinity as text, NaN or a
// little above 0 by rounding; some servers send only 0 and -9999 with empty lists (DeepSeek-V3.2-Exp issue 49).
import { isObject } from './wire-shape.ts';

interface TokenFacts {
  readonly logprob: unknown;
  readonly alternatives: number;
}

function alternativesIn(top: unknown): number {
  if (Array.isArray(top)) return top.length;
  return isObject(top) ? Object.keys(top).length : 0;
}

function* tokensOf(logprobs: unknown): Generator<TokenFacts> {
  if (!isObject(logprobs)) return;
  if (Array.isArray(logprobs.content)) {
    for (const token of logprobs.content) {
      if (isObject(token)) yield { logprob: token.logprob, alternatives: alternativesIn(token.top_logprobs) };
    }
  } else if (Array.isArray(logprobs.token_logprobs)) {
    const top = Array.isArray(logprobs.top_logprobs) ? logprobs.top_logprobs : [];
    for (const [index, logprob] of logprobs.token_logprobs.entries()) {
      yield { logprob, alternatives: alternativesIn(top[index]) };
    }
  }
}

function says(logprob: unknown): boolean {
  return typeof logprob === 'number' && Number.isFinite(logprob) && logprob !== 0 && logprob > -9000;
}

/**
 * True when logprobs were asked for and the reply's say nothing: none at all, or, for more than half of the tokens,
 * a sentinel value or fewer than two alternatives where alternatives were asked for.
 */
export function isDegenerate(
  logprobs: unknown,
  asked: { readonly top_logprobs?: number | undefined },
): boolean {
  let tokens = 0;
  let useless = 0;
  const wantsTop = (asked.top_logprobs ?? 0) >= 2;
  for (const { logprob, alternatives } of tokensOf(logprobs)) {
    tokens += 1;
    // A certain token has logprob 0 rightly; its alternatives tell it from a sentinel.
    const certain = logprob === 0 && alternatives >= 2;
    if ((!says(logprob) && !certain) || (wantsTop && alternatives < 2)) useless += 1;
  }
  return tokens === 0 || useless * 2 > tokens;
}
