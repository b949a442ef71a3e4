// The simulated sampler: answers any chat with a trace of meaningless words that ends in a boxed number from 0 to
// 999, each token with its probabilities. It solves nothing (see right-answer.ts); what it does have is a stated
// link between being right and being confident, which is what trace filtering and weighted voting live on.
import { mulberry32, type Rng, randomInt, seedFrom } from '../../statistics/random.ts';
import { type ChatCall, lastUserText } from '../chat-call.ts';
import type { SampledToken, SimulatedModel } from '../model.ts';
import { rightAnswer, wrongAnswers } from './right-answer.ts';
import { drawPlace } from './token-distribution.ts';
import { vocabulary } from './vocabulary.ts';

export interface SamplerSettings {
  /** Share of right traces over all problems, 0 to 1; a problem's own share lies up to 0.25 around it. */
  readonly accuracy: number;
  /** Mean confidence of right traces minus that of wrong ones, in standard deviations; 0 = no link. */
  readonly separation: number;
  /** Tokens before the answer: the least and the most. */
  readonly tokens: readonly [number, number];
}

const defaults: SamplerSettings = { accuracy: 0.5, separation: 1, tokens: [40, 160] };

export function samplerModel(simulatorSeed: number, settings: Partial<SamplerSettings>): SimulatedModel {
  const { accuracy, separation, tokens } = { ...defaults, ...settings };
  return (call, rng) => {
    const prompt = lastUserText(call);
    const ease = mulberry32(seedFrom('ease', simulatorSeed, prompt))() - 0.5;
    const isRight = rng() < Math.min(1, Math.max(0, accuracy + 0.5 * ease));
    const answer = isRight ? rightAnswer(simulatorSeed, prompt) : wrongAnswer(rng, simulatorSeed, prompt);
    const confidence = (isRight ? separation / 2 : -separation / 2) + standardNormal(rng);
    const trace = drawTrace(rng, {
      confidence,
      answer,
      length: randomInt(rng, ...tokens),
      temperature: call.temperature,
      most: mostRead(call),
    });
    return { trace };
  };
}

/**
 * Tokens that can make a difference to the reply: those of the limit, and one that shows that the limit cut it. A stop string
 * may begin among them and end behind them, so that all are needed.
 */
function mostRead({ maxTokens, stop }: Pick<ChatCall, 'maxTokens' | 'stop'>): number {
  return maxTokens === null || stop.length > 0 ? Number.POSITIVE_INFINITY : maxTokens + 1;
}

/** Mostly a popular wrong answer, so that wrong answers can win a vote too. */
function wrongAnswer(rng: Rng, simulatorSeed: number, prompt: string): number {
  const popular = wrongAnswers(simulatorSeed, prompt);
  if (rng() < 0.7) return popular[Math.floor(popular.length * rng() ** 2)]!;
  const right = rightAnswer(simulatorSeed, prompt);
  return (right + randomInt(rng, 1, 999)) % 1000;
}

interface TracePlan {
  readonly confidence: number;
  readonly answer: number;
  readonly length: number;
  readonly temperature: number;
  /** A trace that is longer may end after so many tokens. */
  readonly most: number;
}

function drawTrace(rng: Rng, { confidence, answer, length, temperature, most }: TracePlan): SampledToken[] {
  const base = 0.7 * Math.exp(0.2 * confidence);
  const place = (tokens: readonly string[], forced?: string): SampledToken =>
    drawPlace(rng, tokens, { sharpness: base * Math.exp(0.3 * standardNormal(rng)), temperature, forced });
  const words = Array.from({ length: Math.min(length, most) }, () => place(candidates(rng)));
  if (words.length === most) return words;
  const numbers = Array.from({ length: 21 }, (_, at) => `${(answer + 37 * at) % 1000}`);
  const ending = [
    place(candidates(rng), ' \\boxed{'),
    place(numbers, `${answer}`),
    place(candidates(rng), '}'),
  ];
  return [...words, ...ending];
}

/** Distinct words: one more than can be listed, so that one is left that is not. */
function candidates(rng: Rng): string[] {
  const start = randomInt(rng, 0, vocabulary.length - 1);
  const stride = randomInt(rng, 1, vocabulary.length - 1);
  return Array.from({ length: 21 }, (_, at) => vocabulary[(start + at * stride) % vocabulary.length]!);
}

/** Box-Muller. */
function standardNormal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
}
