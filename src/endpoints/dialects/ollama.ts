// Ollama's own API. Unlike its chat completions it takes the length of the context with each request: without one, a
// server cuts what is longer than its default (4,096 tokens on most machines) and says nothing.
import { estimatePromptTokens } from '../budget/estimate-tokens.ts';
import { type ChatReply, type ChatRequest, replyLimit } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { checkFinish } from '../finish-reason.ts';
import { logprobsByShape, maxTopLogprobs } from '../reply-logprobs.ts';
import { lacking } from '../wire-error.ts';
import { isObject, textOrNull } from '../wire-shape.ts';
import { evalCounts, tokenCounts } from '../wire-usage.ts';
import { bearer } from './openai.ts';
import { objectsIn, readObject } from './read-object.ts';

/** Tokens that a context has room for beside the prompt, where a request sets no limit. */
const roomForReply = 4096;
const smallestContext = 4096;

function contextFor(request: ChatRequest): number {
  const tokens = estimatePromptTokens(request.messages) + (replyLimit(request) ?? roomForReply);
  return 2 ** Math.ceil(Math.log2(Math.max(tokens, smallestContext)));
}

function formatOf({ response_format: format }: ChatRequest): unknown {
  if (format === undefined) return undefined;
  return format.type === 'json_schema' ? format.json_schema.schema : 'json';
}

/** One for each client: the context only grows, because a server loads the model anew for another length. */
export function ollamaDialect(): Dialect {
  let context = 0;
  return {
    name: 'ollama',
    can: { logprobs: true, n: false, seed: true, schema: true, streaming: false, batch: false },
    mark: '/api/chat',
    base: (baseUrl) => baseUrl.replace(/\/(?:v1|api(?:\/(?:chat|generate))?)\/?(?=\?|$)/, ''),
    path: () => '/api/chat',
    headers: bearer,
    body(model, request) {
      context = Math.max(context, contextFor(request));
      return JSON.stringify({
        model,
        messages: request.messages,
        stream: false,
        think: request.thinking === undefined ? undefined : false,
        format: formatOf(request),
        logprobs: request.logprobs,
        top_logprobs: request.top_logprobs,
        options: {
          temperature: request.temperature,
          top_p: request.top_p,
          top_k: request.top_k,
          num_predict: replyLimit(request),
          seed: request.seed,
          stop: request.stop,
          num_ctx: context,
        },
      });
    },
    read(status, bytes, k = maxTopLogprobs): ChatReply {
      const body = readObject(status, bytes);
      if (!isObject(body.message) || body.done !== true) throw lacking('message', body, 'ollama');
      checkFinish(body.done_reason, 'done_reason');
      const content = textOrNull(body.message.content) ?? '';
      const reasoning = textOrNull(body.message.thinking) ?? '';
      const { prompt, completion } = evalCounts(body);
      return {
        content,
        reasoning: reasoning === '' ? null : reasoning,
        finishReason: textOrNull(body.done_reason),
        model: textOrNull(body.model) ?? '',
        ...tokenCounts(prompt, completion, content !== '' || reasoning !== ''),
        logprobs: logprobsByShape({ content: objectsIn(body.logprobs) }, k),
      };
    },
  };
}
