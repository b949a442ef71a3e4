// A Redis that asks for a password, or another one, while a run is on it: everybody says so, waits, and works again when
// the old one is accepted.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { connectRedis, leaveRedis } from '../../src/queue/redis.ts';
import { takeSeat } from '../../src/queue/seat.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { askRedis, startRedis, withoutRedis } from '../support/redis.ts';

/** From now on nobody without it is let in, also those that were. */
function lock(port: number, password: string, known: readonly string[] = []): void {
  askRedis(port, ...known, 'config', 'set', 'requirepass', password);
  askRedis(port, '-a', password, 'client', 'kill', 'type', 'normal');
}

function unlock(port: number, password: string, to = ''): void {
  askRedis(port, '-a', password, 'config', 'set', 'requirepass', to);
}

/** A worker on a Redis of its own, with what it says; it is not to end by itself. */
async function lonelyWorker(t: TestContext, more: Partial<Parameters<typeof runWorker>[0]> = {}) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const worked: string[] = [];
  const stop = new AbortController();
  t.after(() => stop.abort());
  const port = Number(new URL(redis.url).port);
  const start = () =>
    runWorker({
      ...{ redis: redis.url, run: 'lonely', board: null, absentMs: 60_000, concurrency: 1 },
      ...{ signal: stop.signal, abandon: stop.signal, say: (line) => worked.push(line) },
      perform: async () => {},
      ...more,
    });
  return { redis, port, worked, stop, start };
}

const asks =
  /^cannot reach Redis: the Redis at .* requires a password; put USER:PASSWORD@ .*; trying again for 10 min$/;

test('a coordinator and a worker whose Redis asks for a password say it and continue when it asks for none', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const port = Number(new URL(redis.url).port);
  const [coordinated, worked]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  t.after(() => stop.abort());
  const { signal } = stop;
  const common = { redis: redis.url, run: 'locked', board: null };
  const seat = await takeSeat(redis.url, 'locked', {
    ...{ signal, leaseMs: 1000, say: (line: string) => coordinated.push(line) },
  });
  const coordinator = runCoordinator({
    ...{ ...common, signal, globalConcurrency: undefined, lookMs: 50, absentMs: 60_000, seat },
    say: (line) => coordinated.push(line),
    async *groups() {
      yield { group: 0, missing: Array.from({ length: 20 }, (_, at) => at) };
    },
    finish: async () => [],
  });
  const made: number[] = [];
  const worker = runWorker({
    ...{ ...common, absentMs: 60_000, concurrency: 1, signal, abandon: signal },
    say: (line) => worked.push(line),
    async perform({ call }) {
      made.push(call);
      await sleep(20);
    },
  });
  while (made.length < 3) await sleep(5);
  lock(port, 'two');
  while (coordinated.length === 0 || worked.length === 0) await sleep(20);
  // Each connection has tried several times.
  await sleep(3000);
  unlock(port, 'two');
  await coordinator;
  await worker;
  await seat.leave();
  for (const lines of [coordinated, worked]) assert.match(lines[0]!, asks);
  assert.deepEqual(
    [coordinated.length, worked.slice(1)],
    [1, ['the run is done (--stay waits until it is begun again)']],
  );
  assert.deepEqual(new Set(made).size, 20);
});

test('that a Redis which was away asks for a password now is said too', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const { redis, port, worked, stop, start } = await lonelyWorker(t);
  const worker = start();
  while (redis.waitingClients() === 0) await sleep(20);
  // A server that is just ending may still be reached: what is wrong is then said at the next try.
  const said = () => worked.filter((line) => !/^cannot reach Redis \(/.test(line));
  await redis.stop();
  while (said().length === 0) await sleep(20);
  await sleep(1000);
  await redis.start(['--requirepass', 'two']);
  while (said().length < 2) await sleep(20);
  await sleep(1000);
  unlock(port, 'two');
  while (redis.waitingClients() === 0) await sleep(20);
  lock(port, 'three');
  while (said().length < 3) await sleep(20);
  stop.abort();
  await worker;
  assert.match(said()[0]!, /^cannot reach Redis: no Redis at .*; trying again$/);
  assert.match(said()[1]!, asks);
  assert.match(said()[2]!, asks);
  assert.equal(said().length, 3);
});

test('a worker whose Redis asks for a password while it opens its queues waits quietly', {
  skip: withoutRedis,
  timeout: 90_000,
}, async (t) => {
  const { redis, port, worked, stop, start } = await lonelyWorker(t, {
    putTogether: async () => {},
    async met() {
      lock(port, 'two');
      return true;
    },
  });
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  const worker = start();
  while (worked.length === 0) await sleep(20);
  await sleep(12_000);
  unlock(port, 'two');
  while (redis.waitingClients() < 2) await sleep(20);
  stop.abort();
  await worker;
  assert.deepEqual(warnings, []);
  assert.equal(worked.length, 1);
  assert.match(worked[0]!, asks);
});

test('what had no answer yet when nobody was let in any longer fails with its connection', {
  skip: withoutRedis,
  timeout: 20_000,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const port = Number(new URL(redis.url).port);
  const connection = await connectRedis(redis.url);
  let refused = 0;
  connection.on('error', () => {
    refused += 1;
  });
  const waiting = connection.blpop('nothing', 0);
  const closed = assert.rejects(waiting, /Connection is closed/);
  while (redis.waitingClients() === 0) await sleep(20);
  lock(port, 'two');
  while (refused === 0) await sleep(20);
  await leaveRedis(connection);
  await closed;
});

test('who is let in no more for too long ends with what is wrong and the way out', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  let begun = 0;
  const { redis, port, worked, stop, start } = await lonelyWorker(t, {
    patienceMs: 1500,
    async perform(_, signal) {
      begun += 1;
      await sleep(3000, undefined, { signal });
    },
  });
  const coordinated: string[] = [];
  const coordinator = runCoordinator({
    ...{ redis: redis.url, run: 'lonely', board: null, globalConcurrency: undefined, lookMs: 50 },
    ...{ signal: stop.signal, patienceMs: 1500, say: (line: string) => coordinated.push(line) },
    async *groups() {
      yield { group: 0, missing: [0, 1, 2] };
    },
    finish: async () => [],
  });
  const idle = start();
  while (begun === 0) await sleep(20);
  lock(port, 'two');
  const began = performance.now();
  const ended =
    /requires a password; put USER:PASSWORD@ .* It was tried for 2 s: run the command again to resume$/;
  // Either may be the first to end.
  await Promise.all([
    assert.rejects(coordinator, { code: 'LB_CONFIG', message: ended }).then(() => {
      assert.ok(performance.now() - began < 15_000);
    }),
    assert.rejects(idle, { code: 'LB_CONFIG', message: ended }),
  ]);
  assert.match(coordinated[0]!, /trying again for 2 s$/);
  assert.match(worked[0]!, /trying again for 2 s$/);
});

test('a worker that is forbidden what a queue needs says so, and ends when that stays so', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const { redis, port, worked, start } = await lonelyWorker(t, { patienceMs: 1500 });
  const worker = start();
  while (redis.waitingClients() === 0) await sleep(20);
  askRedis(port, 'acl', 'setuser', 'default', '-@all', '+ping', '+info', '+client');
  await assert.rejects(worker, {
    code: 'LB_CONFIG',
    message: /NOPERM.* give this user all commands and keys/,
  });
  assert.match(worked[0]!, /lacks permissions that a queue needs: NOPERM.*; trying again for 2 s$/);
  assert.equal(worked.length, 1);
});
