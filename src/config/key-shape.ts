// Words that have the shape of an API key, wherever somebody may have put them: as an address, a model, the name of a file.

/** How the keys of OpenAI, Hugging Face, Groq, xAI, NVIDIA and others begin. */
const shape = /\b(?:sk|hf|gsk|xai|nvapi|pplx)[-_][\w-]{16,}/g;

/** Whether a text has the shape of a key and of nothing else. */
export function isKeyShaped(text: string): boolean {
  return text.match(shape)?.[0] === text;
}

/** Whether something was copied with a key: quotation marks, the scheme of its header, the variable that it is for. */
export function isWrapped(key: string): boolean {
  return /^\s*(?:["'`].*|Bearer\s.*|(?:export\s+)?[A-Z][A-Z_]*_KEY=.*)$/.test(key);
}

/** `sk-…cdef`: enough to recognise which key it was, not enough to use it. */
export function redactKey(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`;
}

/** A text for people, with what has the shape of a key cut. */
export function withoutKeys(text: string): string {
  return text.replaceAll(shape, redactKey);
}
