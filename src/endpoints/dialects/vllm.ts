// vLLM and SGLang: chat completions, where thinking is switched off by an argument of the chat template.
import type { Dialect } from '../dialect.ts';
import { chatDialect } from './openai.ts';

export const vllmDialect: Dialect = {
  ...chatDialect,
  name: 'vllm',
  can: { ...chatDialect.can, batch: false },
  body(model, { thinking, ...request }) {
    const body = chatDialect.body(model, request);
    if (thinking === undefined) return body;
    return `${body.slice(0, -1)},"chat_template_kwargs":{"enable_thinking":false}}`;
  },
};
