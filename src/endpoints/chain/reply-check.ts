// Looks whether the server did what was asked: the model, the token limit, the whole prompt. A server that ignores
// parameters or cuts prompts answers 200 all the same, and is paid for nothing.
import { LateBenchError } from '../../errors.ts';
import { type ChatReply, type ChatRequest, replyLimit } from '../chat.ts';

/** `openai/gpt-4o-mini`, `gpt-4o-mini-2024-07-18`: the last part, in lower case. */
function bareModel(name: string): string {
  return (name.split('/').pop() ?? name).toLowerCase().replace(/\.gguf$/, '');
}

function isSameModel(asked: string, served: string): boolean {
  if (asked === served) return true;
  const [left, right] = [bareModel(asked), bareModel(served)];
  return right === '' || left.startsWith(right) || right.startsWith(left);
}

/** No tokenizer known to us makes fewer tokens than one for 12 characters of such prompts. */
const maxCharsPerToken = 12;
const longPrompt = 6_000;
/** A few tokens over the limit are the template's or the end mark. */
const tokenSlack = 16;

/** An error that stops the run, or null. */
export function checkReply(model: string, request: ChatRequest, reply: ChatReply): LateBenchError | null {
  const stop = (message: string): LateBenchError => new LateBenchError('LB_ENDPOINT_STOPPED', message);
  if (!isSameModel(model, reply.model)) {
    return stop(
      `asked for the model ${model}, and ${reply.model} answered; name the model that the endpoint serves`,
    );
  }
  const limit = replyLimit(request);
  if (limit !== undefined && reply.completionTokens > limit + tokenSlack) {
    return stop(
      `the reply has ${reply.completionTokens} tokens and ${limit} were allowed; the endpoint ignores max_tokens`,
    );
  }
  const chars = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  if (chars > longPrompt && reply.promptTokens > 0 && reply.promptTokens * maxCharsPerToken < chars) {
    return stop(
      `the endpoint read ${reply.promptTokens} tokens of a prompt of ${chars} characters; its context is too short`,
    );
  }
  return null;
}
