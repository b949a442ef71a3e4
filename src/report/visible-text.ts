// Makes untrusted text safe to look at: control characters and bidirectional overrides are shown, not obeyed.
// Escaping for a format (HTML, Markdown) is that format's own business.

// C0 without tab and newline, DEL, C1, the line and paragraph separators, and the marks that reorder text
// beyond their own run (embeddings, overrides, isolates). The plain LRM, RLM and ALM marks stay.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const unpairedSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function nameOf(character: string): string {
  return `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** The text with line ends as \n, hidden characters by name (`[U+202E]`) and half surrogates as U+FFFD. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, nameOf).replace(unpairedSurrogate, '\ufffd');
}

/** The same on one line: for a table cell, a label, a title. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]+/g, ' ');
}

/** At most `limit` UTF-16 units, never half a character; `left` counts what was cut off. */
export function clipText(text: string, limit: number): { readonly text: string; readonly left: number } {
  if (text.length <= limit) return { text, left: 0 };
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return { text: text.slice(0, end), left: text.length - end };
}
