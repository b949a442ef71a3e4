// Leaves out what a model thought aloud before it answered.

/** The text after the last </think>, or before an unfinished <think>; else the whole text. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  if (end >= 0) return text.slice(end + 8);
  const start = text.indexOf('<think>');
  return start >= 0 ? text.slice(0, start) : text;
}
