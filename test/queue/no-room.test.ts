// A Redis that takes no more clients: it says so and hangs up, which a client that writes at once may only see as a
// broken connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { examineRedis } from '../../src/queue/check-redis.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { askRedis, type RedisServer, startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const portOf = ({ url }: RedisServer): number => Number(new URL(url).port);

async function serverFor(t: TestContext, clients: number): Promise<RedisServer> {
  const redis = await startRedis(['--maxclients', String(clients)]);
  t.after(() => redis.close());
  return redis;
}

/** Takes places of a server until the test ends. */
async function take(t: TestContext, redis: RedisServer, places: number): Promise<void> {
  for (let place = 0; place < places; place += 1) {
    const client: Socket = connect(portOf(redis), '127.0.0.1');
    t.after(() => client.destroy());
    client.write('PING\r\n');
    await once(client, 'data');
  }
}

test('each command names a Redis that takes no more clients, however its connection broke', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await serverFor(t, 2);
  await take(t, redis, 2);
  const place = `127.0.0.1:${portOf(redis)}`;
  for (let time = 0; time < 10; time += 1) {
    const problem = await examineRedis(redis.url);
    assert.equal(problem?.what, `the Redis at ${place} takes no more clients (maxclients)`);
    assert.match(problem.remedy, /raise maxclients \(in redis\.conf.*or end clients/);
  }
  const home = await temporaryFolder(t);
  await writeFile(join(home, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
  const declared = {
    ...{ name: 'queued', about: 'one critic, on a queue', seed: 1 },
    source: { synthetic: { count: 2, seed: 1 } },
    stages: [{ use: 'critic', with: {} }],
    sinks: [{ file: 'final.jsonl' }],
  };
  await writeFile(join(home, 'queued.json'), JSON.stringify(declared));
  const queued = ['--engine', 'bullmq', '--redis', redis.url, '--endpoint', 'sim'];
  for (const [words, code] of [
    [['worker', home, '--redis', redis.url], 2],
    [['doctor', '--queue', '--redis', redis.url, '--format', 'json'], 1],
    [['run', join(home, 'queued.json'), '--run', join(home, 'run'), ...queued], 2],
    [['pool', 'build', join(home, 'problems.jsonl'), '--pool', join(home, 'pool'), ...queued], 2],
  ] as const) {
    const said = await runHere([...words], { home });
    assert.equal(said.code, code, said.stderr);
    assert.match(said.stdout + said.stderr, /takes no more clients \(maxclients\)/);
  }
});

test('a Redis with fewer connections left than a process opens is told before it is used', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await serverFor(t, 5);
  assert.equal(await examineRedis(redis.url), null);
  await take(t, redis, 1);
  assert.match((await examineRedis(redis.url))?.what ?? '', /takes 4 more clients of the 5 that this needs/);
  assert.equal(await examineRedis(redis.url, 4), null);
});

test('a server that greets with a refusal is named by it', async (t) => {
  const server = createServer((client) => {
    client.on('error', () => {}).end('-DENIED Redis is running in protected mode because …\r\n');
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const problem = await examineRedis(`redis://127.0.0.1:${port}`);
  assert.match(problem?.what ?? '', /takes clients of its own machine only \(protected-mode\)/);
});

test('a worker whose connections are taken away says why it waits, once, and works when there is room', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await serverFor(t, 100);
  const stop = new AbortController();
  const printed: string[] = [];
  const worker = runWorker({
    board: null,
    redis: redis.url,
    run: 'crowded',
    concurrency: 2,
    signal: stop.signal,
    abandon: stop.signal,
    say: (line) => printed.push(line),
    perform: async () => {},
  });
  while (redis.waitingClients() === 0) await sleep(20);
  const holder = connect(portOf(redis), '127.0.0.1');
  t.after(() => holder.destroy());
  holder.write('CONFIG SET maxclients 1\r\n');
  await once(holder, 'data');
  holder.write('CLIENT KILL TYPE normal SKIPME yes\r\n');
  while (printed.length === 0) await sleep(20);
  assert.match(
    printed[0]!,
    /^cannot reach Redis: the Redis at .* takes no more clients \(maxclients\); raise/,
  );
  holder.write('CONFIG SET maxclients 100\r\n');
  await once(holder, 'data');
  while (redis.waitingClients() === 0) await sleep(20);
  stop.abort();
  await worker;
  assert.equal(printed.length, 1, printed.join('\n'));
});

test('a worker continues to look whether its run is done where Redis refuses a look', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await serverFor(t, 100);
  const done = 'latebench-refused:done';
  const printed: string[] = [];
  const given = new AbortController();
  t.after(() => given.abort());
  askRedis(portOf(redis), 'rpush', done, 'of another kind');
  const worker = runWorker({
    board: null,
    redis: redis.url,
    run: 'refused',
    concurrency: 2,
    signal: given.signal,
    abandon: given.signal,
    say: (line) => printed.push(line),
    perform: async () => {},
  });
  const refusals = (): number =>
    Number(/errorstat_WRONGTYPE:count=(\d+)/.exec(askRedis(portOf(redis), 'info', 'errorstats'))?.[1] ?? 0);
  while (refusals() === 0) await sleep(20);
  askRedis(portOf(redis), 'del', done);
  askRedis(portOf(redis), 'set', done, '1');
  assert.equal(await worker, 'over');
  assert.match(printed.join('\n'), /the run is done/);
});
