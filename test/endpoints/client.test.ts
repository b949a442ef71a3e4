import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '../../src/config/setting-table.ts';
import type { ChatEndpoint } from '../../src/endpoints/chat.ts';
import { type ClientOptions, createChatEndpoint } from '../../src/endpoints/client.ts';
import { clientDefaults } from '../../src/endpoints/client-defaults.ts';
import { createUsageCounters, type UsageCounters } from '../../src/endpoints/usage-counters.ts';
import { isLateBenchError } from '../../src/errors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, call: number) => void;

function completion(content: string): string {
  return JSON.stringify({
    model: 'm-served',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 3 },
  });
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

interface Setting {
  readonly endpoint: ChatEndpoint;
  readonly counters: UsageCounters;
  readonly calls: () => number;
}

async function serve(
  t: TestContext,
  handler: Handler,
  options: Partial<ClientOptions> = {},
): Promise<Setting> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    request.on('end', () => handler(request, response, calls));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const counters = createUsageCounters();
  const endpoint = createChatEndpoint({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    apiKey: 'sk-secret-key-123456',
    concurrency: 4,
    backoff: { firstMs: 1, maxMs: 5 },
    counters,
    ...options,
  });
  t.after(async () => {
    await endpoint.close();
    server.closeAllConnections();
    server.close();
  });
  return { endpoint, counters, calls: () => calls };
}

const request = { messages: [{ role: 'user', content: 'hello' }] } as const;
const signal = new AbortController().signal;

test('asks with model, key and messages, and reads content and usage', async (t) => {
  let path: string | undefined;
  let key: string | undefined;
  const server = await serve(t, (incoming, response) => {
    path = incoming.url;
    key = incoming.headers.authorization;
    answer(response, 200, completion('hi'));
  });
  const reply = await server.endpoint.chat(request, { signal });
  assert.deepEqual([reply.content, path, key], ['hi', '/v1/chat/completions', 'Bearer sk-secret-key-123456']);
  assert.deepEqual(server.counters.total(), {
    calls: 1,
    hits: 0,
    failed: 0,
    retries: 0,
    promptTokens: 11,
    completionTokens: 3,
    reasoningTokens: 0,
    unreported: 0,
    usd: 0,
    unpriced: 0,
  });
});

for (const [what, handler] of [
  ...[425, 503].map(
    (status) =>
      [
        String(status),
        (_: IncomingMessage, response: ServerResponse) =>
          answer(response, status, '{"error":{"message":"not now"}}'),
      ] as const,
  ),
  ['a reset before the reply', (_: IncomingMessage, response: ServerResponse) => response.destroy()],
  [
    'a reset in the middle of the body',
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices"');
      setTimeout(() => response.destroy(), 5);
    },
  ],
  [
    'half a JSON body with a clean end',
    (_: IncomingMessage, response: ServerResponse) => answer(response, 200, '{"choices":[{"mess'),
  ],
  [
    'empty choices',
    (_: IncomingMessage, response: ServerResponse) => answer(response, 200, '{"choices":[]}'),
  ],
  [
    'an error inside a 200',
    (_: IncomingMessage, response: ServerResponse) =>
      answer(response, 200, '{"error":{"code":502,"message":"upstream"}}'),
  ],
] as const) {
  test(`tries again after ${what}`, async (t) => {
    const server = await serve(t, (incoming, response, call) =>
      call <= 2 ? handler(incoming, response) : answer(response, 200, completion('third')),
    );
    assert.equal((await server.endpoint.chat(request, { signal })).content, 'third');
    assert.equal(server.calls(), 3);
    assert.equal(server.counters.total().retries, 2);
  });
}

for (const [status, body, code] of [
  [401, '{"error":{"message":"Invalid API key sk-secret-key-123456"}}', 'LB_ENDPOINT_AUTH'],
  [402, '{"error":{"message":"balance"}}', 'LB_ENDPOINT_QUOTA'],
  [
    429,
    '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}',
    'LB_ENDPOINT_QUOTA',
  ],
  [404, '{"error":{"message":"no such model"}}', 'LB_ENDPOINT_CONFIG'],
  [400, '{"object":"error","message":"Cannot request more than 5 logprobs"}', 'LB_ENDPOINT_REQUEST'],
  [422, '{"detail":[{"msg":"field required"}]}', 'LB_ENDPOINT_REQUEST'],
] as const) {
  test(`does not try again after ${status} (${code}), and does not show the key`, async (t) => {
    const server = await serve(t, (_, response) => answer(response, status, body));
    await assert.rejects(server.endpoint.chat(request, { signal }), (error) => {
      assert.ok(isLateBenchError(error));
      assert.equal(error.code, code);
      assert.doesNotMatch(error.message, /secret-key/);
      return true;
    });
    assert.equal(server.calls(), 1);
    assert.equal(server.counters.total().failed, 1);
  });
}

test('obeys Retry-After in seconds and as a date, for every call of the client', async (t) => {
  for (const value of ['0.15', () => new Date(Date.now() + 1_200).toUTCString()]) {
    const times: number[] = [];
    const server = await serve(t, (_, response, call) => {
      times.push(performance.now());
      if (call > 1) return answer(response, 200, completion('ok'));
      return answer(response, 429, '{"error":{"message":"slow down"}}', {
        'retry-after': typeof value === 'string' ? value : value(),
      });
    });
    const first = server.endpoint.chat(request, { signal });
    while (times.length === 0) await sleep(1);
    // The refusal is on its way to the client of this process: it has it after a few turns of the event loop.
    for (let turn = 0; turn < 30; turn += 1) await sleep(1);
    await Promise.all([first, server.endpoint.chat(request, { signal, sample: 1 })]);
    const gaps = times.slice(1).map((time) => time - times[0]!);
    assert.ok(
      gaps.every((gap) => gap >= 140),
      `calls came after ${gaps.map(Math.round)} ms`,
    );
  }
});

test('gives up after its retries, with the last error', async (t) => {
  const server = await serve(t, (_, response) => answer(response, 500, '{"error":{"message":"broken"}}'), {
    maxRetries: 2,
  });
  await assert.rejects(server.endpoint.chat(request, { signal }), {
    code: 'LB_ENDPOINT_SERVER',
    message: /500: broken/,
  });
  assert.equal(server.calls(), 3);
});

test('has no more calls in flight than its concurrency', async (t) => {
  let inFlight = 0;
  let max = 0;
  const server = await serve(t, (_, response) => {
    inFlight += 1;
    max = Math.max(max, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      answer(response, 200, completion('ok'));
    }, 5);
  });
  await Promise.all(
    Array.from({ length: 40 }, (_, sample) => server.endpoint.chat(request, { signal, sample })),
  );
  assert.equal(max, 4);
});

test('an abort gives up a call in flight and the calls that wait', async (t) => {
  const server = await serve(t, () => {}, { concurrency: 1 });
  const controller = new AbortController();
  const calls = [1, 2, 3].map((sample) =>
    server.endpoint.chat(request, { signal: controller.signal, sample }),
  );
  while (server.calls() === 0) await sleep(1);
  controller.abort();
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) {
    assert.equal(
      outcome.status === 'rejected' && isLateBenchError(outcome.reason) && outcome.reason.code,
      'LB_ABORTED',
    );
  }
  assert.equal(server.calls(), 1);
});

test('equal calls at the same time are one, and outlive the one who began them', async (t) => {
  const { endpoint, counters, calls } = await serve(t, (_request, response, call) => {
    if (call > 1) answer(response, 200, completion('second'));
  });
  const first = new AbortController();
  const others = new AbortController();
  const request = { messages: [{ role: 'user', content: 'q' }] } as const;
  const begun = endpoint.chat(request, { signal: first.signal });
  const waiting = [1, 2].map(() => endpoint.chat(request, { signal: others.signal }));
  while (calls() === 0) await sleep(1);
  first.abort();
  await assert.rejects(begun, (error) => isLateBenchError(error) && error.code === 'LB_ABORTED');
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ content }) => content),
    ['second', 'second'],
  );
  assert.equal(calls(), 2);
  assert.equal(counters.of('m').hits, 1);
});

test('tells a late first byte, a silent body and a slow whole apart', async (t) => {
  const limits = { maxRetries: 0, headersTimeoutMs: 1000, idleTimeoutMs: 1000, deadlineMs: 1500 };
  const late = await serve(t, () => {}, limits);
  await assert.rejects(late.endpoint.chat(request, { signal }), { code: 'LB_ENDPOINT_TIMEOUT' });
  const drip = await serve(
    t,
    (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    limits,
  );
  await assert.rejects(drip.endpoint.chat(request, { signal }), {
    code: 'LB_ENDPOINT_TIMEOUT',
    message: /no complete reply/,
  });
});

test('says that nobody listens', async () => {
  const endpoint = createChatEndpoint({
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'm',
    concurrency: 1,
    maxRetries: 1,
    backoff: { firstMs: 1, maxMs: 2 },
    counters: createUsageCounters(),
  });
  await assert.rejects(endpoint.chat(request, { signal }), {
    code: 'LB_ENDPOINT_NETWORK',
    message: /connection refused/,
  });
  await endpoint.close();
});

test('a rate spreads the calls', async (t) => {
  const server = await serve(t, (_, response) => answer(response, 200, completion('ok')), { rpm: 1200 });
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 6 }, (_, sample) => server.endpoint.chat(request, { signal, sample })),
  );
  assert.ok(performance.now() - started >= 5 * 50 - 10);
});

test('its name carries no credentials and no query', async (t) => {
  const server = await serve(t, () => {}, { baseUrl: 'http://user:pass@127.0.0.1:1/v1?key=1' });
  assert.equal(server.endpoint.name, 'http://127.0.0.1:1/v1');
});

test('a client without limits has those of the command line, and wrong options are named', async (t) => {
  const { endpoint, counters } = await serve(
    t,
    (_request, response) => answer(response, 200, completion('4')),
    {
      concurrency: undefined,
      counters: undefined,
    },
  );
  const question = { messages: [{ role: 'user', content: '2 + 2?' }] } as const;
  const { content } = await endpoint.chat(question, { signal: new AbortController().signal });
  assert.equal(content, '4');
  assert.equal(counters.total().calls, 0, 'it counts in counters of its own');
  const setting = settings.find(({ name }) => name === 'concurrency');
  assert.equal(setting?.default, String(clientDefaults.concurrency));

  const address = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm' };
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [undefined, /^createChatEndpoint: options: it is missing/],
    [{}, /^createChatEndpoint: baseUrl: it is missing.*; model: it is missing/],
    [{ ...address, baseUrl: 'localhost' }, /baseUrl: give a URL such as/],
    [{ ...address, concurrency: '4' }, /concurrency: must be a number, not "4"/],
    [{ ...address, concurrency: 0 }, /concurrency/],
    [{ ...address, maxRetries: -1 }, /maxRetries/],
    [{ ...address, deadlineMs: 'long' }, /deadlineMs/],
    [{ ...address, deadlineMs: 1e10 }, /deadlineMs: must be 2147483647 or less/],
    [{ ...address, backoff: { firstMs: 1, maxMs: 1e10 } }, /backoff\.maxMs/],
    [{ ...address, rpm: 0 }, /rpm/],
    [{ ...address, counters: {} }, /counters\.of: give createUsageCounters\(\)/],
  ];
  for (const [options, message] of wrong) {
    assert.throws(() => createChatEndpoint(options as ClientOptions), { code: 'LB_USAGE', message });
  }
});
