// Asks for votes: a vote is one call and one reading. It is handed the problem and the steps and never the record, so
// that nothing else can get into a request.
import type { ChatEndpoint, ChatReply, ChatRequest } from '../endpoints/chat.ts';
import { shortMessage } from '../endpoints/failure-tally.ts';
import { isDeclined } from '../endpoints/finish-reason.ts';
import { withoutReasoning } from '../endpoints/reasoning.ts';
import { failsOnlyItsRecord, type LateBenchError } from '../errors.ts';
import { noUsage, type Usage } from '../records/usage.ts';
import type { Judged } from './prompt.ts';
import type { ProtocolRules } from './protocols.ts';
import { isRefusal } from './refusal.ts';
import type { Sampling } from './sampling.ts';
import type { Ballot } from './votes.ts';

export interface CastVote extends Ballot {
  readonly usage: Usage;
}

export interface Poll {
  readonly endpoint: ChatEndpoint;
  readonly rules: ProtocolRules;
  readonly sampling: Sampling;
  readonly votes: number;
  /** Ask for no vote that could not change the outcome. */
  readonly earlyStop: boolean;
  /** Keep each reply's visible text with its vote. */
  readonly keepReplies: boolean;
}

/** The votes in sample order; fewer than asked for where an early stop saved the rest. */
export async function castVotes(poll: Poll, judged: Judged, signal: AbortSignal): Promise<CastVote[]> {
  const { rules, votes, earlyStop } = poll;
  const cast: CastVote[] = [];
  for (;;) {
    const left = votes - cast.length;
    const more = earlyStop ? rules.votesToAsk(cast, left, judged.steps.length) : left;
    if (more === 0) return cast;
    const from = cast.length;
    const asked = Array.from({ length: more }, (_, index) =>
      castVote(poll, judged, { sample: from + index, signal }),
    );
    cast.push(...(await Promise.all(asked)));
  }
}

async function castVote(
  { endpoint, rules, sampling, keepReplies }: Poll,
  judged: Judged,
  options: { readonly sample: number; readonly signal: AbortSignal },
): Promise<CastVote> {
  const request: ChatRequest = {
    messages: rules.prompt.messages(judged),
    ...sampling.parameters,
    seed: sampling.seed + options.sample,
  };
  try {
    const reply = await endpoint.chat(request, options);
    const read = rules.read(finishedPart(reply), judged.steps.length, options.sample);
    const note = noteOf(read, reply);
    const ballot = isDeclined(reply) ? emptyBallot(options.sample, 'unparsed', note) : read;
    const vote = {
      ...ballot.vote,
      note,
      ...(keepReplies ? { reply: withoutReasoning(reply.content).text.trim() } : {}),
    };
    return { ...ballot, vote, usage: usageOf(reply) };
  } catch (error) {
    if (!failsOnlyItsRecord(error)) throw error;
    return { ...failedBallot(options.sample, error), usage: noUsage };
  }
}

/** What a sentence, a line, a box, a formula or a JSON value ends with. */
const ends = new Set('\n.!?。！？})]`*$');

/**
 * Of a reply that was cut at its token limit, what came before the sentence or line that was being written: "Error Section
 * Number: 1" may have been about to name 12, and "no error" to continue with "up to section 4".
 */
function finishedPart({ content, finishReason }: ChatReply): string {
  if (finishReason !== 'length') return content;
  let end = content.length;
  while (end > 0 && !ends.has(content[end - 1]!)) end -= 1;
  return content.slice(0, end);
}

/** Why a reply is unparsed; also marks a reply that was cut off and may be incomplete. */
function noteOf({ vote }: Ballot, reply: ChatReply): string {
  const { finishReason, content, reasoning } = reply;
  const read = vote.status === 'ok' && !isDeclined(reply);
  const thought = !read && content.trim() === '' && reasoning !== null && reasoning.trim() !== '';
  const note = !read && isRefusal(reply) ? `refused: ${vote.note}` : thought ? 'reasoning_only' : vote.note;
  const ended = finishReason === null || finishReason === 'stop';
  return ended ? `${note}` : `${note} (finish_reason ${finishReason})`;
}

function usageOf({ promptTokens, completionTokens, reasoningTokens = 0 }: ChatReply): Usage {
  return {
    calls: 1,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    ...(reasoningTokens > 0 ? { reasoning_tokens: reasoningTokens } : {}),
  };
}

/** The note is the code and the server's own words. */
function failedBallot(sample: number, { code, message }: LateBenchError): Ballot {
  return emptyBallot(sample, 'failed', `${code}: ${shortMessage(message)}`);
}

function emptyBallot(sample: number, status: 'unparsed' | 'failed', note: string): Ballot {
  const vote = { sample, status, first_error: null, first_error_strict: null, error_steps: null, note };
  return { vote, strictSteps: null, explanations: {} };
}
