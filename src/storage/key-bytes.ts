// Keys of replies as bytes: what the journal and the cache keep.
import { LateBenchError } from '../errors.ts';

const keyDigits = 64;

/** A sha256 as 64 lower-case hex digits. By their codes: every call asks, and a pattern takes ten times as long. */
export function isKey(key: string): boolean {
  for (let at = 0; at < keyDigits; at += 1) {
    const code = key.charCodeAt(at);
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false;
  }
  return key.length === keyDigits;
}

/** A call asks for its key several times in a row. */
let last: { readonly key: string; readonly bytes: Buffer } | undefined;

/**
 * The 32 bytes of a key, not to be changed.
 *
 * @throws LB_INTERNAL for what is no key
 */
export function bytesOfKey(key: string): Buffer {
  if (last?.key === key) return last.bytes;
  if (!isKey(key)) {
    throw new LateBenchError('LB_INTERNAL', `key "${key.slice(0, 80)}" is not 64 lower-case hex digits`);
  }
  const bytes = Buffer.from(key, 'hex');
  last = { key, bytes };
  return bytes;
}
