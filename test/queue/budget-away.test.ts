// The budget of machines while its Redis is away: whoever waits for room is told why and can leave, and nothing that was
// spent is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../src/endpoints/budget/budget.ts';
import { pricesWith } from '../../src/endpoints/budget/price-table.ts';
import { openSharedBudget } from '../../src/queue/shared-budget.ts';
import { tellWhenLost } from '../../src/queue/tell-lost.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';

const call = { model: 'm', promptTokens: 10, maxCompletionTokens: 90 };
const nothing = { nanoUsd: 0, tokens: 0, unpriced: 0 };

test('whoever waits for room is told that Redis is away, and can leave', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const printed: string[] = [];
  let noted = 0;
  const store = await openSharedBudget(redis.url, {
    name: 'b',
    durable: {
      totals: async () => ({ spent: nothing, reserved: nothing }),
      add: async ({ tokens }) => {
        noted += tokens;
      },
      close: async () => undefined,
    },
    say: (line) => printed.push(line),
  });
  t.after(() => store.close());
  const budget = await openBudget({ tokens: 1_000, prices: pricesWith(undefined), store });
  const first = await budget.reserveWhenFree(call);
  await redis.stop();
  const leaving = new AbortController();
  const waiting = budget.reserveWhenFree(call, leaving.signal);
  while (printed.length === 0) await sleep(20);
  assert.match(printed[0]!, /^cannot reach Redis: no Redis at .*; trying again$/);
  leaving.abort();
  await assert.rejects(waiting, { code: 'LB_ABORTED' });
  await first.settle({ promptTokens: 10, completionTokens: 20 });
  assert.equal((await budget.totals()).reservedTokens, 100, 'as last heard of');
  await budget.close();
  assert.equal(noted, 30, 'what Redis was not told is noted where it outlasts it');
  assert.equal(printed.length, 1);
});

test('room that comes when nobody waits for it any more is given back', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const store = await openSharedBudget(redis.url, {
    name: 'b',
    durable: {
      totals: async () => ({ spent: nothing, reserved: nothing }),
      add: async () => {},
      close: async () => {},
    },
  });
  t.after(() => store.close());
  const budget = await openBudget({ tokens: 1_000, prices: pricesWith(undefined), store });
  await redis.stop();
  const leaving = new AbortController();
  const waiting = budget.reserveWhenFree(call, leaving.signal);
  leaving.abort();
  await assert.rejects(waiting, { code: 'LB_ABORTED' });
  await redis.start();
  // The count is begun again by now, and what asked before has been answered.
  const room = await budget.reserveWhenFree({ ...call, maxCompletionTokens: 990 });
  assert.equal((await budget.totals()).reservedTokens, 1_000);
  await room.cancel();
});

test('a Redis that lets nobody in any longer is not waited for without end', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const printed: string[] = [];
  const store = await openSharedBudget(redis.url, {
    name: 'b',
    say: (line) => printed.push(line),
    patienceMs: 300,
  });
  t.after(() => store.close());
  await redis.stop();
  await redis.start(['--requirepass', 'other']);
  const budget = await openBudget({ tokens: 1_000, prices: pricesWith(undefined), store });
  await assert.rejects(budget.reserveWhenFree(call), {
    code: 'LB_CONFIG',
    message: /requires a password; .* It was tried for 1 s: run the command again to resume$/,
  });
  assert.match(printed.at(-1)!, /requires a password; .*; trying again for 1 s$/);
});

test('a budget leaves it to the run to say that their Redis is away', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const printed: string[] = [];
  const patience = { giveUp: () => assert.fail('it is only away') };
  const first = tellWhenLost(redis.url, (line) => printed.push(`first ${line}`), patience);
  const store = await openSharedBudget(redis.url, {
    name: 'b',
    say: (line) => printed.push(`budget ${line}`),
  });
  t.after(() => store.close());
  await store.totals();
  await redis.stop();
  while (printed.length === 0) await sleep(20);
  await sleep(500);
  first.end();
  assert.deepEqual(
    printed.map((line) => line.split(' ')[0]),
    ['first'],
  );
  await redis.start();
  await store.totals();
  await redis.stop();
  while (printed.length === 1) await sleep(20);
  assert.match(printed[1]!, /^budget cannot reach Redis/, 'the other one, when that has ended');
});
