// Ids and hashes of records: canonical JSON (keys sorted, no spaces) and sha256 over it.
import { createHash } from 'node:crypto';

/** JSON with object keys sorted at every depth, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The id of a row that has none: the first 12 hex digits of sha256 over its canonical JSON. */
export function contentId(row: unknown): string {
  return sha256Hex(canonicalJson(row)).slice(0, 12);
}
