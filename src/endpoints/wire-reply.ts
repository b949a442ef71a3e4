// Reads a chat-completions body into a ChatReply, by shape: blank lines in front (keep-alive), reasoning apart from
// content, content as a string or as parts. A body that does not fit is a transient error: it was cut or garbled.
import { LateBenchError } from '../errors.ts';
import type { ChatReply } from './chat.ts';
import { garbled, replyError } from './wire-error.ts';
import { countOrZero, isObject, parseJson, textOrNull } from './wire-shape.ts';
import { assembleEvents, isEventStream } from './wire-sse.ts';

/** Some servers send content as a list of typed parts. */
function contentText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** Throws the LateBenchError that the reply stands for, when it is not a completion. */
export function readReply(status: number, text: string): ChatReply {
  const trimmed = text.trim();
  const body = isEventStream(trimmed) ? assembleEvents(trimmed) : parseJson(trimmed);
  const error = replyError(status, body, trimmed);
  if (error !== null) throw error;
  if (!isObject(body)) throw garbled(`the reply is not whole JSON (${text.length} characters)`);
  const choices = body.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw garbled('the reply has no choices');
  const choiceError = isObject(choice.error) ? replyError(status, { error: choice.error }, trimmed) : null;
  if (choiceError !== null) throw choiceError;
  if (choice.finish_reason === 'insufficient_system_resource') {
    const message = 'the endpoint ran out of resources within the reply';
    throw new LateBenchError('LB_ENDPOINT_SERVER', message, { retry: 'transient' });
  }
  const message = isObject(choice.message) ? choice.message : {};
  const content = contentText(message.content);
  const reasoning = textOrNull(message.reasoning_content) ?? textOrNull(message.reasoning);
  const refusal = textOrNull(message.refusal);
  if (content === null && reasoning === null && refusal === null) throw garbled('the reply has no content');
  const refused = (content ?? '') === '' && refusal !== null && refusal !== '';
  const usage = isObject(body.usage) ? body.usage : {};
  return {
    content: refused ? refusal : (content ?? ''),
    ...(refused ? { refused } : {}),
    reasoning,
    finishReason: textOrNull(choice.finish_reason),
    model: textOrNull(body.model) ?? '',
    promptTokens: countOrZero(usage.prompt_tokens),
    completionTokens: countOrZero(usage.completion_tokens),
    logprobs: choice.logprobs ?? null,
  };
}
