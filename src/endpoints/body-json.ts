// The JSON of a reply's body. Servers in Python write log-probabilities that are no finite number as Python does,
// -Infinity and NaN, which JSON does not have: the reply has been paid for and is complete.
import { parseJson } from './wire-shape.ts';

const words = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

/** Minus infinity becomes the text that other servers write for it, and what says nothing becomes null. */
function inJson(found: string): string {
  if (found.startsWith('"')) return found;
  return found === '-Infinity' ? '"-Infinity"' : 'null';
}

/** Undefined where the text is not JSON, apart from such numbers. */
export function parseBody(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined || !/Infinity|NaN/.test(text)) return value;
  return parseJson(text.replace(words, inJson));
}
