// Bytes to a server and back, and giving up at each moment of it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createTransport, type Transport, type TransportOptions } from '../../src/endpoints/transport.ts';

const waits = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000, deadlineMs: 60_000 };
const limits = { connections: 1, maxReplyBytes: 1 << 20, ...waits };

async function to(
  t: TestContext,
  listener: RequestListener,
  options: Partial<TransportOptions> = {},
): Promise<Transport> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createTransport({ baseUrl: `http://127.0.0.1:${port}/v1`, ...limits, ...options });
  t.after(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  return transport;
}

const ask = (transport: Transport, signal: AbortSignal, path = '/x') =>
  transport.send({ method: 'POST', path, body: 'hello' }, { 'x-one': '1' }, signal);

test('a reply comes whole: in pieces, with hints before it, or with no body at all', async (t) => {
  const transport = await to(t, (request, response) => {
    if (request.url === '/v1/empty') {
      response.writeHead(204).end();
      return;
    }
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeHead(207, { 'x-many': ['a', 'b'], 'x-path': request.url });
    for (let piece = 0; piece < 40; piece += 1) response.write(String(piece).padStart(5_000, '.'));
    response.end();
  });
  const { signal } = new AbortController();
  const { status, headers, body } = await ask(transport, signal);
  assert.equal(status, 207);
  assert.deepEqual([headers['x-many'], headers['x-path']], [['a', 'b'], '/v1/x']);
  const expected = Array.from({ length: 40 }, (_, piece) => String(piece).padStart(5_000, '.')).join('');
  assert.equal(body.toString(), expected);
  const empty = await ask(transport, signal, '/empty');
  assert.deepEqual([empty.status, empty.body.length], [204, 0]);
});

test('who waits for a connection can give up at once, and is never sent', async (t) => {
  const seen: string[] = [];
  let finish = (): void => {};
  const transport = await to(t, (request, response) => {
    seen.push(request.url ?? '');
    finish = () => void response.end('done');
    if (request.url !== '/v1/first') finish();
  });
  const abandoned = new AbortController();
  const { signal } = new AbortController();
  const first = ask(transport, signal, '/first');
  const second = ask(transport, abandoned.signal, '/second');
  const third = ask(transport, signal, '/third');
  while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  abandoned.abort();
  await assert.rejects(second, { code: 'LB_ABORTED' });
  finish();
  assert.equal((await first).body.toString(), 'done');
  assert.equal((await third).body.toString(), 'done');
  assert.deepEqual(seen, ['/v1/first', '/v1/third']);
});

test('an abort ends those under way and none that has ended, in any order of ending', async (t) => {
  const waiting = new Map<string, () => void>();
  const transport = await to(
    t,
    (request, response) => {
      waiting.set(request.url ?? '', () => void response.end('done'));
    },
    { connections: 8 },
  );
  const stop = new AbortController();
  const calls = Array.from({ length: 8 }, (_, at) => ask(transport, stop.signal, `/${at}`));
  while (waiting.size < 8) await new Promise((resolve) => setImmediate(resolve));
  for (const at of [7, 0, 3, 2]) {
    waiting.get(`/v1/${at}`)!();
    await calls[at];
  }
  const late = ask(transport, stop.signal, '/late');
  stop.abort();
  const ends = await Promise.allSettled([...calls, late]);
  const fulfilled = ends.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
  assert.deepEqual(fulfilled, [0, 2, 3, 7]);
  await assert.rejects(ask(transport, stop.signal, '/later'), { code: 'LB_ABORTED' });
});

test('the whole call has a limit of its own, the wait for a connection included', async (t) => {
  const transport = await to(t, () => {}, { deadlineMs: 50 });
  const { signal } = new AbortController();
  for (const end of await Promise.allSettled([ask(transport, signal), ask(transport, signal)])) {
    assert.equal(end.status, 'rejected');
    assert.equal((end.reason as { code?: string }).code, 'LB_ENDPOINT_TIMEOUT');
    assert.equal((end.reason as { retry?: string }).retry, 'transient');
  }
});
