// A Redis that keeps only a part of what a run has put on it: it begins to drop keys when it is full, somebody removes
// some, or a master that took over never had them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CoordinatorOptions, runCoordinator } from '../../src/queue/coordinator.ts';
import { runWorker } from '../../src/queue/worker.ts';
import type { QueueDepth } from '../../src/records/queue-depth.ts';
import { askRedis, startRedis, withoutRedis } from '../support/redis.ts';

/** A run of 5 groups that a worker is at, on a Redis of its own. */
async function begun(t: TestContext, more: Partial<CoordinatorOptions> = {}) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const port = Number(new URL(redis.url).port);
  const stop = new AbortController();
  t.after(() => stop.abort());
  const { signal } = stop;
  const printed: string[] = [];
  const have = new Set<string>();
  const left = () =>
    [0, 1, 2, 3, 4].map((group) => ({
      group,
      missing: Array.from({ length: 16 }, (_, call) => call).filter((call) => !have.has(`${group}-${call}`)),
    }));
  const common = { redis: redis.url, run: 'part', board: null };
  const coordinator = runCoordinator({
    ...{ ...common, signal, globalConcurrency: undefined, lookMs: 50, absentMs: 60_000 },
    say: (line) => printed.push(line),
    async *groups() {
      yield* left();
    },
    finish: async (groups) =>
      left().filter(({ group, missing }) => groups.includes(group) && missing.length > 0),
    ...more,
  });
  const worker = runWorker({
    ...{ ...common, absentMs: 60_000, concurrency: 2, lockMs: 1000, signal, abandon: signal, say: () => {} },
    async perform({ group, call }) {
      await sleep(30);
      have.add(`${group}-${call}`);
    },
  });
  worker.catch(() => undefined);
  while (have.size < 6) await sleep(5);
  return { port, printed, have, coordinator, worker };
}

const parts: readonly [what: string, pattern: string][] = [
  ['the list of jobs that wait', '*-call-jobs:wait'],
  ['jobs of calls', '*-call-jobs:????????????-*'],
  ['jobs of groups', '*-groups:????????????-?'],
  ['what groups wait for', '*:dependencies'],
];
for (const [what, pattern] of parts) {
  test(`a run whose Redis has lost ${what} puts what is missing on the queue again`, {
    skip: withoutRedis,
    timeout: 60_000,
  }, async (t) => {
    const { port, printed, have, coordinator, worker } = await begun(t);
    const keys = askRedis(port, 'keys', pattern).split('\n');
    assert.notDeepEqual(keys, ['']);
    askRedis(port, 'del', ...keys);
    await coordinator;
    await worker;
    assert.deepEqual(printed, ['the queue has lost its jobs: what is missing is put on it again']);
    assert.equal(have.size, 80);
  });
}

test('a run whose Redis begins to drop keys ends with what is wrong and the way out', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const seen: QueueDepth[] = [];
  const { port, have, coordinator } = await begun(t, { onLook: (depth) => seen.push(depth) });
  askRedis(port, 'config', 'set', 'maxmemory-policy', 'allkeys-lru');
  await assert.rejects(coordinator, {
    code: 'LB_CONFIG',
    message:
      /drops keys when it is full \(maxmemory-policy allkeys-lru\); set noeviction: .* Run the command again to resume$/,
  });
  assert.ok(have.size < 80);
  const { waiting, active, groups } = seen.at(-1)!;
  assert.deepEqual([waiting, active, groups], [0, 0, 0], 'the queue that it has removed is not told of');
});
