// Looks whether the server did what was asked: the model, the token limit, the whole prompt. A server that ignores
// parameters or cuts prompts answers 200 all the same, and is paid for nothing.
import { LateBenchError } from '../../errors.ts';
import { type ChatReply, type ChatRequest, replyLimit } from '../chat.ts';
import { isSameModel } from '../model-name.ts';
import { fewestTokens, promptFeatures } from '../truncation/prompt-features.ts';
import { contextRemedy } from '../truncation/words.ts';

/** Fewer tokens than any tokenizer makes of a prompt are conclusive only of prompts that may have so many. */
const longPrompt = 500;
/** A few tokens over the limit are the template's or the end mark. */
const tokenSlack = 16;

/** More tokens than this mean that the server ignores the request's limit; no bound without one. */
export function mostTokens(request: ChatRequest): number {
  return (replyLimit(request) ?? Number.POSITIVE_INFINITY) + tokenSlack;
}

/** An error that stops the run, or null. */
export function checkReply(model: string, request: ChatRequest, reply: ChatReply): LateBenchError | null {
  const stop = (message: string): LateBenchError => new LateBenchError('LB_ENDPOINT_STOPPED', message);
  if (!isSameModel(model, reply.model)) {
    return stop(
      `requested the model ${model}, but ${reply.model} answered; name the model that the endpoint serves`,
    );
  }
  const limit = replyLimit(request);
  if (reply.completionTokens > mostTokens(request)) {
    return stop(
      `the reply has ${reply.completionTokens} tokens and ${limit} were allowed; the endpoint ignores max_tokens`,
    );
  }
  if (reply.promptTokens > 0) {
    const fewest = Math.floor(fewestTokens(promptFeatures(request.messages)));
    if (fewest > longPrompt && reply.promptTokens < fewest) {
      return stop(
        `the endpoint read ${reply.promptTokens} tokens of a prompt that has at least ${fewest}; its context is too short. ${contextRemedy}`,
      );
    }
  }
  return null;
}
