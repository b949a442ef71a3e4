// Azure OpenAI: a chat completion at the path of a deployment.
import type { Foreign } from './foreign.ts';

export const deployment: Foreign = {
  path: /^(?:\/v1)?\/openai\/deployments\/([^/]+)\/chat\/completions$/,
  chat: (body) => body,
  reply: ({ body }) => body,
  error: (status, message) => ({ error: { code: String(status), message } }),
};
