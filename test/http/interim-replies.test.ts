// Replies below 200 that nobody asked for: they are read past, and where one cannot be, the run ends at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createTransport, type Transport } from '../../src/endpoints/transport.ts';

const never = new AbortController().signal;
const limits = { connections: 1, headersTimeoutMs: 9_000, idleTimeoutMs: 9_000, deadlineMs: 9_000 };

interface Served {
  readonly url: string;
  /** So far. */
  requests(): number;
}

/** Writes `pieces` for each request, one after the other. */
async function serve(t: TestContext, pieces: readonly string[]): Promise<Served> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const answer = async (socket: Socket): Promise<void> => {
    requests += 1;
    for (const piece of pieces) {
      socket.write(piece);
      await sleep(20);
    }
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => void answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

function open(t: TestContext, baseUrl: string): Transport {
  const transport = createTransport({ baseUrl, maxReplyBytes: 1 << 20, ...limits, direct: true });
  t.after(() => transport.close());
  return transport;
}

const json = (value: unknown): string => {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};
const completion = {
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'HTTP/1.1 100 ' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 1 },
};
const continued = 'HTTP/1.1 100 Continue\r\n\r\n';

for (const [what, pieces] of [
  ['by itself', [continued, json(completion)]],
  ['together with the reply', [continued + json(completion)]],
  [
    'twice, with headers',
    [`HTTP/1.1 100 Continue\r\nserver: x\r\nvia: 1.1 y\r\n\r\n${continued}`, json(completion)],
  ],
  ['with Early Hints', [`${continued}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n`, json(completion)]],
] as const) {
  test(`100 Continue before the reply is read past: ${what}`, async (t) => {
    const served = await serve(t, pieces);
    const transport = open(t, served.url);
    for (let n = 1; n <= 3; n += 1) {
      const { status, body } = await transport.send({ method: 'POST', path: '/', body: '{}' }, {}, never);
      assert.deepEqual([status, body.toString(), served.requests()], [200, JSON.stringify(completion), n]);
    }
  });
}

test('a body that begins a chunk with such words is left as it is', async (t) => {
  const body = JSON.stringify({ text: 'HTTP/1.1 100 Continue' });
  const at = body.indexOf('HTTP');
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
  const served = await serve(t, [head + body.slice(0, at), body.slice(at)]);
  const response = await open(t, served.url).send({ method: 'POST', path: '/', body: '{}' }, {}, never);
  assert.equal(response.body.toString(), body);
});

for (const [what, pieces, words] of [
  ['100 Continue in parts', ['HTTP/1.1 100 Con', 'tinue\r\n\r\n', json(completion)], /answers 100 Continue/],
  ['101', ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'], /answers 101/],
] as const) {
  test(`${what} that cannot be read past ends the run at the first call`, async (t) => {
    const served = await serve(t, pieces);
    const endpoint = createChatEndpoint({ baseUrl: served.url, model: 'm' });
    t.after(() => endpoint.close());
    const request = { messages: [{ role: 'user', content: 'hello' }] } as const;
    await assert.rejects(endpoint.chat(request, { signal: never }), {
      code: 'LB_ENDPOINT_STOPPED',
      message: words,
    });
    assert.equal(served.requests(), 1);
  });
}
