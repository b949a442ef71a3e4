// Words that have the shape of an API key, wherever somebody may have put them: as an address, a model, the name of a file.

/**
 * Keys of OpenAI and those who took its form; Hugging Face and Groq; xAI, NVIDIA and Perplexity. Names of models and
 * repositories begin like some of them (hf-internal-testing/…, pplx-7b-online), and are shorter or have hyphens.
 */
const shape = /\b(?:sk-[\w-]{16,}|(?:hf|gsk)_\w{16,}|xai-\w{16,}|nvapi-[\w-]{40,}|pplx-\w{16,})/g;

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

/** The password in an address, redis://USER:PASSWORD@HOST, up to the last @: it may hold one itself. A port is none. */
const login = /(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s/@:[]*:)(?!\d{1,5}(?:[/,;)]|\s|$))\S{1,300}@/gi;

/** A text for people, with what has the shape of a key cut, and passwords in addresses. */
export function withoutKeys(text: string): string {
  return text.replaceAll(login, '$1…@').replaceAll(shape, redactKey);
}
