// What a simulated model is: a function of one call and of random numbers that are fixed by the call's content.
import { canonicalJson } from '../records/identity.ts';
import { mulberry32, type Rng, seedFrom } from '../statistics/random.ts';
import type { ChatCall } from './chat-call.ts';

export interface TokenChance {
  readonly token: string;
  /** Natural logarithm of the probability, at most 0. */
  readonly logprob: number;
}

export interface SampledToken extends TokenChance {
  /** The likeliest tokens at this place, best first. */
  readonly top: readonly TokenChance[];
}

/** A text, or a trace of tokens with their probabilities; only the latter can answer a request for logprobs. */
export type ModelReply = { readonly text: string } | { readonly trace: readonly SampledToken[] };

export type SimulatedModel = (call: ChatCall, rng: Rng) => ModelReply;

/**
 * The generator for one call: fixed by the simulator's seed, the model, the messages and the sampling parameters;
 * never by time, by the order of arrival, or by how the reply is delivered. At temperature 0 the call's seed does
 * not count, as in greedy decoding.
 */
export function rngOf(simulatorSeed: number, call: ChatCall): Rng {
  const { model, messages, temperature, topP } = call;
  const seed = temperature === 0 ? null : call.seed;
  return mulberry32(seedFrom(simulatorSeed, canonicalJson({ model, messages, temperature, topP, seed })));
}
