// The member names that a scan of logprobs knows, by number, and which of them is at a place.

const keys = ['token', 'logprob', 'bytes', 'top_logprobs', 'content'].map((key) => Buffer.from(`"${key}"`));

export const keyOf = { token: 0, logprob: 1, bytes: 2, topLogprobs: 3, content: 4, other: -1 } as const;

function holds(body: Uint8Array, at: number, text: Uint8Array): boolean {
  // The second byte tells most texts apart.
  if (body[at + 1] !== text[1]) return false;
  for (let index = 0; index < text.length; index += 1) if (body[at + index] !== text[index]) return false;
  return true;
}

/** The key whose name, in quotes, begins at `at`. */
export function keyAt(body: Uint8Array, at: number): number {
  for (let key = 0; key < keys.length; key += 1) if (holds(body, at, keys[key]!)) return key;
  return keyOf.other;
}

/** Bytes of the name with its quotes. */
export function keyLength(key: number): number {
  return keys[key]?.length ?? 0;
}
