// Takes secrets out of texts that people or files will see.

/** `sk-proj-…abcd`: enough to recognise which key it was, not enough to use it. */
export function redactKey(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`;
}

/** The text with every occurrence of the key, and of anything shaped like a bearer token, taken out. */
export function withoutSecrets(text: string, key: string | undefined): string {
  const plain = key === undefined || key.length < 4 ? text : text.split(key).join(redactKey(key));
  return plain.replace(/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, '$1…').replace(/\bsk-[\w-]{16,}/g, 'sk-…');
}

/** A URL as it may be shown and hashed: without user, password, query and fragment. */
export function publicUrl(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  return parsed.toString().replace(/\/$/, '');
}
