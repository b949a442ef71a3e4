// How many tokens the prompts of a run have, fitted to what the server reported of them: Bayesian linear regression of
// the count on a prompt's features, starting from the known tokenizers. The error of a prediction is part of it.
import { factorise, solveFactorised, solveLower } from '../../statistics/cholesky.ts';
import { priorSpread, priorTokens } from './prompt-features.ts';

export interface Observation {
  readonly counts: Float64Array;
  /** As the server reported it. */
  readonly tokens: number;
}

export interface PromptFit {
  /** Prompts it is fitted to. */
  readonly prompts: number;
  /** Tokens of a prompt, at least 1. */
  tokens(counts: Float64Array): number;
  /** As `tokens`, with the error, which takes longer to compute. */
  predict(counts: Float64Array): Prediction;
}

export interface Prediction {
  readonly tokens: number;
  /** Standard deviation of the prediction. */
  readonly error: number;
}

/** What features do not explain, as a share of the count: never taken for less, and before it is known. */
const [leastNoise, priorNoise] = [0.012, 0.04];
/** Of short prompts a single token is a large share. */
const fewTokens = 60;
/** Rounds in which prompts with far fewer tokens than the others are left out. */
const rounds = 4;
const farBelow = 3.5;

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += left[at]! * right[at]!;
  return sum;
}

function fitTo(observations: readonly Observation[], noise: number): PromptFit {
  const size = priorTokens.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    const precision = 1 / priorSpread[at]! ** 2;
    matrix[at]![at] = precision;
    right[at] = precision * priorTokens[at]!;
  }
  for (const { counts, tokens } of observations) {
    const weight = 1 / (noise * (tokens + fewTokens)) ** 2;
    for (let i = 0; i < size; i += 1) {
      const weighted = weight * counts[i]!;
      if (weighted === 0) continue;
      right[i]! += weighted * tokens;
      const row = matrix[i]!;
      for (let j = 0; j <= i; j += 1) row[j]! += weighted * counts[j]!;
    }
  }
  const factor = factorise(matrix);
  const costs = solveFactorised(factor, right);
  const tokensOf = (counts: Float64Array): number => Math.max(1, dot(costs, counts));
  return {
    prompts: observations.length,
    tokens: tokensOf,
    predict(counts) {
      const tokens = tokensOf(counts);
      const half = solveLower(factor, counts);
      return { tokens, error: Math.hypot(Math.sqrt(dot(half, half)), noise * (tokens + fewTokens)) };
    },
  };
}

/** The error as a share, from what the fit leaves: the median is not moved by cut prompts. */
function noiseOf(fit: PromptFit, observations: readonly Observation[]): number {
  if (observations.length <= 2 * priorTokens.length) return priorNoise;
  const shares = observations
    .map(({ counts, tokens }) => Math.abs(tokens - fit.tokens(counts)) / (tokens + fewTokens))
    .sort((a, b) => a - b);
  return Math.max(leastNoise, 1.5 * shares[shares.length >> 1]!);
}

/** Fits to the prompts that the server read whole, as far as the others show: those are left out round by round. */
export function fitPrompts(observations: readonly Observation[]): PromptFit {
  let kept = observations;
  let fit = fitTo(kept, priorNoise);
  let noise = noiseOf(fit, kept);
  for (let round = 0; round < rounds; round += 1) {
    fit = fitTo(kept, noise);
    const whole = observations.filter(({ counts, tokens }) => {
      // Only a prompt with fewer tokens than predicted needs the error.
      if (tokens > fit.tokens(counts)) return true;
      const predicted = fit.predict(counts);
      return tokens > predicted.tokens - farBelow * predicted.error;
    });
    if (whole.length === kept.length || whole.length * 2 < observations.length) break;
    kept = whole;
    noise = noiseOf(fit, kept);
  }
  return fit;
}
