// One place of a simulated trace: a distribution over the vocabulary and the token drawn from it.
import type { Rng } from '../../statistics/random.ts';
import type { SampledToken, TokenChance } from '../model.ts';

/** How many alternatives are kept, as in the API. */
export const topCount = 20;

/**
 * Draws a place. `tokens` are at least 20 distinct candidates; `sharpness` (above 0) is how fast probabilities
 * fall off. What is drawn is `forced`, if given, at the rank that a free draw would have had. Probabilities are
 * those before temperature, as servers report them; the 20 sum to less than 1, the rest belongs to other tokens.
 */
export function drawPlace(
  rng: Rng,
  tokens: readonly string[],
  { sharpness, temperature, forced }: { sharpness: number; temperature: number; forced?: string | undefined },
): SampledToken {
  const weights = Array.from({ length: topCount }, (_, rank) =>
    Math.exp(-sharpness * rank * (0.7 + 0.6 * rng())),
  );
  weights.sort((a, b) => b - a);
  const others = 0.002 + 0.02 * rng();
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const logprobs = weights.map((weight) => Math.log((weight / sum) * (1 - others)));
  const isOutside = temperature > 0 && forced === undefined && rng() < others;
  const rank = drawRank(rng, logprobs, temperature);
  const listed = tokens.filter((token) => token !== forced);
  if (forced !== undefined) listed.splice(rank, 0, forced);
  const top: TokenChance[] = logprobs.map((logprob, at) => ({ token: listed[at]!, logprob }));
  if (!isOutside) return { ...top[rank]!, top };
  // Less likely than any that is listed, and not among them.
  return { token: listed[topCount]!, logprob: Math.min(top.at(-1)!.logprob, Math.log(others)) - 1, top };
}

function drawRank(rng: Rng, logprobs: readonly number[], temperature: number): number {
  const draw = rng();
  if (temperature === 0) return 0;
  const best = logprobs[0]!;
  const weights = logprobs.map((logprob) => Math.exp((logprob - best) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let left = draw * sum;
  const rank = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return rank === -1 ? 0 : rank;
}
