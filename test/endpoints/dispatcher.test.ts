// The way to an endpoint: through a proxy of the environment, compressed, with the query of its base URL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createTransport } from '../../src/endpoints/transport.ts';
import { readAuthorities } from '../../src/http/dispatcher.ts';
import { listening } from '../support/listening.ts';
import { tunnelProxy } from '../support/tunnel-proxy.ts';

const limits = { connections: 1, headersTimeoutMs: 9_000, idleTimeoutMs: 9_000, deadlineMs: 9_000 };
const { signal } = new AbortController();

async function setting(
  t: TestContext,
): Promise<{ url: string; seen: string[]; proxy: string; tunnels: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url!);
    const encoding = request.url!.includes('br') ? 'br' : 'gzip';
    assert.match(String(request.headers['accept-encoding']), /gzip, br/);
    const body = encoding === 'br' ? brotliCompressSync('hello') : gzipSync('hello');
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await tunnelProxy(t);
  const before = { ...process.env };
  t.after(() => {
    for (const name of ['HTTP_PROXY', 'NO_PROXY']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1?api-version=2024`;
  return { url, seen, proxy: proxy.url, tunnels: proxy.tunnels };
}

async function ask(baseUrl: string, path: string, direct = false): Promise<string> {
  const transport = createTransport({ baseUrl, maxReplyBytes: 1 << 20, ...limits, direct });
  try {
    return (await transport.send({ method: 'GET', path }, {}, signal)).body.toString();
  } finally {
    await transport.close();
  }
}

test('compressed replies are asked for and read, and the query goes with every request', async (t) => {
  const { url, seen } = await setting(t);
  assert.equal(await ask(url, '/gzip'), 'hello');
  assert.equal(await ask(url, '/br?limit=1'), 'hello');
  assert.deepEqual(seen, ['/v1/gzip?api-version=2024', '/v1/br?limit=1&api-version=2024']);
});

test('HTTP_PROXY is taken, NO_PROXY and our own server go past it', async (t) => {
  const { url, proxy, tunnels } = await setting(t);
  process.env.HTTP_PROXY = proxy;
  assert.equal(await ask(url, '/gzip'), 'hello');
  assert.deepEqual(tunnels, [new URL(url).host]);
  assert.equal(await ask(url, '/gzip', true), 'hello');
  process.env.NO_PROXY = 'localhost,127.0.0.1';
  assert.equal(await ask(url, '/gzip'), 'hello');
  assert.equal(tunnels.length, 1);
});

test('what is wrong with a proxy or a file of authorities is said, without what is secret', async (t) => {
  const { url } = await setting(t);
  process.env.HTTP_PROXY = 'http://me:hunter22@:99999';
  await assert.rejects(ask(url, '/gzip'), ({ code, message }: { code: string; message: string }) => {
    return code === 'LB_CONFIG' && /HTTP_PROXY/.test(message) && !message.includes('hunter22');
  });
  const strict = createServer().on('connect', (_, socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  process.env.HTTP_PROXY = await listening(t, strict);
  await assert.rejects(
    ask(url, '/gzip'),
    /407: it needs a user name and a password .*USER:PASSWORD@HOST:PORT/,
  );
  process.env.HTTP_PROXY = 'http://127.0.0.1:1';
  await assert.rejects(ask(url, '/gzip'), /proxies are set in HTTP_PROXY/);
  assert.throws(() => readAuthorities('/nonexistent.pem'), {
    code: 'LB_CONFIG',
    message: /cannot be read.*--ca-file/,
  });
  assert.throws(() => readAuthorities('package.json'), { code: 'LB_CONFIG', message: /no certificate/ });
});
