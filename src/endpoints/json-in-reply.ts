// The one reader of JSON in a model's reply: bare, in a code fence, or with prose and reasoning around it. The last
// JSON of a reply counts, as its last box does: models draft before they answer. One pass over the text.
import { withoutReasoning } from './reasoning.ts';
import { endOfObject } from './reply-json/end-of-object.ts';
import { isObject, type JsonObject, parseJson } from './wire-shape.ts';

export type ObjectInReply = { readonly value: JsonObject } | { readonly reason: string };

/** The outermost closed objects. An object that is not closed ends the search: what it holds is no answer. */
function* closedObjects(text: string): Generator<string> {
  for (let start = text.indexOf('{'); start !== -1; ) {
    const end = endOfObject(text, start);
    if (end === -1) return;
    // A reply of a hundred thousand braces would fail as often, and each failure makes an error.
    if (/^\{\s*["}]/.test(text.slice(start, start + 200))) yield text.slice(start, end);
    start = text.indexOf('{', end);
  }
}

function lastFence(text: string): string {
  const fence = '```';
  const end = text.lastIndexOf(fence);
  const start = end < 1 ? -1 : text.lastIndexOf(fence, end - 1);
  if (start === -1) return '';
  const lineEnd = text.indexOf('\n', start);
  return lineEnd === -1 || lineEnd > end ? '' : text.slice(lineEnd + 1, end);
}

/**
 * The last object of a reply; `{}` counts only where there is no other.
 *
 * @returns the object, or the reason why there is none, for the model or a person to read.
 */
export function objectInReply(reply: string): ObjectInReply {
  const whole = parseJson(reply);
  if (isObject(whole)) return { value: whole };
  const objects = [...closedObjects(withoutReasoning(reply).text)];
  const parsed = objects.map(parseJson).filter(isObject);
  const value = parsed.findLast((object) => Object.keys(object).length > 0) ?? parsed.at(-1);
  if (value !== undefined) return { value };
  // The parser's own message quotes the text and differs between versions of Node.
  return objects.length === 0
    ? { reason: 'the reply holds no whole JSON object' }
    : { reason: 'the reply is not JSON (are backslashes in LaTeX doubled?)' };
}

/** The text of the JSON that a reply consists of or holds in its last fence, whether or not it can be parsed; or ''. */
export function jsonText(reply: string): string {
  const bare = withoutReasoning(reply).text.trim();
  return /^[[{]/.test(bare) ? bare : lastFence(bare).trim();
}

/** The list or object that a reply consists of or holds in its last fence, else its last object; or undefined. */
export function jsonInReply(reply: string): unknown {
  const value = parseJson(jsonText(reply));
  if (typeof value === 'object' && value !== null) return value;
  const object = objectInReply(withoutReasoning(reply).text);
  return 'value' in object ? object.value : undefined;
}
