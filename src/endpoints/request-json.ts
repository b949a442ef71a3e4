// Canonical JSON of requests. The text of a problem's messages is made once, and serves the keys and the bodies of all
// its samples: it is nearly all of a request.
import { canonicalJson } from '../records/identity.ts';
import type { ChatMessage, ChatRequest } from './chat.ts';

interface Written {
  /** What the text was made of, as it was then: the array is the caller's, who may change it. */
  readonly messages: readonly ChatMessage[];
  readonly json: string;
}

const written = new WeakMap<readonly ChatMessage[], Written>();

function isUnchanged(then: readonly ChatMessage[], now: readonly ChatMessage[]): boolean {
  if (then.length !== now.length) return false;
  for (let at = 0; at < then.length; at += 1) {
    if (then[at]!.content !== now[at]!.content || then[at]!.role !== now[at]!.role) return false;
  }
  return true;
}

export function messagesJson(messages: readonly ChatMessage[]): string {
  const known = written.get(messages);
  if (known !== undefined && isUnchanged(known.messages, messages)) return known.json;
  const json = canonicalJson(messages);
  written.set(messages, { messages: messages.map((message) => ({ ...message })), json });
  return json;
}

/** The same text as `canonicalJson(request)`. */
export function requestJson(request: ChatRequest): string {
  let text = '';
  for (const name of (Object.keys(request) as (keyof ChatRequest)[]).sort()) {
    const value = request[name];
    if (value === undefined) continue;
    const json = name === 'messages' ? messagesJson(request.messages) : canonicalJson(value);
    text += `${text === '' ? '' : ','}"${name}":${json}`;
  }
  return `{${text}}`;
}
