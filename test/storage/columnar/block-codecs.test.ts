import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FarCopyError, unlz4, unsnappy } from '../../../src/storage/columnar/pages/block-codecs.ts';

async function concat(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

const literal = Buffer.alloc(300_000, 'The sum of the first n odd numbers is a square. ');
const copied = 64;

/** Literals in pieces of 60,000 bytes, then a copy of the first 64 from 300,000 bytes back. */
function farSnappy(): Buffer {
  const parts: Buffer[] = [Buffer.from([0xa0 | 0x80, 0xa8 | 0x80, 0x12])];
  for (let at = 0; at < literal.length; at += 60_000) {
    parts.push(
      Buffer.from([61 << 2, (60_000 - 1) & 255, (60_000 - 1) >> 8]),
      literal.subarray(at, at + 60_000),
    );
  }
  const copy = Buffer.alloc(5);
  copy[0] = ((copied - 1) << 2) | 3;
  copy.writeUInt32LE(literal.length, 1);
  return Buffer.concat([...parts, copy]);
}

/** The bytes in pieces of a size that cuts tags, lengths and literals. */
function inPieces(bytes: Buffer, size: number): () => Promise<Uint8Array | null> {
  let at = 0;
  return async () => {
    if (at >= bytes.length) return null;
    at += size;
    return bytes.subarray(at - size, at);
  };
}

test('Snappy that copies from far back is read with the page kept, and is told otherwise', async () => {
  const whole = Buffer.concat([literal, literal.subarray(0, copied)]);
  for (const size of [7, 1000, 70_000, 400_000]) {
    const pieces = (): (() => Promise<Uint8Array | null>) => inPieces(farSnappy(), size);
    assert.ok((await concat(unsnappy(pieces(), literal.length))).equals(whole), `pieces of ${size}`);
    await assert.rejects(concat(unsnappy(pieces(), 64 * 1024)), FarCopyError);
  }
});

test('LZ4 repeats what it has just written, wherever the bytes are cut', async () => {
  // "abc" and then 20 more from 3 bytes back, then "xyz" as the last literals.
  const bytes = Buffer.from([0x3f, 0x61, 0x62, 0x63, 3, 0, 1, 0x30, 0x78, 0x79, 0x7a]);
  for (const size of [1, 2, 11]) {
    assert.equal(String(await concat(unlz4(inPieces(bytes, size), 64 * 1024))), 'abcabcabcabcabcabcabcabxyz');
  }
});
