// Puts a streamed reply (server-sent events) together into the body that the same call without streaming would have
// had. Some servers stream whatever one asks for, and keep-alive comments come in both forms.
import { parseBody } from './body-json.ts';
import { FirstChoice } from './first-choice.ts';
import { EventSplitter } from './stream/event-splitter.ts';
import { errorIn } from './wire-error.ts';
import { contentText, isEventStream, isObject, type JsonObject } from './wire-shape.ts';

/** Undefined where the data of an event are no JSON; what a server calls an error is one, whatever it looks like. */
export function readEvent(data: string, isError: boolean): unknown {
  const event = parseBody(data);
  if (!isError || (isObject(event) && event.error != null)) return event;
  return { error: isObject(event) ? event : data };
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
  /** What the stream is in place of a reply: an error, or undefined. */
  let failed: { readonly body: unknown } | null = null;
  const take = (data: string, isError: boolean): boolean => {
    const mark = data.trim();
    if (mark === '[DONE]') done = true;
    if (mark === '[DONE]' || mark === '') return true;
    const event = readEvent(data, isError);
    if (!isObject(event) || errorIn(event) !== null) {
      failed = { body: isObject(event) ? event : undefined };
      return false;
    }
    seen += 1;
    for (const name of ['model', 'usage', 'system_fingerprint'])
      if (event[name] != null) whole[name] = event[name];
    const choice = first.in(event);
    if (choice === null) return true;
    const delta = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
    append(message, 'content', contentText(delta.content));
    for (const name of ['reasoning_content', 'reasoning', 'refusal']) append(message, name, delta[name]);
    if (isObject(choice.logprobs) && Array.isArray(choice.logprobs.content))
      for (const token of choice.logprobs.content) logprobs.push(token);
    if (choice.finish_reason != null) finishReason = choice.finish_reason;
    if (errorIn({ error: choice.error }) !== null) failed = { body: { error: choice.error } };
    return failed === null;
  };
  const splitter = new EventSplitter((body, from, to, isError) =>
    take(body.toString('utf8', from, to), isError),
  );
  if (splitter.write(Buffer.from(text))) splitter.end();
  if (failed !== null) return (failed as { readonly body: unknown }).body;
  if (seen === 0 || (!done && finishReason === null)) return undefined;
  const found = logprobs.length === 0 ? null : { content: logprobs };
  return { ...whole, choices: [{ index: 0, message, logprobs: found, finish_reason: finishReason }] };
}

/** Whether the first event of a stream is part of a reply; false for what is no stream. */
export function beginsWithReply(text: string): boolean {
  let isReply = false;
  const first = new EventSplitter((body, from, to, isError) => {
    const event = readEvent(body.toString('utf8', from, to), isError);
    isReply = isObject(event) && errorIn(event) === null;
    return false;
  });
  if (isEventStream(text)) first.write(Buffer.from(text));
  return isReply;
}
