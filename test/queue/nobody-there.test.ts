// A coordinator whose workers have gone, and a worker whose coordinator has: each says whom it waits for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { takeSeat } from '../../src/queue/seat.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { askRedis, startRedis, withoutRedis } from '../support/redis.ts';

test('who is alone says whom it waits for, once each time', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const [coordinated, worked]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  const { signal } = stop;
  const common = { redis: redis.url, run: 'alone', board: null, absentMs: 200 };
  const seat = () => takeSeat(redis.url, 'alone', { signal: new AbortController().signal, say: () => {} });
  const work = (perform: () => Promise<void>, ended: AbortSignal) =>
    runWorker({
      ...{ ...common, perform, concurrency: 2, say: (line) => worked.push(line) },
      ...{ signal: ended, abandon: ended },
    });
  const first = await seat();
  let finished = 0;
  const connected = new Set<number | undefined>();
  const coordinator = runCoordinator({
    ...{ ...common, signal, globalConcurrency: undefined, lookMs: 50 },
    onLook: (depth) => connected.add(depth.connected),
    say: (line) => coordinated.push(line),
    async *groups() {
      yield { group: 0, missing: [0, 1, 2] };
    },
    async finish() {
      finished += 1;
      return [];
    },
  });
  while (coordinated.length === 0) await sleep(20);
  assert.match(coordinated[0]!, /^no worker takes the calls that are on the queue: start one/);
  const gone = new AbortController();
  const leaving = work(() => sleep(3000), gone.signal);
  await sleep(1500);
  assert.deepEqual([coordinated.length, worked], [1, []]);
  await first.leave();
  while (worked.length === 0) await sleep(20);
  assert.match(worked[0]!, /^no coordinator works on the run; waiting until it is started again$/);
  const second = await seat();
  gone.abort();
  await leaving;
  // Its calls went back to the queue, or to whoever comes.
  while (coordinated.length === 1 && finished === 0) await sleep(20);
  const helping = work(async () => {}, signal);
  await coordinator;
  await Promise.all([second.leave(), helping]);
  assert.ok(connected.has(0) && connected.has(1), 'workers that are connected are counted');
  assert.equal(worked.filter((line) => line.startsWith('no coordinator')).length, 1);
});

test('who is on a Redis that is full says that, and not that the other one is missing', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const port = Number(new URL(redis.url).port);
  const [coordinated, worked]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  const { signal } = stop;
  const seat = await takeSeat(redis.url, 'full', {
    ...{ signal, leaseMs: 1000, say: (line: string) => coordinated.push(line) },
  });
  const worker = runWorker({
    ...{ redis: redis.url, run: 'full', board: null, absentMs: 200, concurrency: 1 },
    ...{ signal, abandon: signal, say: (line) => worked.push(line), perform: async () => {} },
  });
  while (redis.waitingClients() === 0) await sleep(20);
  askRedis(port, 'config', 'set', 'maxmemory', '1');
  while (coordinated.length === 0 || worked.length === 0) await sleep(20);
  for (const [line] of [coordinated, worked])
    assert.match(line!, /is full \(maxmemory\) and takes no more keys; raise/);
  askRedis(port, 'config', 'set', 'maxmemory', '0');
  stop.abort();
  await Promise.all([worker, seat.leave()]);
  assert.deepEqual([coordinated.length, worked.length], [1, 1]);
});

test('who meets Redis again after an outage does not miss the other one before that one can be there', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const [coordinated, worked]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  t.after(() => stop.abort());
  const { signal } = stop;
  const common = { redis: redis.url, run: 'outage', board: null };
  const take = () => takeSeat(redis.url, 'outage', { signal, say: () => {} });
  const first = await take();
  const coordinator = runCoordinator({
    ...{ ...common, signal, globalConcurrency: undefined, lookMs: 50, absentMs: 4000 },
    say: (line) => coordinated.push(line),
    async *groups() {
      yield { group: 0, missing: Array.from({ length: 40 }, (_, at) => at) };
    },
    finish: async () => [],
  });
  let made = 0;
  const worker = runWorker({
    ...{ ...common, concurrency: 1, signal, abandon: signal, say: (line) => worked.push(line) },
    async perform() {
      made += 1;
      await sleep(made < 5 ? 50 : 200);
    },
  });
  while (made < 5) await sleep(20);
  await redis.stop();
  // Its coordinator comes back later than the worker.
  await first.leave();
  await sleep(8000);
  await redis.start();
  await sleep(2000);
  const second = await take();
  await coordinator;
  await Promise.all([worker, second.leave()]);
  for (const lines of [coordinated, worked])
    assert.deepEqual(
      lines.filter((line) => /^no (coordinator|worker)/.test(line)),
      [],
    );
});
