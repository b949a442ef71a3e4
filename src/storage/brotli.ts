// Replies packed by Brotli, as fast as it goes. From node:zlib, so that any Node version can read what another has
// written. There is no checksum in it: whoever keeps the bytes keeps one beside them.
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  createBrotliCompress,
} from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Below this it is done on the spot: the way to a thread of the pool costs four times as much as the work. */
const smallBytes = 16 << 10;

/**
 * Below this the bytes become a Brotli stream as they are: making an encoder takes as long as the rest of a call, for a
 * kilobyte or two.
 */
const storedBytes = 4 << 10;

/**
 * From here on quality 0 with a window that fits a processor's cache: a body of 7 MB takes 15 ms instead of 32, and
 * 20 % more bytes.
 */
const largeBytes = 1 << 20;

/** What one uncompressed meta-block holds. */
const maxStoredBytes = 1 << 24;

const emptyLastBlock = Buffer.of(0x03);

/**
 * A stream of one uncompressed meta-block (RFC 7932, section 9.2) and an empty last one. The length has as few nibbles
 * as it needs, which the format demands.
 */
function stored(parts: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  const nibbles = bytes <= 1 << 16 ? 4 : bytes <= 1 << 20 ? 5 : 6;
  // Window bits 0, not last 0, nibbles - 4 in two bits, the length, and one bit that says uncompressed.
  const bits = ((nibbles - 4) << 2) | ((bytes - 1) << 4) | (1 << (4 + 4 * nibbles));
  const head = Buffer.alloc(Math.ceil((5 + 4 * nibbles) / 8));
  head.writeUIntLE(bits, 0, head.length);
  return [head, ...parts, emptyLastBlock];
}

/**
 * Each chunk of output costs a way through the thread pool: long bodies get long ones. A body of logprobs becomes a
 * quarter as long or less, and memory beyond that is garbage that only a full collection takes away.
 */
function chunkSizeFor(bytes: number): number {
  return Math.max(4 << 10, Math.min(1 << 20, Math.ceil(bytes)));
}

function bytesIn(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** What `unpack` reads when it is joined: the parts as they are, for bytes that would hardly become fewer. */
export function packAsIs(
  ...parts: readonly Uint8Array[]
): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  const bytes = bytesIn(parts);
  return bytes === 0 || bytes > maxStoredBytes ? packInOne(parts) : stored(parts, bytes);
}

/** What `unpack` reads when it is joined, packed; small parts as they are. */
export function packInParts(
  ...parts: readonly Uint8Array[]
): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  const bytes = bytesIn(parts);
  return bytes > 0 && bytes < storedBytes ? stored(parts, bytes) : packInOne(parts);
}

async function packInOne(parts: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  return [await pack(...parts)];
}

/** The parts as one, packed; small ones at once. */
export function pack(...parts: readonly Uint8Array[]): Buffer | Promise<Buffer> {
  const bytes = bytesIn(parts);
  if (bytes >= largeBytes) return packLarge(parts, bytes);
  if (bytes > 0 && bytes < storedBytes) return Buffer.concat(stored(parts, bytes));
  const plain = parts.length === 1 ? parts[0]! : Buffer.concat(parts, bytes);
  const options = {
    chunkSize: chunkSizeFor(bytes / 4),
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  };
  return bytes < smallBytes ? brotliCompressSync(plain, options) : compress(plain, options);
}

/** Without joining them first. */
async function packLarge(parts: readonly Uint8Array[], bytes: number): Promise<Buffer> {
  const encoder = createBrotliCompress({
    chunkSize: chunkSizeFor(bytes / 4),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 0,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  });
  // Not node:stream/consumers, which goes by way of a Blob and copies twice.
  const chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const part of parts) encoder.write(part);
  encoder.end();
  await finished(encoder);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Rejects where the bytes are not what `pack` gave. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const options = { chunkSize: chunkSizeFor(packed.length * 4) };
  return packed.length < smallBytes ? brotliDecompressSync(packed, options) : decompress(packed, options);
}
