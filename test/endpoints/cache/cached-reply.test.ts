// Replies as bytes: what was written comes back, and anything else is no reply.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { decodeReply, encodeReply } from '../../../src/endpoints/cache/cached-reply.ts';
import { pack } from '../../../src/storage/brotli.ts';

const anyReply = fc.record(
  {
    model: fc.string({ unit: 'grapheme' }),
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.dictionary(fc.stringMatching(/^[a-z-]{1,12}$/), fc.string(), { noNullPrototype: true }),
    body: fc.uint8Array({ maxLength: 6_000 }).map((bytes) => Buffer.from(bytes)),
  },
  { noNullPrototype: true },
);

test('a reply comes back as it was, and with a bit changed or bytes missing not at all', async () => {
  await fc.assert(
    fc.asyncProperty(anyReply, fc.nat(), fc.nat(), async (reply, created, spot) => {
      const bytes = await encodeReply(reply, created);
      assert.deepEqual(await decodeReply(bytes), { kind: 'cached', created, ...reply });
      const flipped = Buffer.from(bytes);
      flipped[spot % bytes.length]! ^= 1 << (spot % 8);
      assert.equal(await decodeReply(flipped), null);
      assert.equal(await decodeReply(bytes.subarray(0, spot % bytes.length)), null);
    }),
    { numRuns: 60 },
  );
  // Of no bytes the checksum is zero too.
  for (let bytes = 0; bytes <= 4; bytes += 1) assert.equal(await decodeReply(Buffer.alloc(bytes)), null);
});

/** Whole bytes of something that no version has written. */
async function whole(header: string): Promise<Buffer> {
  const packed = await pack(Buffer.from(`${header}\n`), Buffer.from('body'));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(packed));
  return Buffer.concat([checksum, packed]);
}

test('a whole entry that is no reply is an error, never a reply with holes', async () => {
  const facts = { created: 1, model: 'm', status: 200, headers: {} };
  assert.equal((await decodeReply(await whole(JSON.stringify(facts))))?.body.toString(), 'body');
  for (const change of [
    { created: 'x' },
    { model: 3 },
    { status: 200.5 },
    { headers: { a: 1 } },
    { headers: null },
  ]) {
    await assert.rejects(
      decodeReply(await whole(JSON.stringify({ ...facts, ...change }))),
      JSON.stringify(change),
    );
  }
});
