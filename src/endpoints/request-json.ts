// Canonical JSON of requests. The text of a problem's messages is made once, and serves the keys and the bodies of all
// its samples: it is nearly all of a request.
import { canonicalJson, sortedNames } from '../records/identity.ts';
import type { ChatRequest } from './chat.ts';
import { ofMessages } from './of-messages.ts';

export const messagesJson = ofMessages((messages) => canonicalJson(messages));

/** The same text as `canonicalJson(request)`. */
export function requestJson(request: ChatRequest): string {
  let text = '';
  for (const name of sortedNames(request) as (keyof ChatRequest)[]) {
    const value = request[name];
    if (value === undefined) continue;
    const json = name === 'messages' ? messagesJson(request.messages) : canonicalJson(value);
    text += `${text === '' ? '' : ','}"${name}":${json}`;
  }
  return `{${text}}`;
}
