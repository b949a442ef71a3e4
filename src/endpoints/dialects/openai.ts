// OpenAI's chat completions, which most servers speak.
import type { Dialect } from '../dialect.ts';
import { packReply } from '../packed-reply.ts';
import { messagesJson } from '../request-json.ts';
import { readReply } from '../wire-reply.ts';

export function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

export const chatDialect: Dialect = {
  name: 'openai',
  can: { logprobs: true, n: true, seed: true, schema: true, streaming: true, batch: true },
  mark: '',
  path: () => '/chat/completions',
  headers: bearer,
  // The only place where a request gets its wire form: equal requests have equal bodies, in a batch as well.
  body: (model, { messages, ...rest }) =>
    `${JSON.stringify({ model, ...rest, stream: false }).slice(0, -1)},"messages":${messagesJson(messages)}}`,
  read: readReply,
  pack: packReply,
};
