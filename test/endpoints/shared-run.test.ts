// Several clients of one run, and runs that share a cache: which of them makes the call, and where its reply is stored.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openCache, type ReplyCache } from '../../src/endpoints/cache/reply-cache.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { requestKey } from '../../src/endpoints/request-key.ts';
import type { ReplyStore } from '../../src/endpoints/stores.ts';
import { createUsageCounters, type UsageCounters } from '../../src/endpoints/usage-counters.ts';
import { type Journal, openJournal } from '../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { claimOutcome } from './cache/claim-outcome.ts';

const request = { messages: [{ role: 'user', content: 'What is 6 times 7?' }] } as const;
const key = requestKey('shared', 'm', request, 0);
/** A client whose key is never released would wait for ever; its test then ends here. */
const limit = { timeout: 60_000 };

/** `length`: the reply was cut at its limit, so it is stored in the journal of its run and not in the cache. */
function completion(finishReason: 'stop' | 'length'): string {
  return JSON.stringify({
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'It is 42' }, finish_reason: finishReason }],
    usage: { prompt_tokens: 11, completion_tokens: 3 },
  });
}

interface Client {
  /** Makes the one call of these tests and returns the content of its reply. */
  ask(): Promise<string>;
  readonly journal: Journal;
  readonly counters: UsageCounters;
  /** Resolves when the client has found no stored reply and claims the key. */
  readonly claims: Promise<void>;
}

interface Setting {
  readonly cache: ReplyCache;
  readonly calls: () => number;
  /** A client with its own view of the journal of this run, as another process would have. */
  client(run: string, options?: { readonly offline?: boolean }): Promise<Client>;
}

async function setting(
  t: TestContext,
  answer: (response: ServerResponse, call: number) => void,
): Promise<Setting> {
  const folder = await temporaryFolder(t);
  const end = new AbortController();
  t.after(() => end.abort());
  let calls = 0;
  const server = createServer((incoming, response) => {
    calls += 1;
    const call = calls;
    incoming.resume();
    incoming.on('end', () => answer(response, call));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cache = await openCache(join(folder, 'cache'));
  t.after(async () => {
    await cache.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    cache,
    calls: () => calls,
    async client(run, options = {}) {
      const journal = await openJournal(join(folder, run), { reservedBytes: 0 });
      const counters = createUsageCounters();
      const replies = createReplyStore(journal, cache);
      let claimed = (): void => {};
      const claims = new Promise<void>((resolve) => {
        claimed = resolve;
      });
      const replyStore: ReplyStore = {
        lookUp: replies.lookUp,
        refresh: replies.refresh,
        keep: replies.keep,
        withdraw: replies.withdraw,
        settled: replies.settled,
        get canKeep() {
          return replies.canKeep;
        },
        claim(expected, until) {
          claimed();
          return replies.claim(expected, until);
        },
      };
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const endpoint = createChatEndpoint({
        baseUrl,
        model: 'm',
        name: 'shared',
        concurrency: 2,
        maxRetries: 0,
        counters,
        replyStore,
        ...options,
      });
      t.after(async () => {
        await endpoint.close();
        await journal.close();
      });
      return {
        ask: async () => (await endpoint.chat(request, { signal: end.signal })).content,
        journal,
        counters,
        claims,
      };
    },
  };
}

function send(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

/** Both clients make the same call; the server answers the first once the second waits for it. */
async function askTogether(
  open: (answer: (response: ServerResponse, call: number) => void) => Promise<readonly [Client, Client]>,
  body: string,
): Promise<readonly [Client, Client]> {
  let arrived = (_: ServerResponse): void => {};
  const firstCall = new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });
  const clients = await open((response, call) => (call === 1 ? arrived(response) : send(response, body)));
  const [first, second] = clients;
  const asked = first.ask();
  const response = await firstCall;
  const alsoAsked = second.ask();
  await second.claims;
  send(response, body);
  const replies = await Promise.all([asked, alsoAsked]);
  assert.deepEqual(replies, ['It is 42', 'It is 42']);
  return clients;
}

test(
  'two clients of one run that ask the same at the same time pay once, even for a reply that is not cached',
  limit,
  async (t) => {
    let here: Setting | undefined;
    const [first, second] = await askTogether(async (answer) => {
      here = await setting(t, answer);
      return [await here.client('run'), await here.client('run')];
    }, completion('length'));
    assert.equal(here?.calls(), 1, 'the endpoint was asked once');
    assert.equal(
      await here.cache.get(key),
      null,
      'the second client read it from the journal, not from the cache',
    );
    assert.deepEqual([first.counters.total().calls, first.counters.total().hits], [1, 0]);
    assert.deepEqual([second.counters.total().calls, second.counters.total().hits], [0, 1]);
  },
);

test(
  'a run that waits for the call of another run has the reply in its own journal too',
  limit,
  async (t) => {
    let here: Setting | undefined;
    const [, second] = await askTogether(async (answer) => {
      here = await setting(t, answer);
      return [await here.client('run'), await here.client('other run')];
    }, completion('stop'));
    assert.equal(here?.calls(), 1);
    assert.deepEqual([...second.journal.keys()], [key]);
  },
);

test(
  'a run that took its replies from the cache can be repeated offline after the cache was emptied',
  limit,
  async (t) => {
    const here = await setting(t, (response) => send(response, completion('stop')));
    await (await here.client('first run')).ask();
    await (await here.client('second run')).ask();
    await here.cache.clear();
    const offline = await here.client('second run', { offline: true });
    assert.equal(await offline.ask(), 'It is 42');
    assert.equal(here.calls(), 1);
  },
);

test('a failed call releases its key at once, so that another client can make it', limit, async (t) => {
  const here = await setting(t, (response) => send(response, '{"error":{"message":"too long"}}', 400));
  const { ask } = await here.client('run');
  await assert.rejects(ask(), { code: 'LB_ENDPOINT_REQUEST' });
  assert.equal(await claimOutcome(here.cache, key), 'mine');
});
