// Why a server ended a reply: one word for a reply that was cut at its token limit, and an error for one that the server
// gave up. Other words are kept as they came.
import { LateBenchError } from '../errors.ts';
import type { ChatReply } from './chat.ts';
import { textOrNull } from './wire-shape.ts';

/** The words of the known servers for the token limit (Mistral, Bedrock, watsonx, Gemini, Cohere), in lower case. */
const limitWords = new Set(['length', 'max_tokens', 'model_length', 'max_output_tokens']);

/** A reply that the server gave up: DeepSeek's word, those of vLLM and SGLang, and OpenRouter's. */
const failures: ReadonlyMap<string, string> = new Map([
  ['insufficient_system_resource', 'the endpoint ran out of resources within the reply'],
  ['abort', 'the endpoint aborted the reply'],
  ['error', 'the endpoint failed within the reply'],
  // OpenAI Responses, of the reply as a whole.
  ['failed', 'the endpoint failed within the reply'],
  ['cancelled', 'the endpoint cancelled the reply'],
]);

/** `length` for a reply that was cut at its token limit, whatever the server calls it. */
export function finishReasonOf(value: unknown): string | null {
  const reason = textOrNull(value);
  return reason !== null && limitWords.has(reason.toLowerCase()) ? 'length' : reason;
}

/** True where the server says that the model declined or that its reply was held back: nothing in it is an answer. */
export function isDeclined({ refused, finishReason }: Pick<ChatReply, 'refused' | 'finishReason'>): boolean {
  return refused === true || finishReason === 'content_filter';
}

/** Throws for a reply that the server gave up: it may be whole next time. */
export function checkFinish(value: unknown, field = 'finish_reason'): void {
  const message = typeof value === 'string' ? failures.get(value.toLowerCase()) : undefined;
  if (message === undefined) return;
  throw new LateBenchError('LB_ENDPOINT_SERVER', `${message} (${field} ${value as string})`, {
    retry: 'transient',
  });
}
