// Faults below HTTP's meaning: each fails its call alone with the cause in words, the next call succeeds, and no wait
// outlives its signal. All cases run at the same time.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type ClientOptions, createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const message = { role: 'assistant', content: 'good' };
const good = JSON.stringify({
  model: 'm',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
});
const request = { messages: [{ role: 'user' as const, content: 'hello' }] };

function reply(body: string | Buffer, status = '200 OK', headers: readonly string[] = []): Buffer {
  const head = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from(body)]);
}

/** Writes again and again until the socket is gone. */
async function keepWriting(socket: Socket, everyMs: number, piece: string | Buffer): Promise<void> {
  while (!socket.destroyed) {
    const drained = socket.write(piece) || once(socket, 'drain');
    // The other side may cut the connection at any moment.
    await Promise.race([drained, once(socket, 'close')]).catch(() => {});
    await sleep(everyMs);
  }
}

type Fault = (socket: Socket) => unknown;
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const longBody = 'HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n';
const bomb = gzipSync(Buffer.alloc(64 << 20));

/** A server that shows the fault until `mend` is called. */
async function faulty(
  fault: Fault,
): Promise<{ port: number; calls: () => number; mend(): void; close(): void }> {
  let broken = true;
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      if (!bytes.includes('\r\n\r\n') && bytes[0] !== 0x16) return;
      calls += 1;
      if (broken) void fault(socket);
      else socket.write(reply(good));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    mend() {
      broken = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function client(baseUrl: string, options: Partial<ClientOptions> = {}) {
  return createChatEndpoint({
    baseUrl,
    model: 'm',
    concurrency: 2,
    maxRetries: 0,
    backoff: { firstMs: 1, maxMs: 5 },
    headersTimeoutMs: 400,
    idleTimeoutMs: 400,
    deadlineMs: 3_000,
    maxReplyBytes: 1 << 20,
    counters: createUsageCounters(),
    ...options,
  });
}

interface Case {
  readonly what: string;
  readonly fault: Fault;
  readonly code: string;
  readonly cause: RegExp;
  readonly options?: Partial<ClientOptions>;
  readonly scheme?: string;
  /** The run ends: asking further would be in vain. */
  readonly endsRun?: boolean;
  readonly mostCalls?: number;
}

const cases: readonly Case[] = [
  { what: 'never answers', fault: () => {}, code: 'LB_ENDPOINT_TIMEOUT', cause: /no reply in time/ },
  {
    what: 'drips its headers',
    fault: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      return keepWriting(socket, 100, '.');
    },
    code: 'LB_ENDPOINT_TIMEOUT',
    cause: /no reply in time|no complete reply within/,
  },
  {
    what: 'drips its body',
    fault: (socket) => {
      socket.write(longBody.replace('1073741824', '9999'));
      return keepWriting(socket, 100, '.');
    },
    code: 'LB_ENDPOINT_TIMEOUT',
    cause: /no complete reply within/,
  },
  {
    what: 'stalls in its body',
    fault: (socket) => socket.write(longBody.replace('1073741824', '9999')),
    code: 'LB_ENDPOINT_TIMEOUT',
    cause: /the reply stalled/,
  },
  {
    what: 'closes the connection between two chunks',
    fault: (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cho\r\n'),
    code: 'LB_ENDPOINT_NETWORK',
    cause: /the connection was closed before the reply was complete/,
  },
  {
    what: 'cuts its body',
    fault: (socket) => socket.end(reply(good).subarray(0, -20)),
    code: 'LB_ENDPOINT_NETWORK',
    cause: /other side closed|terminated|length/,
  },
  {
    what: 'closes at once',
    fault: (socket) => socket.destroy(),
    code: 'LB_ENDPOINT_NETWORK',
    cause: /closed|reset/i,
  },
  {
    what: 'announces 1 GB',
    fault: (socket) => socket.write(longBody),
    code: 'LB_ENDPOINT_REPLY',
    cause: /larger than 1 MB; .*--max-reply-mb/,
    mostCalls: 1,
  },
  {
    what: 'never stops sending',
    fault: (socket) => {
      socket.write(chunked);
      return keepWriting(socket, 0, `100000\r\n${'.'.repeat(1 << 20)}\r\n`);
    },
    code: 'LB_ENDPOINT_REPLY',
    cause: /larger than 1 MB/,
    mostCalls: 1,
  },
  {
    what: 'sends a gzip bomb',
    fault: (socket) => socket.write(reply(bomb, undefined, ['content-encoding: gzip'])),
    code: 'LB_ENDPOINT_REPLY',
    cause: /larger than 1 MB/,
    mostCalls: 1,
  },
  {
    what: 'sends broken gzip',
    fault: (socket) => socket.write(reply('no gzip', undefined, ['content-encoding: gzip'])),
    code: 'LB_ENDPOINT_REPLY',
    cause: /not valid gzip/,
  },
  {
    what: 'uses an encoding nobody knows',
    fault: (socket) => socket.write(reply('?', undefined, ['content-encoding: lz77'])),
    code: 'LB_ENDPOINT_REPLY',
    cause: /encoded as "lz77"/,
  },
  {
    what: 'speaks TLS where HTTP was asked for',
    fault: (socket) => socket.write(Buffer.from('15030300020228', 'hex')),
    code: 'LB_ENDPOINT_NETWORK',
    cause: /not HTTP.*https:\/\//,
  },
  {
    what: 'speaks HTTP where TLS was asked for',
    scheme: 'https',
    fault: (socket) => socket.end(reply('Bad Request', '400 Bad Request')),
    code: 'LB_ENDPOINT_TLS',
    cause: /does not speak TLS.*http:\/\//,
    endsRun: true,
  },
  {
    what: 'sends headers without end',
    fault: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      return keepWriting(socket, 0, `x-more: ${'.'.repeat(4_000)}\r\n`);
    },
    code: 'LB_ENDPOINT_STOPPED',
    cause: /headers are larger than the \d+ bytes that Node takes; NODE_OPTIONS=/,
    endsRun: true,
    mostCalls: 1,
  },
  {
    what: 'redirects',
    fault: (socket) =>
      socket.write(reply('', '307 Temporary', ['location: http://me:pw@elsewhere.example/v1?key=abc'])),
    code: 'LB_ENDPOINT_CONFIG',
    cause: /a redirect to http:\/\/elsewhere\.example\/v1,/,
    endsRun: true,
    mostCalls: 1,
  },
  {
    what: 'is overloaded',
    fault: (socket) => socket.write(reply('{"error":{"message":"try later"}}', '503 Busy')),
    code: 'LB_ENDPOINT_SERVER',
    cause: /503: try later/,
  },
  {
    what: 'asks to wait an hour',
    fault: (socket) => socket.write(reply('{}', '429 Slow', ['retry-after: 3600'])),
    code: 'LB_ENDPOINT_STOPPED',
    cause: /60 minutes/,
    endsRun: true,
    mostCalls: 1,
  },
  {
    what: 'asks to wait 0.05 s for ever',
    fault: (socket) =>
      socket.write(reply('{"error":{"message":"slow down"}}', '429 Slow', ['retry-after: 0.05'])),
    options: { maxDownMs: 1_500, backoff: { firstMs: 100, maxMs: 60_000 } },
    code: 'LB_ENDPOINT_STOPPED',
    cause: /rejected every call .*slow down/,
    endsRun: true,
    mostCalls: 8,
  },
];

describe('a server that', { concurrency: true }, () => {
  for (const { what, fault, code, cause, options, scheme = 'http', endsRun, mostCalls } of cases) {
    test(`${what}: ${code} with the cause${endsRun ? '' : ', and the next call is good'}`, async () => {
      const server = await faulty(fault);
      const endpoint = client(`${scheme}://127.0.0.1:${server.port}/v1`, options);
      const { signal } = new AbortController();
      try {
        await assert.rejects(endpoint.chat(request, { signal }), (error) => {
          assert.ok(isLateBenchError(error));
          assert.match(error.message, cause);
          assert.equal(error.code, code);
          assert.doesNotMatch(error.message, /pw@|key=/);
          return true;
        });
        if (mostCalls !== undefined) assert.ok(server.calls() <= mostCalls, `${server.calls()} calls`);
        if (endsRun) return;
        server.mend();
        assert.equal((await endpoint.chat(request, { signal, sample: 1 })).content, 'good');
      } finally {
        await endpoint.close();
        server.close();
      }
    });
  }
});

const patient: Partial<ClientOptions> = {
  maxRetries: 9,
  backoff: { firstMs: 60_000, maxMs: 60_000 },
  headersTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  deadlineMs: 60_000,
};
const longestEndMs = 2_000;

describe('a signal ends the wait', { concurrency: true }, () => {
  for (const [what, fault, options, scheme] of [
    ['for headers', () => {}, {}, 'http'],
    ['for a handshake', () => {}, {}, 'https'],
    ['for a body', (socket) => socket.write(longBody.replace('1073741824', '999')), {}, 'http'],
    ['of a back-off', (socket) => socket.write(reply('{}', '503 Busy')), {}, 'http'],
    ['of Retry-After', (socket) => socket.write(reply('{}', '429 Slow', ['retry-after: 600'])), {}, 'http'],
    [
      'of the breaker',
      (socket) => socket.destroy(),
      { backoff: { firstMs: 1, maxMs: 1 }, maxRetries: 99, breaker: { firstPauseMs: 60_000 } },
      'http',
    ],
    ['of the rate limiter', (socket) => socket.write(reply(good)), { rpm: 1 }, 'http'],
  ] as const satisfies readonly (readonly [string, Fault, Partial<ClientOptions>, string])[]) {
    test(`${what} within 2 s`, async () => {
      const server = await faulty(fault);
      const endpoint = client(`${scheme}://127.0.0.1:${server.port}/v1`, { ...patient, ...options });
      const abandon = new AbortController();
      const calls = [0, 1, 2].map((sample) => endpoint.chat(request, { signal: abandon.signal, sample }));
      const ends = Promise.allSettled(calls);
      while (server.calls() === 0) await sleep(5);
      await sleep(400);
      const started = performance.now();
      abandon.abort();
      const last = (await ends).at(-1)!;
      await endpoint.close();
      const tookMs = performance.now() - started;
      server.close();
      assert.equal(last.status, 'rejected');
      assert.equal((last.reason as { code?: string }).code, 'LB_ABORTED');
      assert.ok(tookMs < longestEndMs, `${Math.round(tookMs)} ms`);
    });
  }
});
