// The bytes of a page, decompressed a piece at a time, so that a page of any size takes little memory.
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { type Pieces, unlz4, unsnappy } from './block-codecs.ts';

/** Numbers of codecs in the format. */
const codecs = { none: 0, snappy: 1, gzip: 2, brotli: 4, zstd: 6, lz4: 7 } as const;

export function knowsCodec(codec: number): boolean {
  return (Object.values(codecs) as number[]).includes(codec);
}

async function* plainPieces(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for (let piece = await pieces(); piece !== null; piece = await pieces()) yield piece;
}

async function* unzstd(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  const stream = new Decompress((piece) => {
    // The library uses its buffer again.
    if (piece.length > 0) out.push(piece.slice());
  });
  for (let piece = await pieces(); piece !== null; piece = await pieces()) {
    stream.push(piece, false);
    yield* out;
    out = [];
  }
  stream.push(new Uint8Array(0), true);
  yield* out;
}

/** A failure of either end destroys the stream with it: whoever reads sees it. */
function through(pieces: Pieces, stream: Duplex): AsyncIterableIterator<Uint8Array> {
  return pipeline(Readable.from(plainPieces(pieces)), stream, () => {})[Symbol.asyncIterator]();
}

/**
 * @param kept How far back copies of Snappy and LZ4 may reach: 64 KiB is what every known writer keeps to.
 * @throws FarCopyError where they reach farther.
 */
export function decompressed(codec: number, pieces: Pieces, kept: number): AsyncIterableIterator<Uint8Array> {
  switch (codec) {
    case codecs.none:
      return plainPieces(pieces);
    case codecs.snappy:
      return unsnappy(pieces, kept);
    case codecs.lz4:
      return unlz4(pieces, kept);
    case codecs.zstd:
      return unzstd(pieces);
    case codecs.gzip:
      return through(pieces, createGunzip());
    case codecs.brotli:
      return through(pieces, createBrotliDecompress());
    default:
      throw new Error(`codec ${codec} is not known`);
  }
}
