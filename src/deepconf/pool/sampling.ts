// What is asked of the endpoint for one sample of a problem.
import type { ChatRequest } from '../../endpoints/chat.ts';
import { promptMessages } from './prompt.ts';
import type { PoolSettings } from './schema.ts';

export type Sampling = NonNullable<PoolSettings['sampling']>;

/** Each sample sends its own seed, where there is one: without it a server that honours seeds would repeat itself. */
export function sampleRequest(problem: string, sampling: Sampling, sample: number): ChatRequest {
  const { temperature, top_p, max_tokens, top_logprobs, seed, thinking } = sampling;
  return {
    messages: promptMessages(problem),
    temperature: temperature ?? undefined,
    top_p: top_p ?? undefined,
    max_tokens,
    seed: seed === null ? undefined : seed + sample,
    logprobs: true,
    top_logprobs,
    thinking: thinking === 'disabled' ? { type: 'disabled' } : undefined,
  };
}
