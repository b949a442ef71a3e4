// Calls whose replies do not arrive: few are paid for again until it is known that the storage keeps them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLateBenchError } from '../../src/errors.ts';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';

/** A run of thirty calls whose storage keeps a reply from the call with that number on, counted from 1. */
async function runOn(redis: string, run: string, keepsFrom: number) {
  const stop = new AbortController();
  const { signal } = stop;
  const said: string[] = [];
  const made: number[] = [];
  const kept = new Set<number>();
  const all = Array.from({ length: 30 }, (_, at) => at);
  const common = { redis, run, board: null };
  const worker = runWorker({
    ...{ ...common, concurrency: 4, signal, abandon: signal, say: () => {} },
    async perform({ call }) {
      made.push(call);
      await sleep(5);
      if (made.length >= keepsFrom) kept.add(call);
    },
  });
  const ended = await runCoordinator({
    ...{ ...common, signal, globalConcurrency: undefined, lookMs: 50, settleMs: 100 },
    say: (line) => said.push(line),
    async *groups() {
      yield { group: 0, missing: all };
    },
    async finish(groups) {
      const missing = all.filter((call) => !kept.has(call));
      return missing.length === 0 ? [] : groups.map((group) => ({ group, missing }));
    },
  }).catch((error: unknown) => error);
  stop.abort();
  await worker;
  return { ended, said, made: made.length };
}

test('a storage that keeps nothing is paid for twice more, not for all calls again', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const { ended, said, made } = await runOn(redis.url, 'void', Number.POSITIVE_INFINITY);
  assert.equal(made, 30 + 2);
  assert.ok(isLateBenchError(ended) && ended.code === 'LB_STORE');
  assert.match(
    ended.message,
    /^30 calls that workers have made left no reply in the storage, and neither did one of them that was made 2 times more; check/,
  );
  assert.equal(said.length, 2);
  assert.match(
    said[0]!,
    /: one of them is on the queue again, .*; the others follow when its reply arrives$/,
  );
});

test('once the reply of one has arrived the others are made again', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const { ended, made } = await runOn(redis.url, 'mended', 32);
  assert.equal(ended, undefined);
  assert.equal(made, 30 + 1 + 30);
});
