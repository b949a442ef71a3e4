// A worker and a coordinator whose Redis is away: when they are told to stop, and when one starts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { runWorker } from '../../src/queue/worker.ts';
import type { QueueDepth } from '../../src/records/queue-depth.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';

test('a worker that is told to stop while Redis is away ends, and leaves nothing that keeps its process', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const stop = new AbortController();
  const printed: string[] = [];
  const worker = runWorker({
    board: null,
    redis: redis.url,
    run: 'ending',
    concurrency: 2,
    signal: stop.signal,
    abandon: stop.signal,
    say: (line) => printed.push(line),
    perform: async () => {},
    putTogether: async () => {},
  });
  while (redis.waitingClients() === 0) await sleep(20);
  await redis.stop();
  while (printed.length === 0) await sleep(20);
  stop.abort();
  await worker;
  assert.equal(printed.length, 1, 'said once that Redis is away');
});

test('a coordinator that is told to stop while Redis is away ends', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const stop = new AbortController();
  const seen: QueueDepth[] = [];
  const printed: string[] = [];
  const coordinator = runCoordinator({
    board: null,
    redis: redis.url,
    run: 'ending',
    globalConcurrency: undefined,
    lookMs: 50,
    signal: stop.signal,
    say: (line) => printed.push(line),
    onLook: (depth) => seen.push(depth),
    async *groups() {
      yield { group: 0, missing: [0, 1, 2] };
    },
    finish: async () => [],
  });
  while (seen.at(-1)?.waiting !== 3) await sleep(20);
  await redis.stop();
  while (printed.length === 0) await sleep(20);
  stop.abort();
  await coordinator;
});

test('a worker that loses Redis while it starts works as soon as it is back', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const stop = new AbortController();
  const seen: QueueDepth[] = [];
  const common = { redis: redis.url, run: 'starting', say: () => {} };
  const coordinator = runCoordinator({
    board: null,
    ...common,
    globalConcurrency: undefined,
    lookMs: 50,
    signal: new AbortController().signal,
    onLook: (depth) => seen.push(depth),
    async *groups() {
      yield { group: 0, missing: [0, 1, 2] };
    },
    finish: async () => [],
  });
  while (seen.at(-1)?.waiting !== 3) await sleep(20);
  const done = new Set<number>();
  const worker = runWorker({
    board: null,
    ...common,
    concurrency: 2,
    signal: stop.signal,
    abandon: stop.signal,
    perform: async ({ call }) => void done.add(call),
  });
  await redis.stop();
  await redis.start();
  await coordinator;
  assert.deepEqual([...done].sort(), [0, 1, 2]);
  stop.abort();
  await worker;
});

/** A worker or a coordinator on a run of its own that has something to do. */
function startWork(
  who: 'coordinator' | 'worker',
  redis: string,
  { signal, say, onLook }: { signal: AbortSignal; say: (line: string) => void; onLook?: () => void },
): Promise<unknown> {
  const common = { board: null, redis, run: 'silent', signal, say };
  if (who === 'worker')
    return runWorker({
      ...{ ...common, concurrency: 2, abandon: signal },
      perform: async () => {},
      putTogether: async () => {},
    });
  return runCoordinator({
    ...{ ...common, globalConcurrency: undefined, lookMs: 50, onLook },
    async *groups() {
      yield { group: 0, missing: [0, 1, 2] };
    },
    finish: async () => [],
  });
}

describe('a Redis that gives no answer any more', { concurrency: 2, skip: withoutRedis }, () => {
  for (const who of ['coordinator', 'worker'] as const) {
    test(`a ${who} says so, and ends when it is told to`, async (t) => {
      const redis = await startRedis();
      t.after(() => redis.close());
      const stop = new AbortController();
      const printed: string[] = [];
      let looked = false;
      const work = startWork(who, redis.url, {
        ...{ signal: stop.signal, say: (line) => void printed.push(line) },
        onLook: () => {
          looked = true;
        },
      });
      while (who === 'worker' ? redis.waitingClients() === 0 : !looked) await sleep(20);
      redis.pause();
      while (!printed.some((line) => line.includes('gives no answer'))) await sleep(20);
      const [said] = printed.filter((line) => line.includes('gives no answer'));
      assert.match(
        said!,
        /^cannot reach Redis: the server at .* gives no answer within 5 s; .*; trying again$/,
      );
      stop.abort();
      await work;
    });
  }

  for (const [who, what] of [
    ['coordinator', 'held up'],
    ['worker', 'held up'],
    ['worker', 'away'],
  ] as const) {
    test(`a ${who} that begins while it is ${what} ends when it is told to`, {
      timeout: 30_000,
    }, async (t) => {
      const redis = await startRedis();
      t.after(() => redis.close());
      if (what === 'away') await redis.stop();
      else redis.pause();
      const stop = new AbortController();
      const work = startWork(who, redis.url, { signal: stop.signal, say: () => {} });
      await sleep(1000);
      stop.abort();
      await work;
    });
  }
});
