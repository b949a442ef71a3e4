// Puts a streamed reply (server-sent events) together into the body that the same call without streaming would have
// had. Some servers stream whatever one asks for, and keep-alive comments come in both forms.
import { parseBody } from './body-json.ts';
import { FirstChoice } from './first-choice.ts';
import { isObject, type JsonObject } from './wire-shape.ts';

export function isEventStream(text: string): boolean {
  return /^\s*(?:data:|event:|id:|retry:|:)/.test(text);
}

/** The `data:` payloads, comments and other fields left out. */
function* payloads(text: string): Generator<string> {
  for (const event of text.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''));
    if (data.length > 0) yield data.join('\n');
  }
}

function append(target: JsonObject, name: string, piece: unknown): void {
  if (typeof piece === 'string')
    target[name] = `${typeof target[name] === 'string' ? target[name] : ''}${piece}`;
}

/** Undefined when the stream was cut off: no `[DONE]` and no finish reason, or an event that is not JSON. */
export function assembleEvents(text: string): unknown {
  const message: JsonObject = {};
  const whole: JsonObject = {};
  const logprobs: unknown[] = [];
  const first = new FirstChoice();
  let finishReason: unknown = null;
  let done = false;
  let seen = 0;
  for (const payload of payloads(text)) {
    if (payload.trim() === '[DONE]') {
      done = true;
      continue;
    }
    const event = parseBody(payload);
    if (!isObject(event)) return undefined;
    if (event.error != null || event.object === 'error') return event;
    seen += 1;
    for (const name of ['model', 'usage', 'system_fingerprint'])
      if (event[name] != null) whole[name] = event[name];
    const choice = first.in(event);
    if (choice === null) continue;
    const delta = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
    for (const name of ['content', 'reasoning_content', 'reasoning', 'refusal'])
      append(message, name, delta[name]);
    if (isObject(choice.logprobs) && Array.isArray(choice.logprobs.content))
      logprobs.push(...choice.logprobs.content);
    if (choice.finish_reason != null) finishReason = choice.finish_reason;
    if (isObject(choice.error)) return { error: choice.error };
  }
  if (seen === 0 || (!done && finishReason === null)) return undefined;
  const found = logprobs.length === 0 ? null : { content: logprobs };
  return { ...whole, choices: [{ index: 0, message, logprobs: found, finish_reason: finishReason }] };
}
