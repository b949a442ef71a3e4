// Long bodies take room in memory until they have been kept and read: the others wait on their connections.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { BodyRoom } from '../../src/endpoints/body-room.ts';
import { createTransport } from '../../src/endpoints/transport.ts';

const bytes = 3 << 20;

for (const told of [true, false]) {
  const how = told ? 'whose length the server says' : 'whose length is not known';
  test(`of long bodies ${how}, the second comes when the first is freed`, { timeout: 60_000 }, async (t) => {
    const body = Buffer.alloc(bytes, 'body ');
    const server = createServer((_, response) => {
      response.writeHead(200, told ? { 'content-length': bytes } : {});
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, deadlineMs: 60_000 };
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const transport = createTransport({ baseUrl, connections: 4, ...limits, maxReplyBytes: 1 << 30 });
    t.after(() => transport.close());
    const room = new BodyRoom(bytes);
    const { signal } = new AbortController();
    const send = () => transport.send({ method: 'GET', path: '/x', room }, {}, signal);
    let come = 0;
    const all = Array.from({ length: 4 }, async () => {
      const response = await send();
      come += 1;
      return response;
    });
    // One that is given up while it waits, or while it comes, leaves its room to others.
    const given = new AbortController();
    const late = transport.send({ method: 'GET', path: '/x', room }, {}, given.signal);
    const gone = assert.rejects(late, { code: 'LB_ABORTED' });
    given.abort();
    await gone;
    const left = new Set(all);
    for (let n = 1; n <= all.length; n += 1) {
      const [response, done] = await Promise.race([...left].map(async (one) => [await one, one] as const));
      left.delete(done);
      assert.equal(come, n);
      assert.ok(response.body.equals(body));
      assert.equal(room.tryEnter(1), false);
      response.free!();
    }
    assert.equal(room.tryEnter(bytes), true);
  });
}

test('a long body that becomes no response leaves its room', { timeout: 60_000 }, async (t) => {
  const whole = Buffer.alloc(1 << 16, 'body ');
  const server = createServer(({ url }, response) => {
    if (url === '/v1/elsewhere') response.writeHead(302, { location: '/v2', 'content-length': whole.length });
    else response.writeHead(200, { 'content-encoding': 'br', 'content-length': bomb.length });
    response.end(url === '/v1/elsewhere' ? whole : bomb);
  });
  const bomb = brotliCompressSync(randomBytes(1 << 17));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, deadlineMs: 60_000 };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const transport = createTransport({ baseUrl, connections: 1, ...limits, maxReplyBytes: (1 << 17) - 1 });
  t.after(() => transport.close());
  const room = new BodyRoom(1 << 18);
  const { signal } = new AbortController();
  for (const [path, code] of [
    ['/elsewhere', 'LB_ENDPOINT_CONFIG'],
    ['/elsewhere', 'LB_ENDPOINT_CONFIG'],
    ['/large', 'LB_ENDPOINT_REPLY'],
  ] as const) {
    await assert.rejects(transport.send({ method: 'GET', path, room }, {}, signal), { code });
    await new Promise(setImmediate);
    assert.equal(room.tryEnter(1 << 18), true, path);
    room.leave(1 << 18);
  }
});

test('a body takes the memory of one that was freed, never of one that is kept', () => {
  const room = new BodyRoom(8 << 20);
  const first = room.buffer(bytes);
  const second = room.buffer(bytes - 1000);
  assert.notEqual(first.buffer, second.buffer);
  room.reuse(first);
  const short = room.buffer(1000);
  assert.notEqual(short.buffer, first.buffer);
  assert.equal(room.buffer(bytes - 5).buffer, first.buffer);
  // Beyond the limit the oldest goes.
  for (let n = 0; n < 4; n += 1) room.reuse(Buffer.allocUnsafeSlow(bytes));
  const spare = [room.buffer(bytes), room.buffer(bytes), room.buffer(bytes)];
  assert.equal(new Set(spare.map(({ buffer }) => buffer)).size, 3);
});

test('bodies of a hundred kilobytes whose length is not known do not wait for room of megabytes', async (t) => {
  const body = Buffer.alloc(100_000, 'body ');
  const server = createServer((_, response) => {
    response.write(body.subarray(0, 50_000));
    response.end(body.subarray(50_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, deadlineMs: 60_000 };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const transport = createTransport({ baseUrl, connections: 4, ...limits, maxReplyBytes: 1 << 30 });
  t.after(() => transport.close());
  const room = new BodyRoom(8 << 20);
  const { signal } = new AbortController();
  const response = await transport.send({ method: 'GET', path: '/x', room }, {}, signal);
  assert.ok(response.body.equals(body));
  assert.equal(response.free, undefined);
  assert.equal(room.tryEnter(8 << 20), true);
});
