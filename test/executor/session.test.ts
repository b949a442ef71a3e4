// The endpoints that a run opens: once each, with their journal and cache.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointConfig } from '../../src/config/endpoint-config.ts';
import type { Config } from '../../src/config/resolve.ts';
import { endpointChannelName } from '../../src/endpoints/events.ts';
import { openEndpoints } from '../../src/executor/open-endpoint.ts';
import { openSession, type SessionOptions } from '../../src/executor/session.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { ask, configOf, opened, reply, served, signal } from './opened-session.ts';

test('the endpoint of a role is opened once for each model, and those opened are listed in order', async (t) => {
  const { session } = await opened(t, {}, { 'critic.base_url': 'sim', 'inject.base_url': 'sim' });
  const [one, same] = await Promise.all([session.endpoint('critic'), session.endpoint('critic')]);
  assert.equal(one, same);
  await session.endpoint('inject');
  await session.endpoint('critic', { model: 'latebench-sim/other' });
  await session.endpoint('critic', { model: 'latebench-sim/critic' });
  assert.deepEqual(
    session.opened.map(({ role, model, name }) => [role, model, name]),
    [
      ['critic', 'latebench-sim/critic', 'simulation'],
      ['inject', 'latebench-sim/injector', 'simulation'],
      ['critic', 'latebench-sim/other', 'simulation'],
    ],
  );
  assert.deepEqual(session.opened[0]!.adapted ?? [], []);
  await assert.rejects(session.endpoint('embed'), { code: 'LB_ENDPOINT_CONFIG' });
});

test('replies are counted, kept in the journal of the role, and not requested again by the next session', async (t) => {
  const given = await served(t);
  const { home, session, said } = await opened(t, {}, given);
  const first = await reply(session);
  assert.equal(await reply(session), first);
  assert.deepEqual([session.counters.total().calls, session.counters.total().hits], [1, 1]);
  await session.close();
  assert.deepEqual(await readdir(join(home, 'run', 'journal')), ['critic', 'leases']);
  assert.deepEqual(await readdir(join(home, 'run', 'journal', 'leases')), [], 'nobody pays any more');
  assert.equal(existsSync(join(home, 'cache')), true, 'other runs find them too');
  const options = { config: configOf(home, given), say: (line: string) => void said.push(line) };
  const again = openSession({ ...options, mode: 'offline', journalFolder: join(home, 'run', 'journal') });
  t.after(() => again.close());
  assert.equal(await reply(again), first);
  await assert.rejects(reply(again, 'What is 2 + 2?'), { code: 'LB_OFFLINE' });
  assert.deepEqual([again.counters.total().calls, again.counters.total().hits], [0, 1]);
  const other = openSession({ ...options, mode: 'offline', journalFolder: join(home, 'other', 'journal') });
  t.after(() => other.close());
  assert.equal(await reply(other), first, 'from the cache');
  const uncached = openSession({
    ...{ ...options, mode: 'offline', cacheMode: 'off' },
    journalFolder: join(home, 'third', 'journal'),
  });
  t.after(() => uncached.close());
  await assert.rejects(reply(uncached), { code: 'LB_OFFLINE' });
  assert.deepEqual(said, []);
});

test('replies of the embedded simulation are in the journal, and not in the cache', async (t) => {
  const { home, session } = await opened(t);
  const first = await reply(session);
  assert.ok(first.length > 0);
  await session.close();
  assert.deepEqual(await readdir(join(home, 'run', 'journal')), ['critic']);
  assert.equal(existsSync(join(home, 'cache')), false);
});

test('a session over stored replies alone makes no call', async (t) => {
  const { session } = await opened(t, {}, await served(t));
  const first = await reply(session);
  const stored = session.storedOnly();
  t.after(() => stored.close());
  assert.equal(stored.mode, 'offline');
  assert.equal(await reply(stored), first);
  await assert.rejects(reply(stored, 'What is 2 + 2?'), { code: 'LB_OFFLINE' });
});

test('a fresh run uses no reply that it did not ask for, and finds its own again', async (t) => {
  const given = await served(t);
  const { home, session } = await opened(t, {}, given);
  await reply(session);
  await session.close();
  const fresh = (id: string) => {
    const one = openSession({
      ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
      ...{ freshRun: id, say: () => {} },
    });
    t.after(() => one.close());
    return one;
  };
  const first = fresh('2026-01-01 a');
  assert.equal(first.freshRun, '2026-01-01 a');
  await reply(first);
  assert.equal(first.counters.total().calls, 1);
  await first.close();
  const resumed = fresh('2026-01-01 a');
  await reply(resumed);
  assert.deepEqual([resumed.counters.total().calls, resumed.counters.total().hits], [0, 1]);
  const next = fresh('2026-01-02 b');
  await reply(next);
  assert.equal(next.counters.total().calls, 1);
});

test('what a journal had to repair is said when it is opened', async (t) => {
  const given = await served(t);
  const { home, session } = await opened(t, {}, given);
  await reply(session);
  await session.close();
  const folder = join(home, 'run', 'journal', 'critic');
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.lbj'));
  const path = join(folder, file!);
  const whole = await readFile(path);
  const repaired = async (bytes: readonly Buffer[]) => {
    await writeFile(path, Buffer.concat(bytes));
    const said: string[] = [];
    const again = openSession({
      ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
      say: (line) => void said.push(line),
    });
    const hear = (event: unknown) => {
      const { type, role, what } = event as { type: string; role: string; what: string };
      if (type === 'journal') said.push(`event: ${role} ${what}`);
    };
    subscribe(endpointChannelName, hear);
    await reply(again);
    unsubscribe(endpointChannelName, hear);
    assert.equal(again.counters.total().calls, 0);
    await again.close();
    return said;
  };
  // The beginning of an entry, and no more of it; then bytes of something else before a whole entry.
  const torn = whole.subarray(24, 68);
  assert.deepEqual(await repaired([whole, torn]), [
    'event: critic torn',
    `journal of critic: cut a torn end of 44 bytes in ${file}`,
  ]);
  const moved = [whole.subarray(0, 24), Buffer.from('something else'), whole.subarray(24)];
  assert.deepEqual(await repaired(moved), [
    'event: critic quarantined',
    `journal of critic: moved a damaged stretch of 14 bytes in ${file}`,
  ]);
  assert.deepEqual(await repaired([whole]), []);
});

test("a job's own settings are defaults: what the user asked for takes precedence", async (t) => {
  const { session, home } = await opened(t, { mode: 'dry' }, {});
  const own = { concurrency: 99, endpoint: { url: 'http://127.0.0.1:9/v1', from: 'spec.json' } };
  const fork = session.fork(own);
  assert.equal(fork.concurrency, 99);
  for (const role of ['critic', 'inject', 'embed', 'logprob'] as const) {
    assert.deepEqual(
      [fork.config.get(`${role}.base_url`)?.value, fork.config.get(`${role}.base_url`)?.origin],
      ['http://127.0.0.1:9/v1', 'spec.json'],
    );
  }
  assert.equal(session.config.get('critic.base_url')?.value, undefined, 'the session keeps its settings');
  assert.equal(session.fork({}).concurrency, session.concurrency);
  const asked = openSession({
    ...{ mode: 'dry', journalFolder: join(home, 'journal'), say: () => {} },
    config: configOf(home, { 'critic.base_url': 'sim', concurrency: '3' }),
  }).fork(own);
  assert.equal(asked.concurrency, 3);
  assert.equal(asked.config.get('critic.base_url')?.value, 'sim');
  assert.equal(asked.config.get('inject.base_url')?.value, 'http://127.0.0.1:9/v1');
});

test('settings with a wrong value are an error before any model is called', async (t) => {
  const home = await temporaryFolder(t);
  const open = (given: Record<string, string>, more: Partial<SessionOptions> = {}) =>
    openSession({ config: configOf(home, given), mode: 'run', journalFolder: home, say: () => {}, ...more });
  assert.throws(() => open({ wait_for_endpoint: 'long' }), { code: 'LB_CONFIG' });
  assert.throws(() => open({ concurrency: '0' }), { code: 'LB_CONFIG' });
  const replies = {} as never;
  assert.throws(() => open({}, { freshRun: 'x', replies }), {
    code: 'LB_USAGE',
    message: /^--fresh: .*--rebuild/,
  });
  open({}, { replies });
  assert.equal(open({}).batches, false);
  assert.equal(open({}, { batchFolder: home }).batches, true);
  assert.deepEqual(open({}).batchClients, []);
  assert.equal(
    openSession({ config: new Map(), mode: 'run', journalFolder: home, say: () => {} }).concurrency,
    10,
    'a configuration that does not say it has the default',
  );
});

test('a session that is closed with a call in flight waits for its reply and keeps it', async (t) => {
  const server = createServer((request, response) => {
    if (request.method === 'POST') server.emit('call', response);
    else response.end('{"data":[{"id":"m"}]}');
  });
  const given = { 'critic.base_url': `${await listening(t, server)}/v1`, 'critic.model': 'm' };
  const { home, session } = await opened(t, {}, given);
  const asked = once(server, 'call');
  const answered = reply(session);
  const [response] = (await asked) as [ServerResponse];
  const closed = session.close();
  response.setHeader('content-type', 'application/json');
  response.end('{"choices":[{"message":{"content":"paid for"},"finish_reason":"stop"}]}');
  assert.equal(await answered, 'paid for');
  await closed;
  const journalFolder = join(home, 'run', 'journal');
  const later = openSession({ config: configOf(home, given), mode: 'offline', journalFolder, say: () => {} });
  t.after(() => later.close());
  assert.equal(await reply(later), 'paid for');
});

test('an endpoint that nothing answers is named with the setting its address is from', async (t) => {
  const failing = async (config: Config) => {
    const endpoints = openEndpoints({
      ...{ journalFolder: join(await temporaryFolder(t), 'journal'), cacheFolder: '/nowhere' },
      ...{ cacheMode: 'off', say: () => {} },
    });
    t.after(() => endpoints.close());
    const endpoint = await endpoints.open({ ...endpointConfig(config, 'critic'), maxRetries: 0 });
    return endpoint.chat(ask('x'), { signal });
  };
  const given = { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm' };
  await assert.rejects(failing(configOf('/h', given)), { message: /\(from --critic\.base_url\): / });
  const bare = new Map(
    [...configOf('/h', given)].map(([name, { value }]) => [name, { value }]),
  ) as unknown as Config;
  await assert.rejects(failing(bare), { message: /\(from default\): / });
});

test('a batch for a server that nobody runs is an error at once, with the setting its address is from', async (t) => {
  const given = { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm' };
  const { session } = await opened(t, { batchFolder: join(await temporaryFolder(t), 'batches') }, given);
  await assert.rejects(reply(session), { code: 'LB_PENDING' });
  const [client] = session.batchClients;
  await assert.rejects(client!.submit(signal), {
    ...{ code: 'LB_ENDPOINT_CONFIG', retry: 'never' },
    message: /\(from --critic\.base_url\): connection refused/,
  });
  await session.close();
});
