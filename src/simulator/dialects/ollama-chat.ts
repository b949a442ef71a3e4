// Ollama's own chat.
import type { Foreign, Json } from './foreign.ts';

export const ollamaChat: Foreign = {
  path: /^\/api\/chat$/,
  chat({ model, messages, options = {}, logprobs, top_logprobs }) {
    const { temperature, top_p, num_predict, seed, stop } = options as Json;
    const sampling = { temperature, top_p, max_tokens: num_predict, seed, stop };
    return { model, messages, ...sampling, ...(logprobs === true ? { logprobs, top_logprobs } : {}) };
  },
  reply: ({ model, content, finishReason, promptTokens, completionTokens, logprobs }) => ({
    model,
    created_at: '1970-01-01T00:00:00Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason: finishReason,
    prompt_eval_count: promptTokens,
    eval_count: completionTokens,
    ...(logprobs === null ? {} : { logprobs }),
  }),
  error: (_, message) => ({ error: message }),
};
