// OpenAI's Responses.
import type { Foreign, Json } from './foreign.ts';

export const responses: Foreign = {
  path: /^\/v1\/responses$/,
  chat: ({ model, input, temperature, top_p, max_output_tokens, include, top_logprobs }) => ({
    model,
    messages: typeof input === 'string' ? [{ role: 'user', content: input }] : input,
    temperature,
    top_p,
    max_completion_tokens: max_output_tokens,
    ...(Array.isArray(include) && include.includes('message.output_text.logprobs')
      ? { logprobs: true, top_logprobs }
      : {}),
  }),
  reply({ id, model, content, finishReason, promptTokens, completionTokens, logprobs }): Json {
    const cut = finishReason === 'length';
    const text = { type: 'output_text', text: content, annotations: [], logprobs: logprobs ?? [] };
    return {
      id: id.replace('chatcmpl', 'resp'),
      object: 'response',
      created_at: 0,
      status: cut ? 'incomplete' : 'completed',
      incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
      error: null,
      model,
      output: [{ type: 'message', role: 'assistant', status: 'completed', content: [text] }],
      usage: {
        input_tokens: promptTokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: completionTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: promptTokens + completionTokens,
      },
    };
  },
  error: (_, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};
