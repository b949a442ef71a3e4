// One short call before thousands of long ones: does the endpoint give logprobs that are of use, and no reasoning
// apart from the content?
import type { ChatEndpoint, ChatReply } from '../../endpoints/chat.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import type { StreamWatch } from '../../endpoints/stream/watch.ts';
import { failsOnlyItsRecord, LateBenchError } from '../../errors.ts';
import type { PartReplies } from './part-replies.ts';
import { type Sampling, sampleRequest } from './sampling.ts';
import { uselessLogprobs } from './usable-logprobs.ts';

/** Throws for a reply whose logprobs cannot be those of the text that is kept. */
export function checkReasoning(model: string, reply: ChatReply): void {
  if (reply.reasoning === null || reply.reasoning === '') return;
  const message =
    `${model} sends its reasoning apart (reasoning_content), and its logprobs do not cover it; ` +
    'take a chat model, such as deepseek-chat, or switch thinking off';
  throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
}

export function degenerateError(reason: string): LateBenchError {
  const message =
    `${reason}: confidence would mean nothing, or the reverse; take another endpoint or model, ` +
    'or --allow-degenerate to keep such traces all the same';
  return new LateBenchError('LB_ENDPOINT_STOPPED', message);
}

/** Rejects a model that is known to return no logprobs before it costs anything. */
export function checkModelName(model: string): void {
  const [bare = model] = model.split('/').slice(-1);
  if (!/reasoner|^o[1-9](?:-|$)/i.test(bare)) return;
  const message = `${model} has no logprobs, on which confidence rests; take a chat model, such as deepseek-chat`;
  throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
}

const probeTokens = 16;
/** What a dry run says of it. */
export const probeNote = `one probe of at most ${probeTokens} tokens comes before the calls that are counted here`;
const probeProblem = 'What is 17 + 25?';

/** No call has succeeded, so nothing of the run can be done: the failure of this call ends it. */
function probeError(error: unknown): unknown {
  if (!failsOnlyItsRecord(error)) return error;
  const message = `the first call, a short probe, failed: ${error.message} (${error.code}); run the command again once the endpoint answers`;
  return new LateBenchError('LB_ENDPOINT_STOPPED', message, { cause: error });
}

export async function probe(
  endpoint: ChatEndpoint,
  replies: PartReplies,
  sampling: Sampling,
  options: {
    readonly allowDegenerate: boolean;
    readonly signal: AbortSignal;
    /** The reply is to come in pieces. */
    readonly watch?: StreamWatch | undefined;
  },
): Promise<ChatReply> {
  const request = {
    ...sampleRequest(probeProblem, sampling, 0),
    max_tokens: Math.min(probeTokens, sampling.max_tokens),
  };
  const key = requestKey(endpoint.name, endpoint.model, request, 0);
  await replies.assign(key, 'probe');
  try {
    const { signal, watch } = options;
    const reply = await endpoint.chat(request, { signal, sample: 0, watch }).catch((error: unknown) => {
      throw probeError(error);
    });
    checkReasoning(endpoint.model, reply);
    const reason = uselessLogprobs(reply.logprobs, sampling.top_logprobs);
    if (reason !== null && !options.allowDegenerate) throw degenerateError(`a short probe: ${reason}`);
    return reply;
  } finally {
    replies.forget(key);
  }
}
