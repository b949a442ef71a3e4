// Replies packed by Brotli, quality 1: the best trade of time for bytes. From node:zlib, so that any Node version can
// read what another has written. There is no checksum in it: whoever keeps the bytes keeps one beside them.
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
} from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Below this it is done on the spot: the way to a thread of the pool costs four times as much as the work. */
const smallBytes = 16 << 10;

/** Each chunk of output costs a way through the thread pool: long bodies get long ones. */
function chunkSizeFor(bytes: number): number {
  return Math.max(4 << 10, Math.min(1 << 20, bytes));
}

export async function pack(plain: Uint8Array): Promise<Buffer> {
  const options = {
    chunkSize: chunkSizeFor(plain.length),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  };
  return plain.length < smallBytes ? brotliCompressSync(plain, options) : compress(plain, options);
}

/** Rejects where the bytes are not what `pack` gave. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const options = { chunkSize: chunkSizeFor(packed.length * 4) };
  return packed.length < smallBytes ? brotliDecompressSync(packed, options) : decompress(packed, options);
}
