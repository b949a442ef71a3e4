// One budget over machines, on a real redis-server: never exceeded, whoever dies, wakes late, or loses the count.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSharedBudget, type SharedBudgetOptions } from '../../src/queue/shared-budget.ts';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';

const tokens = (count: number) => ({ nanoUsd: 0, tokens: count, unpriced: 1 });
const limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: 10_000 };

async function machines(t: TestContext) {
  const redis = await startRedis();
  const opened: { close(): Promise<void> }[] = [];
  t.after(async () => {
    for (const machine of opened) await machine.close();
    await redis.close();
  });
  const kept = { spent: tokens(0), reserved: tokens(0) };
  const durable: SharedBudgetOptions['durable'] = {
    totals: async () => kept,
    async add({ tokens: more }) {
      kept.spent = tokens(kept.spent.tokens + more);
    },
    close: async () => undefined,
  };
  const open = async (options: Partial<SharedBudgetOptions> = {}) => {
    const machine = await openSharedBudget(redis.url, { name: 'b', ...options });
    opened.push(machine);
    return machine;
  };
  return { redis, kept, open, coordinator: await open({ durable }) };
}

test('a budget of 500 calls over three machines is not exceeded, though they are killed', {
  skip: withoutRedis,
}, async (t) => {
  const { redis, coordinator } = await machines(t);
  const script = await compiledScript(new URL('../support/budget-machine.ts', import.meta.url), {
    bundled: true,
  });
  const random = mulberry32(3);
  const max = 5_000;
  let billed = 0;
  let calls = 0;
  /** Killed at some call of its own, and started again, so many times. */
  const machine = async (seed: number, kills: number): Promise<void> => {
    const child = fork(script, [redis.url, `${seed}`, '1000', `${max}`], { execArgv: [] });
    t.after(() => child.kill('SIGKILL'));
    let left = kills === 0 ? Number.POSITIVE_INFINITY : randomInt(random, 20, 60);
    child.on('message', (cost: number) => {
      billed += cost;
      calls += 1;
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    await once(child, 'close');
    if (kills > 0) await machine(seed + 10, kills - 1);
  };
  await Promise.all([machine(1, 1), machine(2, 1), machine(3, 1)]);
  const { spent } = await coordinator.totals();
  assert.ok(billed <= max, `${billed} billed`);
  assert.ok(spent.tokens <= max && spent.tokens >= billed, `${spent.tokens} counted, ${billed} billed`);
  // Three kills of eight calls, each counted at its worst case, and the last call that no longer fits.
  assert.ok(billed >= max - 4 * 8 * 10, `${billed} billed in ${calls} calls`);
});

test('a machine that wakes after its lease replaces what was counted for it', {
  skip: withoutRedis,
}, async (t) => {
  const { open, coordinator } = await machines(t);
  // It is not heard of again before a quarter of an hour, and its lease is over at once.
  const sleeper = await open({ leaseMs: 1, beatMs: 900_000 });
  const held = await sleeper.reserve(tokens(10), limit);
  assert.ok('id' in held);
  while ((await coordinator.totals()).spent.tokens === 0) await sleep(20);
  assert.equal((await coordinator.totals()).spent.tokens, 10, 'counted in full while nobody knows');
  await sleeper.end(held.id, tokens(4));
  const { spent, reserved } = await coordinator.totals();
  assert.deepEqual([spent.tokens, reserved.tokens], [4, 0]);
});

test('a count that Redis has lost begins again from what the coordinator has written down', {
  skip: withoutRedis,
}, async (t) => {
  const { redis, kept, open, coordinator } = await machines(t);
  const machine = await open();
  const first = await machine.reserve(tokens(9_000), limit);
  const second = await machine.reserve(tokens(500), limit);
  assert.ok('id' in first && 'id' in second);
  await machine.end(first.id, tokens(8_000));
  while (kept.spent.tokens !== 8_000) await sleep(20);
  redis.flush();
  // Not lost either, though there may be no count just now.
  await machine.end(second.id, tokens(400));
  for (;;) {
    const { spent } = await coordinator.totals();
    if (spent.tokens >= 8_000) break;
    await sleep(20);
  }
  assert.deepEqual(await machine.reserve(tokens(1_700), limit), { refused: 'never' });
  assert.equal((await coordinator.totals()).spent.tokens, 8_400);
  assert.ok('id' in (await machine.reserve(tokens(1_600), limit)));
});

test('what machines have under way keeps its room in a count that was lost', {
  skip: withoutRedis,
}, async (t) => {
  const { redis, open, coordinator } = await machines(t);
  const [quiet, asking] = [await open(), await open()];
  const first = await quiet.reserve(tokens(6_000), limit);
  const second = await quiet.reserve(tokens(1_000), limit);
  const third = await asking.reserve(tokens(1_000), limit);
  assert.ok('id' in first && 'id' in second && 'id' in third);
  const reserved = async () => (await coordinator.totals()).reserved.tokens;
  // The coordinator looks once a second.
  await sleep(1500);
  for (let times = 0; times < 2; times += 1) {
    redis.flush();
    while ((await reserved()) === 0) await sleep(20);
    assert.equal(await reserved(), 8_000, 'held, or reserved again');
    // The other machine is not heard of meanwhile.
    assert.deepEqual(await asking.reserve(tokens(2_001), limit), { refused: 'later' });
    assert.equal(await reserved(), 8_000);
    await sleep(1500);
  }
  await quiet.end(first.id, tokens(500));
  assert.equal(await reserved(), 2_000);
  // What was settled since the coordinator looked is not lost either, and counts once.
  redis.flush();
  assert.deepEqual(await quiet.reserve(tokens(1), limit), { refused: 'later' });
  while ((await reserved()) === 0) await sleep(20);
  assert.ok('id' in (await quiet.reserve(tokens(1), limit)));
  assert.equal((await coordinator.totals()).spent.tokens, 500);
  assert.equal(await reserved(), 2_001);
  const more = await asking.reserve(tokens(7_400), limit);
  assert.ok('id' in more);
  await asking.end(more.id, tokens(1));
  await quiet.end(second.id, tokens(1));
  await asking.end(third.id, tokens(1));
  const { spent, reserved: left } = await coordinator.totals();
  assert.deepEqual([spent.tokens, left.tokens], [503, 1]);
});
