// Is a fetched file the one that was listed? Its sha256 (large-file storage) or git's sha1 of it says so.
import { createHash, type Hash } from 'node:crypto';
import { readBytes } from '../../storage/byte-digest.ts';
import type { HubFile } from './snapshot.ts';

type Listed = Pick<HubFile, 'size' | 'sha256' | 'blob_sha1'>;

interface Expected {
  readonly hash: Hash;
  readonly digest: string;
}

/** An ETag that is a digest: quoted, perhaps weak, perhaps of another kind (then it says nothing here). */
function etagDigest(etag: string | null): string | null {
  return /^(?:W\/)?"?([0-9a-f]{64}|[0-9a-f]{40})"?$/.exec(etag?.trim() ?? '')?.[1] ?? null;
}

function expectedOf({ size, sha256, blob_sha1 }: Listed, etag: string | null): Expected | null {
  const fromTag = etagDigest(etag);
  const large = sha256 ?? (blob_sha1 === null && fromTag?.length === 64 ? fromTag : null);
  if (large !== null) return { hash: createHash('sha256'), digest: large };
  const small = blob_sha1 ?? fromTag;
  if (small === null) return null;
  return { hash: createHash('sha1').update(`blob ${size}\0`), digest: small };
}

/** `right`, `wrong`, or `unknown` when neither the listing nor the ETag holds a digest. */
export async function checkDigest(
  path: string,
  listed: Listed,
  etag: string | null,
): Promise<'right' | 'wrong' | 'unknown'> {
  const expected = expectedOf(listed, etag);
  if (expected === null) return 'unknown';
  await readBytes(path, (chunk) => void expected.hash.update(chunk));
  return expected.hash.digest('hex') === expected.digest ? 'right' : 'wrong';
}
