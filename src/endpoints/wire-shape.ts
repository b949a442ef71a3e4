// Small looks at JSON of unknown shape.

import { parseJson as parseStrictly } from '../records/parse-json.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The text of a message; some servers send it as a list of typed parts. */
export function contentText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** No call has as many tokens; sums of such counts stay exact. */
const largestCount = 1e12;

/** A number of tokens, also as text (JSON of 64-bit integers); 0 where it can be none. */
export function countOrZero(value: unknown): number {
  const count = typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && count >= 0 && count <= largestCount ? Math.trunc(count) : 0;
}

/** Undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseStrictly(text);
  } catch {
    return undefined;
  }
}

/** Server-sent events. */
export function isEventStream(text: string): boolean {
  return /^\s*(?:data:|event:|id:|retry:|:)/.test(text);
}
