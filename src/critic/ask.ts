// Asks for one vote: one call, one reading. It is handed the problem and the steps and never the record, so that
// nothing else can get into a request.
import type { ChatEndpoint, ChatReply, ChatRequest } from '../endpoints/chat.ts';
import { type ErrorCode, failsOnlyItsRecord } from '../errors.ts';
import { noUsage, type Usage } from '../records/usage.ts';
import type { Judged } from './prompt.ts';
import type { ProtocolRules } from './protocols.ts';
import type { Ballot } from './votes.ts';

export interface Sampling {
  readonly temperature: number;
  /** Left to the server where undefined. */
  readonly maxTokens: number | undefined;
  /** Sample k sends seed + k. */
  readonly seed: number;
}

export interface CastVote extends Ballot {
  readonly usage: Usage;
}

export async function castVote(
  endpoint: ChatEndpoint,
  { prompt, read }: ProtocolRules,
  judged: Judged,
  sampling: Sampling,
  options: { readonly sample: number; readonly signal: AbortSignal },
): Promise<CastVote> {
  const request: ChatRequest = {
    messages: prompt.messages(judged),
    temperature: sampling.temperature,
    max_tokens: sampling.maxTokens,
    seed: sampling.seed + options.sample,
  };
  try {
    const reply = await endpoint.chat(request, options);
    const ballot = read(reply.content, judged.steps.length, options.sample);
    return { ...ballot, vote: { ...ballot.vote, note: noteOf(ballot, reply) }, usage: usageOf(reply) };
  } catch (error) {
    if (!failsOnlyItsRecord(error)) throw error;
    return { ...failedBallot(options.sample, error.code), usage: noUsage };
  }
}

/** A reply that did not end by itself may be incomplete, even where it can be read. */
function noteOf({ vote }: Ballot, { finishReason }: ChatReply): string {
  const ended = finishReason === null || finishReason === 'stop';
  return ended ? `${vote.note}` : `${vote.note} (finish_reason ${finishReason})`;
}

function usageOf({ promptTokens, completionTokens }: ChatReply): Usage {
  return { calls: 1, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

/** The note is the code alone: messages may name times and attempts, which differ from run to run. */
function failedBallot(sample: number, code: ErrorCode): Ballot {
  return {
    vote: {
      sample,
      status: 'failed',
      first_error: null,
      first_error_strict: null,
      error_steps: null,
      note: code,
    },
    strictSteps: null,
    explanations: {},
  };
}
