// sha256 and length of bytes: of a file, or as they pass by. Texts that are in memory whole are hashed by
// records/identity.ts.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type BytesFacts = {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
};

export interface ByteDigest {
  add(chunk: Uint8Array | string): void;
  /** Ends the digest: nothing can be added after it. */
  end(): BytesFacts;
}

export function createByteDigest(): ByteDigest {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += Buffer.byteLength(chunk);
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Hands every byte of a file to `add`, in its order and a mebibyte at a time. */
export async function readBytes(path: string, add: (chunk: Uint8Array) => void): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) add(chunk as Buffer);
}

export async function digestOfFile(path: string): Promise<BytesFacts> {
  const digest = createByteDigest();
  await readBytes(path, digest.add);
  return digest.end();
}
