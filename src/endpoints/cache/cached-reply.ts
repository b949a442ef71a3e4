// A reply as the cache keeps it, and as bytes: a CRC32 over the rest, then brotli q1 over one line of JSON and the
// raw body. Brotli itself has no checksum, and a flipped bit may still decode.
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { packInParts, unpack } from '../../storage/brotli.ts';

export interface CacheableReply {
  /** The model that was asked. */
  readonly model: string;
  readonly status: number;
  /** The few headers worth keeping, such as the request id. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, before parsing. */
  readonly body: Buffer;
}

export interface CachedReply extends CacheableReply {
  readonly kind: 'cached';
  /** Milliseconds since 1970. */
  readonly created: number;
}

const checksumBytes = 4;
const newline = 0x0a;

const headerSchema = z.object({
  created: z.number(),
  model: z.string(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
});

/** A promise for a large one only. */
export function encodeReply(reply: CacheableReply, created: number): Buffer | Promise<Buffer> {
  const { model, status, headers, body } = reply;
  const header = Buffer.from(`${JSON.stringify({ created, model, status, headers })}\n`);
  const packed = packInParts(header, body);
  return packed instanceof Promise ? packed.then(checked) : checked(packed);
}

function checked(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, checksumBytes));
  let at = checksumBytes;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(checksumBytes)));
  return bytes;
}

/** Null when the bytes are not what was written. */
export async function decodeReply(bytes: Buffer): Promise<CachedReply | null> {
  if (bytes.length <= checksumBytes) return null;
  const packed = bytes.subarray(checksumBytes);
  if (crc32(packed) !== bytes.readUInt32LE(0)) return null;
  const plain = await unpack(packed);
  const end = plain.indexOf(newline);
  const header = headerSchema.parse(JSON.parse(plain.toString('utf8', 0, end)));
  return { kind: 'cached', ...header, body: plain.subarray(end + 1) };
}
