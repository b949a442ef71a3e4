// Finds the JSON object in a reply: the whole text, in a code fence, or with words around it.

/** Where the object that opens at `start` ends, found by counting braces outside strings; -1 where it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

export type JsonObject = { readonly value: Readonly<Record<string, unknown>> } | { readonly reason: string };

/** The first whole object of the text, or why there is none. */
export function jsonObject(text: string): JsonObject {
  const start = text.indexOf('{');
  const end = start === -1 ? -1 : endOfObject(text, start);
  if (end === -1) return { reason: 'the reply holds no whole JSON object' };
  try {
    return { value: JSON.parse(text.slice(start, end)) as Readonly<Record<string, unknown>> };
  } catch {
    // The parser's own message quotes the text and differs between versions of Node.
    return { reason: 'the reply is not JSON (are backslashes in LaTeX doubled?)' };
  }
}
