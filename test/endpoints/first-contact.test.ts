// What a client does until a first call has worked: asks for the models once, waits for seconds, and ends the run with
// the cause. Real servers; the words of each misconfiguration are tested in cli/misconfigured-endpoint.test.ts.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEndpoint, ChatRequest } from '../../src/endpoints/chat.ts';
import { type ClientOptions, createChatEndpoint } from '../../src/endpoints/client.ts';
import { type EndpointEvent, endpointChannelName } from '../../src/endpoints/events.ts';
import { createFirstContact } from '../../src/endpoints/first-contact/first-contact.ts';
import type { ModelsRoute } from '../../src/endpoints/first-contact/models-route.ts';
import { unlistedModel } from '../../src/endpoints/first-contact/unlisted-model.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);

interface Answer {
  readonly status: number;
  readonly body?: object | string;
}

const completion = {
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 1 },
};
const works: Answer = { status: 200, body: completion };
const loading: Answer = { status: 503, body: { error: { message: 'Loading model', code: 503 } } };
const listed: Answer = { status: 200, body: { data: [{ id: 'm' }] } };

interface Served {
  readonly server: Server;
  readonly url: string;
  /** Of the requests so far. */
  readonly paths: string[];
}

async function serve(
  t: TestContext,
  answer: (path: string, body: string) => Answer,
  port = 0,
): Promise<Served> {
  const paths: string[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    paths.push(request.url!);
    const { status, body = {} } = answer(request.url!, text);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void reply(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, paths };
}

interface Asking {
  readonly waitForMs?: number;
  readonly answered?: boolean;
  readonly said?: string[];
  readonly routes?: Map<string, ModelsRoute>;
  readonly client?: Partial<ClientOptions>;
}

function endpointAt(t: TestContext, baseUrl: string, asking: Asking = {}): ChatEndpoint {
  const { waitForMs, answered = false, said = [], routes = new Map(), client } = asking;
  const place = { role: 'critic', model: 'm', urlFrom: '--endpoint', modelFrom: 'default' };
  const say = (line: string): void => void said.push(line);
  const endpoint = createChatEndpoint({
    baseUrl,
    model: 'm',
    concurrency: 4,
    backoff: { firstMs: 1, maxMs: 5 },
    counters: createUsageCounters(),
    contact: createFirstContact({ baseUrl, headers: {}, place, waitForMs, answered, say, routes }),
    ...client,
  });
  t.after(() => endpoint.close());
  return endpoint;
}

function requestOf(content: string): ChatRequest {
  return { messages: [{ role: 'user', content }] };
}

const ask = async (endpoint: ChatEndpoint, content = 'hello'): Promise<string> =>
  (await endpoint.chat(requestOf(content), { signal })).content;

test('several calls and several roles of one server cost one question for its models', async (t) => {
  const { url, paths } = await serve(t, (path) => (path === '/v1/models' ? listed : works));
  const routes = new Map<string, ModelsRoute>();
  const [critic, inject] = [endpointAt(t, url, { routes }), endpointAt(t, url, { routes })];
  await Promise.all(['a', 'b', 'c'].flatMap((text) => [ask(critic, text), ask(inject, text)]));
  assert.equal(paths.filter((path) => path === '/v1/models').length, 1);
  assert.equal(paths.length, 7);
});

for (const status of [401, 403, 404, 405, 500, 502]) {
  test(`a gateway that answers ${status} for its models is no error`, async (t) => {
    const { url } = await serve(t, (path) => (path === '/v1/models' ? { status } : works));
    assert.equal(await ask(endpointAt(t, url)), 'yes');
  });
}

test('a server that is loading its model is waited for, and so is one that starts later', async (t) => {
  let ready = false;
  setTimeout(() => (ready = true), 700);
  const { url } = await serve(t, () => (ready ? works : loading));
  assert.equal(await ask(endpointAt(t, url)), 'yes');

  const port = await freePort();
  const said: string[] = [];
  const asked = ask(endpointAt(t, `http://127.0.0.1:${port}/v1`, { waitForMs: 30_000, said }));
  while (said.length === 0) await sleep(10);
  await serve(t, () => works, port);
  assert.equal(await asked, 'yes');
  assert.equal(said.length, 1);
  assert.match(said[0]!, /^critic: waiting for http:.*, for at most 30 s: .*connection refused/);
});

test('a server that stays loading ends the run after the time that was given, with the reason', async (t) => {
  const { url } = await serve(t, () => loading);
  const started = performance.now();
  await assert.rejects(ask(endpointAt(t, url, { waitForMs: 800 })), {
    code: 'LB_ENDPOINT_CONFIG',
    message: /from --endpoint\): endpoint answered 503: .*Loading model.*--wait-for-endpoint/,
  });
  assert.ok(performance.now() - started < 8_000);
});

test('one call that a known server cannot answer fails alone, also when it is the first', async (t) => {
  const { url } = await serve(t, (path, body) =>
    path === '/v1/models' ? listed : body.includes('poison') ? { status: 500, body: { error: 'no' } } : works,
  );
  const endpoint = endpointAt(t, url, { client: { concurrency: 1, maxRetries: 1 } });
  await assert.rejects(ask(endpoint, 'poison'), { code: 'LB_ENDPOINT_SERVER' });
  assert.equal(await ask(endpoint), 'yes');
});

test('a server that answers no call ends the run at the third, though it lists the model', async (t) => {
  const { url } = await serve(t, (path) =>
    path === '/v1/models' ? listed : { status: 500, body: 'trouble' },
  );
  const endpoint = endpointAt(t, url, { client: { concurrency: 3, maxRetries: 1 } });
  const ended = await Promise.allSettled(['a', 'b', 'c'].map((text) => ask(endpoint, text)));
  for (const one of ended) {
    assert.equal(one.status, 'rejected');
    assert.equal(one.reason.code, 'LB_ENDPOINT_CONFIG');
    assert.match(one.reason.message, /^critic: http:.* \(from --endpoint\): endpoint answered 500: trouble/);
  }
});

test('a server that answered an earlier process of the run, and lists the model, fails each call alone', async (t) => {
  const models = { listed: true };
  const { url } = await serve(t, (path) =>
    path === '/v1/models' && models.listed ? listed : { status: 500, body: 'trouble' },
  );
  const codes = async (): Promise<string[]> => {
    const endpoint = endpointAt(t, url, { answered: true, client: { concurrency: 4, maxRetries: 0 } });
    const ended = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => ask(endpoint, text)));
    return ended.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'ok'));
  };
  assert.deepEqual(new Set(await codes()), new Set(['LB_ENDPOINT_SERVER']));
  models.listed = false;
  assert.deepEqual(new Set(await codes()), new Set(['LB_ENDPOINT_CONFIG']));
});

test('the address of a server that lists its models is not doubted, whatever its calls come to', async (t) => {
  const models = { onlyCut: true };
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') response.end(JSON.stringify({ data: [{ id: 'm' }] }));
    else if (models.onlyCut) request.socket.destroy();
    else response.end('<html>');
  });
  const url = `${await listening(t, server)}/v1`;
  for (const onlyCut of [true, false]) {
    models.onlyCut = onlyCut;
    const endpoint = endpointAt(t, url, { client: { concurrency: 3, maxRetries: 0 } });
    const ended = await Promise.allSettled(['a', 'b', 'c'].map((text) => ask(endpoint, text)));
    for (const one of ended) {
      assert.equal(one.status, 'rejected');
      assert.match(one.reason.message, /lists its models at this address.* leave out the records/);
      assert.doesNotMatch(one.reason.message, /TLS|base URL/);
    }
  }
});

test('a call that fails while another works gets the usual patience', async (t) => {
  let failures = 0;
  const { url } = await serve(t, (path, body) => {
    if (path === '/v1/models') return listed;
    if (!body.includes('slow') || failures >= 12) return works;
    failures += 1;
    return { status: 500, body: `trouble ${failures}` };
  });
  const endpoint = endpointAt(t, url, { client: { maxRetries: 20 } });
  const slow = ask(endpoint, 'slow');
  await sleep(100);
  assert.deepEqual([await ask(endpoint), await slow, failures], ['yes', 'yes', 12]);
});

test('a client whose server came up after a failure works: a dashboard stays open', async (t) => {
  const port = await freePort();
  const endpoint = endpointAt(t, `http://127.0.0.1:${port}/v1`);
  await assert.rejects(ask(endpoint), {
    code: 'LB_ENDPOINT_CONFIG',
    message: /connection refused.*Start it/,
  });
  const failedAt = performance.now();
  await assert.rejects(ask(endpoint), { code: 'LB_ENDPOINT_CONFIG' });
  assert.ok(performance.now() - failedAt < 400, 'calls of the same moment are not made to wait again');
  await serve(t, () => works, port);
  await sleep(600);
  assert.equal(await ask(endpoint), 'yes');
});

test('a breaker that opens says why and for how long, and a server that stays down is described', async (t) => {
  let up = true;
  const { url } = await serve(t, () => (up ? works : { status: 502, body: 'upstream is gone' }));
  const counters = createUsageCounters();
  const breaker = { firstPauseMs: 300, maxPauseMs: 300 };
  const client = { counters, breaker, concurrency: 30, maxRetries: 100, maxDownMs: 1_000 };
  const endpoint = endpointAt(t, url, { client });
  await ask(endpoint);
  up = false;
  const events: EndpointEvent[] = [];
  // What is shown is looked at when the breaker opens: on a loaded machine its pause is over before anyone else looks.
  const shown: string[] = [];
  const look = (): void => void shown.push(counters.trouble.text());
  const onEvent = (message: unknown): void => {
    const event = message as EndpointEvent;
    events.push(event);
    if (event.type !== 'breaker') return;
    look();
    queueMicrotask(look);
  };
  subscribe(endpointChannelName, onEvent);
  t.after(() => unsubscribe(endpointChannelName, onEvent));
  const ended = Promise.allSettled(Array.from({ length: 30 }, (_, n) => ask(endpoint, `call ${n}`)));
  const opens = /^no calls until \d\d:\d\d:\d\d: endpoint answered 502: upstream is gone/;
  const failed = (await ended).map((one) => (one.status === 'rejected' ? one.reason : undefined));
  assert.match(
    String(failed.at(-1)?.message),
    /has been down for .*, the last call with: .*upstream is gone/,
  );
  assert.ok(
    shown.some((text) => opens.test(text)),
    shown.join('\n'),
  );
  const opened = events.find((event) => event.type === 'breaker');
  assert.equal(opened?.message, 'endpoint answered 502: upstream is gone');
  assert.equal(opened?.wait_ms, 300);
});

test('what ends the run ends the waits of other calls for their turn, their pause and their next try', async (t) => {
  const refusal = { status: 401, body: { error: { message: 'no such key' } } };
  const { url, paths } = await serve(t, (path) => (path === '/v1/models' ? { status: 404 } : refusal));
  const endpoint = endpointAt(t, url, { client: { rpm: 6, concurrency: 5 } });
  const started = performance.now();
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => ask(endpoint, text)));
  for (const one of ended) assert.equal(one.status === 'rejected' && one.reason.code, 'LB_ENDPOINT_AUTH');
  assert.ok(performance.now() - started < 9_000, 'a turn comes every 10 s');
  assert.deepEqual(paths, ['/v1/models', '/v1/chat/completions']);
});

for (const [what, body, said] of [
  [
    'its own API',
    { message: { content: 'yes' }, done: true },
    /one of Ollama's own API\. Add --dialect ollama/,
  ],
  ['a page', '<html><title>Home</title></html>', /a web page \(Home\), not JSON\. Does --endpoint lead to/],
  ['no JSON object', '[1]', /no JSON object: \[1\]\. Does --endpoint lead to/],
  [
    'no such path',
    { error: 'Unexpected endpoint or method. (POST /chat/completions)' },
    /answered 404: Unexp/,
  ],
] as const) {
  test(`an address that answers calls with ${what} costs one call, however many wait`, async (t) => {
    const { url, paths } = await serve(t, () => ({ status: 200, body }));
    const endpoint = endpointAt(t, url);
    const endings = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => ask(endpoint, text)));
    for (const ending of endings) {
      assert.equal(ending.status, 'rejected');
      assert.equal(ending.reason.code, 'LB_ENDPOINT_CONFIG');
      assert.match(ending.reason.message, said);
    }
    assert.equal(paths.filter((path) => path !== '/v1/models').length, 1);
    if (what === 'no such path') return;
    // A dashboard stays open: whoever comes later asks again, alone.
    await assert.rejects(ask(endpoint, 'f'), { code: 'LB_ENDPOINT_CONFIG' });
    assert.equal(paths.filter((path) => path !== '/v1/models').length, 2);
  });
}

for (const [what, body, said] of [
  [
    'a page',
    '<html><title>Home</title></html>',
    /a web page \(Home\), not JSON\. The server lists its models/,
  ],
  ['another API', { message: { content: 'yes' }, done: true }, /Add --dialect ollama/],
  ['nothing', '', /the reply is empty\. The server lists its models.* gives no replies/],
] as const) {
  test(`a server that lists the model and answers calls with ${what} costs three calls, however many wait`, async (t) => {
    const { url, paths } = await serve(t, (path) => (path === '/v1/models' ? listed : { status: 200, body }));
    const endpoint = endpointAt(t, url, { client: { concurrency: 12 } });
    const texts = Array.from({ length: 12 }, (_, n) => `call ${n}`);
    const endings = await Promise.allSettled(texts.map((text) => ask(endpoint, text)));
    for (const ending of endings) {
      assert.equal(ending.status, 'rejected');
      assert.equal(ending.reason.code, 'LB_ENDPOINT_CONFIG');
      assert.match(ending.reason.message, said);
    }
    assert.equal(paths.filter((path) => path !== '/v1/models').length, 3);
  });
}

test('an empty body costs three calls too where no models are listed, and one that passes costs nothing', async (t) => {
  const empty: Answer = { status: 200, body: '' };
  const unlisted = await serve(t, (path) => (path === '/v1/models' ? { status: 404 } : empty));
  const endpoint = endpointAt(t, unlisted.url);
  const endings = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => ask(endpoint, text)));
  assert.ok(
    endings.every((ending) => ending.status === 'rejected' && /is empty/.test(ending.reason.message)),
  );
  assert.equal(unlisted.paths.filter((path) => path !== '/v1/models').length, 3);

  let left = 2;
  const { url } = await serve(t, (path) => {
    if (path === '/v1/models') return listed;
    left -= 1;
    return left >= 0 ? empty : works;
  });
  const passing = endpointAt(t, url);
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => ask(passing, text)));
  assert.deepEqual(replies, ['yes', 'yes', 'yes', 'yes']);
});

test('one call that a known server answers with a page fails alone, and the next works', async (t) => {
  const { url, paths } = await serve(t, (path, body) =>
    path === '/v1/models' ? listed : body.includes('poison') ? { status: 200, body: '<html>' } : works,
  );
  const endpoint = endpointAt(t, url, { client: { concurrency: 1 } });
  await assert.rejects(ask(endpoint, 'poison'), { code: 'LB_ENDPOINT_REPLY' });
  assert.equal(paths.filter((path) => path !== '/v1/models').length, 3);
  assert.equal(await ask(endpoint), 'yes');
});

test('slow first replies of a server that lists the model hold up the others for two seconds', async (t) => {
  let begun = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/v1/models') response.end(JSON.stringify(listed.body));
    else {
      begun += 1;
      setTimeout(() => response.end(JSON.stringify(completion)), 4_000).unref();
    }
  });
  const endpoint = endpointAt(t, `${await listening(t, server)}/v1`);
  const asked = Promise.all(['a', 'b', 'c', 'd'].map((text) => ask(endpoint, text)));
  while (begun < 3) await sleep(5);
  await sleep(500);
  assert.equal(begun, 3);
  while (begun < 4) await sleep(5);
  assert.deepEqual(await asked, ['yes', 'yes', 'yes', 'yes']);
});

test('calls follow the first at once where it fails for itself, and where it was cancelled', async (t) => {
  const refused: Answer = { status: 400, body: { error: { message: 'too long' } } };
  const answer = (path: string, body: string): Answer =>
    path === '/v1/models' ? { status: 404 } : body.includes('long') ? refused : works;
  const { url } = await serve(t, answer);
  const endpoint = endpointAt(t, url);
  const [first, ...rest] = await Promise.allSettled(['long', 'b', 'c'].map((text) => ask(endpoint, text)));
  assert.equal(first!.status, 'rejected');
  assert.ok(rest.every(({ status }) => status === 'fulfilled'));

  const silent = createServer((request, response) => {
    request.resume();
    if (request.url === '/v1/models') response.writeHead(404).end();
    else if (silent.listenerCount('answered') === 0) silent.once('answered', () => {});
    else response.end(JSON.stringify(completion));
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.closeAllConnections());
  t.after(() => silent.close());
  const slow = endpointAt(t, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`);
  const given = new AbortController();
  const cancelled = slow.chat(requestOf('a'), { signal: given.signal });
  const next = ask(slow, 'b');
  while (silent.listenerCount('answered') === 0) await sleep(5);
  given.abort();
  await assert.rejects(cancelled, { code: 'LB_ABORTED' });
  assert.equal(await next, 'yes');
});

test('names of one model are told from those of another', () => {
  const missing = (models: string[], model: string): boolean => unlistedModel(models, model) !== null;
  assert.equal(missing(['models/gemini-2.5-pro'], 'gemini-2.5-pro'), false);
  assert.equal(missing(['llama3:latest'], 'llama3'), false);
  assert.equal(missing(['claude-3-5-sonnet-20241022'], 'claude-3-5-sonnet-latest'), false);
  assert.equal(missing(['openai/*'], 'openai/gpt-4o'), false);
  assert.equal(missing(['gpt-4o-mini'], 'gpt-5-nano'), true);
  assert.equal(missing([], 'm'), false);
  const catalogue = Array.from({ length: 80 }, (_, n) => `model-${n}`);
  assert.equal(missing(catalogue, 'my-deployment'), false, 'a catalogue has aliases');
});

test('a first completion that is slow is waited for where the server answers anything else', async (t) => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.writeHead(404).end('no such route');
    // Longer than the list of models is waited for.
    else setTimeout(() => response.end(JSON.stringify(completion)), 6_000).unref();
  });
  const url = `${await listening(t, server)}/v1`;
  assert.equal(await ask(endpointAt(t, url)), 'yes');
});
