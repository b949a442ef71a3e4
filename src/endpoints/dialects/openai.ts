// OpenAI's chat completions, which most servers speak.
import type { ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { packReply } from '../packed-reply.ts';
import { messagesJson } from '../request-json.ts';
import { readReply } from '../wire-reply.ts';

export function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/**
 * The only place where a request gets its wire form: equal requests have equal bodies, in a batch as well. Written out: an
 * object of all but the messages would take longer than its text.
 */
function wireForm(model: string, request: ChatRequest): string {
  let text = `{"model":${JSON.stringify(model)}`;
  for (const name of Object.keys(request) as (keyof ChatRequest)[]) {
    const json = name === 'messages' ? undefined : JSON.stringify(request[name]);
    if (json !== undefined) text += `,"${name}":${json}`;
  }
  return `${text},"stream":false,"messages":${messagesJson(request.messages)}}`;
}

export const chatDialect: Dialect = {
  name: 'openai',
  can: { logprobs: true, n: true, seed: true, schema: true, streaming: true, batch: true },
  mark: '',
  path: () => '/chat/completions',
  headers: bearer,
  body: wireForm,
  read: readReply,
  pack: packReply,
};
