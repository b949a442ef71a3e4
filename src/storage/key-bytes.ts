// Keys of replies as bytes: what the journal and the cache keep.
import { LateBenchError } from '../errors.ts';

const keyPattern = /^[0-9a-f]{64}$/;

/** A sha256 as 64 lower-case hex digits. */
export function isKey(key: string): boolean {
  return keyPattern.test(key);
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
