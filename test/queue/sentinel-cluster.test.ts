// The queue and all that machines keep together, on a master that a Sentinel names, and on a
// cluster, where keys of one script must be in one slot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSharedLimits } from '../../src/executor/queue/coordinate.ts';
import { checkRedis } from '../../src/queue/check-redis.ts';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { openSharedBudget } from '../../src/queue/shared-budget.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { askRedis, startCluster, startWatched, withoutRedis } from '../support/redis.ts';

interface SmallRun {
  readonly made: readonly string[];
  readonly finished: readonly number[];
  readonly printed: readonly string[];
}

/** Three groups of four calls over two workers that put groups together. */
async function smallRun(redis: string): Promise<SmallRun> {
  const made: string[] = [];
  const finished: number[] = [];
  const printed: string[] = [];
  const common = { redis, run: 'small', board: null, say: (line: string) => void printed.push(line) };
  const { signal } = new AbortController();
  const working = Array.from({ length: 2 }, () =>
    runWorker({
      ...common,
      concurrency: 2,
      lockMs: 1000,
      signal,
      abandon: signal,
      perform: async ({ group, call }) => {
        made.push(`${group}-${call}`);
      },
      putTogether: async () => {},
    }),
  );
  await runCoordinator({
    ...common,
    globalConcurrency: 3,
    lookMs: 50,
    puttingTogether: true,
    signal,
    async *groups() {
      for (const group of [0, 1, 2]) yield { group, missing: [0, 1, 2, 3] };
    },
    finish: async (groups) => {
      finished.push(...groups);
      return [];
    },
  });
  await Promise.all(working);
  return { made, finished, printed };
}

const all = [0, 1, 2].flatMap((group) => [0, 1, 2, 3].map((call) => `${group}-${call}`));

function assertWhole({ made, finished }: SmallRun): void {
  assert.deepEqual([...new Set(made)].sort(), all);
  assert.deepEqual([...finished].sort(), [0, 1, 2]);
}

/** A budget and limits of two machines at one address. */
async function assertShared(redis: string): Promise<void> {
  const amount = (tokens: number) => ({ nanoUsd: 0, tokens, unpriced: 1 });
  const kept = { spent: amount(0), reserved: amount(0) };
  const durable = { totals: async () => kept, add: async () => {}, close: async () => {} };
  const first = await openSharedBudget(redis, { name: 'b', durable });
  const second = await openSharedBudget(redis, { name: 'b' });
  const limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: 100 };
  const held = await second.reserve(amount(60), limit);
  assert.ok('id' in held);
  assert.deepEqual(await first.reserve(amount(60), limit), { refused: 'later' });
  await second.end(held.id, amount(40));
  assert.equal((await first.totals()).spent.tokens, 40);
  await Promise.all([first.close(), second.close()]);

  const file = {
    ...{ format: 3, run: 'small', kind: 'pool', endpoint: null, tpm: 6000, rpm: { logprob: 600 } },
    ...{ budget: { folder: null }, allow_degenerate: false, machine: { host: 'here', boot: null } },
  } as unknown as Parameters<typeof openSharedLimits>[1];
  const printed: string[] = [];
  const one = await openSharedLimits(redis, file, (line) => printed.push(line));
  const other = await openSharedLimits(redis, file, (line) => printed.push(line));
  const { signal } = new AbortController();
  await one.tokenRate!.turn(10, signal);
  await other.requestRates!.logprob!.turn(1, signal);
  one.pause!.begin(600_000);
  while (other.pause!.leftMs() <= 0) await sleep(20);
  await Promise.all([one.close(), other.close()]);
  assert.deepEqual(printed, []);
}

test('a run, its budget and its limits work on a cluster', { skip: withoutRedis }, async (t) => {
  const cluster = await startCluster();
  t.after(() => cluster.close());
  await checkRedis(cluster.url);
  const run = await smallRun(cluster.url);
  assertWhole(run);
  assert.equal(run.made.length, 12);
  await assertShared(cluster.url);
  // A node in a cluster refuses keys of several slots in one script or transaction, also where it has all of them.
  const keys = askRedis(cluster.port, 'keys', '*').split('\n');
  const tags = new Set(keys.map((key) => /\{[^}]+\}/.exec(key)?.[0]));
  assert.ok(!tags.has(undefined), keys.join(' '));
});

test('a run, its budget and its limits work on the master that a Sentinel names', {
  skip: withoutRedis,
}, async (t) => {
  const watched = await startWatched({ settings: ['--requirepass', 'sesame'] });
  t.after(() => watched.close());
  const url = watched.url.replace('//', '//:sesame@');
  await checkRedis(url);
  const run = await smallRun(url);
  assertWhole(run);
  assert.equal(run.made.length, 12);
  await assertShared(url);
});
