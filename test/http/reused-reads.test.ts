// Connections that read into one buffer: bodies and heads stay what was sent, however they come, and whoever waits.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { BodyRoom } from '../../src/endpoints/body-room.ts';
import { createTransport, type Transport } from '../../src/endpoints/transport.ts';
import { isReused, reusedReads } from '../../src/http/reused-reads.ts';

const never = new AbortController().signal;

async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(t: TestContext, baseUrl: string): Transport {
  const limits = { headersTimeoutMs: 20_000, idleTimeoutMs: 20_000, deadlineMs: 20_000 };
  const transport = createTransport({
    baseUrl,
    connections: 8,
    ...limits,
    maxReplyBytes: 1 << 24,
    direct: true,
  });
  t.after(() => transport.close());
  return transport;
}

const bytes = randomBytes(3 << 20);
const hash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

interface Reply {
  readonly from: number;
  readonly length: number;
  /** Bytes that are written at once. */
  readonly piece: number;
  readonly isChunked: boolean;
}

const reply: fc.Arbitrary<Reply> = fc.record({
  from: fc.integer({ min: 0, max: 1 << 20 }),
  length: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 2 << 20 })),
  piece: fc.oneof(fc.integer({ min: 2000, max: 1 << 18 }), fc.constant(1 << 21)),
  isChunked: fc.boolean(),
});

/** Answers with the bytes that the path names. */
const answer: RequestListener = async (request, response) => {
  request.resume();
  const { from, length, piece, isChunked } = JSON.parse(decodeURIComponent(request.url!.slice(1))) as Reply;
  response.writeHead(200, isChunked ? {} : { 'content-length': length });
  for (let at = from; at < from + length; at += piece) {
    if (!response.write(bytes.subarray(at, Math.min(at + piece, from + length))))
      await once(response, 'drain');
    else await nextTurn();
  }
  response.end();
};

test('bodies that come at once, and that wait for each other, are those that were sent', async (t) => {
  const transport = open(t, await listen(t, createServer(answer)));
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 2, maxLength: 8 }), async (replies) => {
      // Room for one or two long ones: the others are held back in the middle of what was read.
      const room = new BodyRoom(1 << 20);
      await Promise.all(
        replies.map(async (one) => {
          const path = `/${encodeURIComponent(JSON.stringify(one))}`;
          const { body, free } = await transport.send({ method: 'POST', path, body: '{}', room }, {}, never);
          await nextTurn();
          assert.equal(body.length, one.length);
          assert.equal(hash(body), hash(bytes.subarray(one.from, one.from + one.length)));
          free?.();
        }),
      );
    }),
    { numRuns: 40 },
  );
});

test('a head that comes in pieces is whole, while another connection reads', async (t) => {
  const long = createServer(answer);
  const transport = open(t, await listen(t, long));
  const large: Reply = { from: 0, length: 2 << 20, piece: 1 << 20, isChunked: false };
  const path = `/${encodeURIComponent(JSON.stringify(large))}`;
  const pieces = [
    'HTTP/1.1 200 OK\r\nx-na',
    'me: first',
    '-second\r\ncontent-le',
    'ngth: 5\r\n\r\nhe',
    'llo',
  ];
  const slow = createNetServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      for (const piece of pieces) {
        // Before each, a whole body is read on the other connection.
        const other = await transport.send({ method: 'POST', path, body: '{}' }, {}, never);
        assert.equal(hash(other.body), hash(bytes.subarray(0, 2 << 20)));
        socket.write(piece);
      }
    });
  });
  const { body, headers } = await open(t, await listen(t, slow)).send(
    { method: 'POST', path: '/', body: '{}' },
    {},
    never,
  );
  assert.equal(headers['x-name'], 'first-second');
  assert.equal(body.toString(), 'hello');
});

test('only what is read into the buffer is reused', () => {
  const { buffer } = reusedReads();
  assert.ok(isReused((buffer as Buffer).subarray(10, 20)));
  assert.ok(!isReused(Buffer.from('abc')));
});
