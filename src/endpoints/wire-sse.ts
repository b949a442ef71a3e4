// Puts a streamed reply (server-sent events) together into the body that the same call without streaming would have
// had. Some servers stream whatever one asks for, and keep-alive comments come in both forms.
import { parseBody } from './body-json.ts';
import { FirstChoice } from './first-choice.ts';
import { errorIn } from './wire-error.ts';
import { isObject, type JsonObject } from './wire-shape.ts';

interface ServerEvent {
  readonly data: string;
  /** The server calls it an error, whatever its data look like. */
  readonly isError: boolean;
}

/** Comments and other fields left out. */
function* eventsIn(text: string): Generator<ServerEvent> {
  for (const event of text.split(/\r?\n\r?\n/)) {
    const lines = event.split(/\r?\n/);
    const data = lines
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''));
    const isError = lines.some((line) => /^event: ?error\s*$/.test(line));
    if (data.length > 0) yield { data: data.join('\n'), isError };
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
  for (const { data, isError } of eventsIn(text)) {
    if (data.trim() === '[DONE]') {
      done = true;
      continue;
    }
    const event = parseBody(data);
    if (isError && (!isObject(event) || event.error == null))
      return { error: isObject(event) ? event : data };
    if (!isObject(event)) return undefined;
    if (errorIn(event) !== null) return event;
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
    if (errorIn({ error: choice.error }) !== null) return { error: choice.error };
  }
  if (seen === 0 || (!done && finishReason === null)) return undefined;
  const found = logprobs.length === 0 ? null : { content: logprobs };
  return { ...whole, choices: [{ index: 0, message, logprobs: found, finish_reason: finishReason }] };
}
