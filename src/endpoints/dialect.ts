// What a client says to a server and how it reads what comes back: chat completions, or the pooling of a reward model,
// which takes the same messages and answers with numbers instead of a text.
import type { ChatReply, ChatRequest } from './chat.ts';
import { messagesJson } from './request-json.ts';
import { garbled, replyError } from './wire-error.ts';
import { readReply } from './wire-reply.ts';
import { countOrZero, isObject, parseJson, textOrNull } from './wire-shape.ts';

export interface Dialect {
  readonly path: string;
  body(model: string, request: ChatRequest): string;
  /** Throws the LateBenchError of a reply that is not what was requested. */
  read(status: number, body: Buffer, topLogprobs?: number): ChatReply;
}

export const chatDialect: Dialect = {
  path: '/chat/completions',
  // The only place where a request gets its wire form: equal requests have equal bodies, in a batch as well.
  body: (model, { messages, ...rest }) =>
    `${JSON.stringify({ model, ...rest, stream: false }).slice(0, -1)},"messages":${messagesJson(messages)}}`,
  read: readReply,
};

/** As vLLM serves it at /pooling (beside /v1, not in it). The content is the reply's numbers, as JSON. */
export const poolingDialect: Dialect = {
  path: '/pooling',
  body: (model, { messages }) => JSON.stringify({ model, messages, encoding_format: 'float' }),
  read(status, bytes) {
    const text = bytes.toString('utf8');
    const body = parseJson(text.trim());
    const error = replyError(status, body, text.trim());
    if (error !== null) throw error;
    if (!isObject(body)) throw garbled(`the reply is not whole JSON (${text.length} characters)`);
    const first: unknown = Array.isArray(body.data) ? body.data[0] : undefined;
    const numbers = isObject(first) ? (first.data ?? first.embedding) : undefined;
    if (!Array.isArray(numbers)) throw garbled('the reply has no data: is this a reward model?');
    const usage = isObject(body.usage) ? body.usage : {};
    return {
      content: JSON.stringify(numbers),
      reasoning: null,
      finishReason: 'stop',
      model: textOrNull(body.model) ?? '',
      promptTokens: countOrZero(usage.prompt_tokens),
      completionTokens: 0,
      logprobs: null,
    };
  },
};
