// Anthropic's Messages.
import type { Foreign } from './foreign.ts';

const errorTypes: Readonly<Record<number, string>> = { 404: 'not_found_error', 529: 'overloaded_error' };

export const messages: Foreign = {
  path: /^\/v1\/messages$/,
  chat: ({ model, system, messages: turns, max_tokens, temperature, top_p, stop_sequences }) => ({
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...(Array.isArray(turns) ? turns : []),
    ],
    max_tokens,
    temperature,
    top_p,
    stop: stop_sequences,
  }),
  reply: ({ id, model, content, finishReason, promptTokens, completionTokens }) => ({
    id: id.replace('chatcmpl', 'msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: content }],
    stop_reason: finishReason === 'length' ? 'max_tokens' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: promptTokens, output_tokens: completionTokens },
  }),
  error: (status, message) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'invalid_request_error', message },
  }),
};
