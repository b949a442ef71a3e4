// The end of a run, seen by its calls: what is on the wire is finished, and every wait before that ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { reserveFrom } from '../../src/endpoints/call-budget.ts';
import { type ClientOptions, createChatEndpoint } from '../../src/endpoints/client.ts';
import { createDrain } from '../../src/endpoints/drain.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { openRunBudget } from '../../src/executor/run-budget.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../support/temporary.ts';

const good = JSON.stringify({
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'good' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
});
const request = { messages: [{ role: 'user' as const, content: 'hello' }], max_tokens: 10 };
const { signal } = new AbortController();
const never = 600;

function reply(body: string, status = '200 OK', headers: readonly string[] = []): string {
  const head = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', ''];
  return head.join('\r\n') + body;
}

type Answer = (socket: Socket, call: number) => unknown;

async function serve(t: TestContext, answer: Answer) {
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      calls += 1;
      void answer(socket, calls);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls: () => calls };
}

function client(url: string, stop: AbortController, options: Partial<ClientOptions> = {}) {
  return createChatEndpoint({
    baseUrl: `http://${url}`,
    model: 'm',
    concurrency: 4,
    maxRetries: 9,
    backoff: { firstMs: 600_000, maxMs: 600_000 },
    counters: createUsageCounters(),
    drain: createDrain(stop.signal),
    ...options,
  });
}

const slowly: Answer = async (socket) => {
  await sleep(700);
  socket.write(reply(good));
};

interface Wait {
  readonly what: string;
  readonly answer: Answer;
  /** Calls that are on the wire when the run is to end; they succeed. */
  readonly onWire: number;
  readonly scheme?: string;
  options?(t: TestContext): Promise<Partial<ClientOptions>>;
}

const waits: readonly Wait[] = [
  { what: 'for a handshake', scheme: 'https', onWire: 0, answer: () => {} },
  { what: 'of a back-off', onWire: 0, answer: (socket) => socket.write(reply('{}', '503 Busy')) },
  {
    what: 'of Retry-After',
    onWire: 0,
    answer: (socket) => socket.write(reply('{}', '429 Slow', [`retry-after: ${never}`])),
  },
  {
    what: 'of the breaker',
    onWire: 0,
    answer: (socket) => socket.destroy(),
    options: async () => ({
      backoff: { firstMs: 1, maxMs: 1 },
      maxRetries: 99,
      breaker: { firstPauseMs: 600_000 },
    }),
  },
  { what: 'of the rate limiter', onWire: 1, answer: slowly, options: async () => ({ rpm: 1 }) },
  { what: 'for a place', onWire: 1, answer: slowly, options: async () => ({ concurrency: 1 }) },
  {
    what: 'for room in the budget',
    onWire: 1,
    answer: slowly,
    options: async (t) => {
      // Room for one call at its worst.
      const budget = await openRunBudget({ tokens: 150 }, () => {});
      t.after(() => budget.close());
      return { reserve: reserveFrom(budget) };
    },
  },
];

describe('when the run is to end', { concurrency: true }, () => {
  for (const { what, answer, onWire, scheme = 'http', options } of waits) {
    test(`a wait ${what} ends, and calls on the wire succeed`, async (t) => {
      const server = await serve(t, answer);
      const stop = new AbortController();
      const endpoint = client(server.url, stop, {
        baseUrl: `${scheme}://${server.url}`,
        ...(await options?.(t)),
      });
      const calls = [0, 1, 2].map((sample) => endpoint.chat(request, { signal, sample }));
      const ends = Promise.allSettled(calls);
      while (server.calls() === 0) await sleep(5);
      await sleep(300);
      const started = performance.now();
      stop.abort();
      const endings = await ends;
      await endpoint.close();
      assert.ok(performance.now() - started < 2_000);
      const failed = endings.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      assert.equal(endings.length - failed.length, onWire);
      for (const { reason } of failed) assert.equal(reason.code, 'LB_ABORTED');
    });
  }

  test('a call on the wire that fails is not tried again', async (t) => {
    const stop = new AbortController();
    const server = await serve(t, async (socket) => {
      await sleep(400);
      socket.write(reply('{}', '503 Busy'));
    });
    const endpoint = client(server.url, stop, { backoff: { firstMs: 1, maxMs: 1 } });
    const call = endpoint.chat(request, { signal });
    while (server.calls() === 0) await sleep(5);
    stop.abort();
    await assert.rejects(call, { code: 'LB_ABORTED' });
    await endpoint.close();
    assert.equal(server.calls(), 1);
  });

  test('a wait for another run that pays for the same call ends, and that run is not disturbed', async (t) => {
    const folder = await temporaryFolder(t);
    const server = await serve(t, slowly);
    const cache = await openCacheAccess('on', join(folder, 'cache'));
    t.after(() => cache.close());
    const [going, stop] = [new AbortController(), new AbortController()];
    const open = async (run: string, ending: AbortController) => {
      const journal = await openJournal(join(folder, run), { reservedBytes: 1 << 16 });
      t.after(() => journal.close());
      return client(server.url, ending, { replyStore: createReplyStore(journal, cache) });
    };
    const [payer, waiter] = [await open('one', going), await open('two', stop)];
    const paid = payer.chat(request, { signal });
    while (server.calls() === 0) await sleep(5);
    const waiting = waiter.chat(request, { signal });
    await sleep(200);
    stop.abort();
    await assert.rejects(waiting, { code: 'LB_ABORTED' });
    assert.equal((await paid).content, 'good');
    await Promise.all([payer.close(), waiter.close()]);
    assert.equal(server.calls(), 1);
  });
});

test('calls are worth waiting for by what calls of their own endpoint took', () => {
  const drain = createDrain(new AbortController().signal);
  const [slow, unheard] = [drain.endpoint(), drain.endpoint()];
  slow.began();
  slow.ended(4_000);
  slow.began();
  slow.ended(null);
  assert.deepEqual([drain.calls, drain.patienceMs], [0, 1_000], 'nothing to wait for');
  unheard.began();
  assert.deepEqual([drain.calls, drain.patienceMs], [1, 1_000], 'it has never answered');
  slow.began();
  assert.deepEqual([drain.calls, drain.patienceMs], [2, 6_000]);
  slow.ended(3_600_000);
  slow.began();
  assert.equal(drain.patienceMs, 600_000);
});
