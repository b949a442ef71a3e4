import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Amount, amountOf } from '../../../src/endpoints/budget/amount.ts';
import { type Budget, openBudget, type Reservation } from '../../../src/endpoints/budget/budget.ts';
import { createLocalBudgetStore } from '../../../src/endpoints/budget/local-budget-store.ts';
import { listPrices } from '../../../src/endpoints/budget/price-table.ts';
import { exitCodeOf, isLateBenchError } from '../../../src/errors.ts';

const prices = { models: {}, override: { in: 1, out: 10 } };
const call = { model: 'm', promptTokens: 1_000, maxCompletionTokens: 100 };
/** 1,000 x 1 + 100 x 10 USD for a million tokens. */
const worstUsd = 0.002;

test('a call is reserved at its worst case and settled by what it came to', async () => {
  const budget = await openBudget({ usd: 1, prices });
  const reservation = await budget.reserve(call);
  assert.deepEqual(await budget.totals(), {
    spentUsd: 0,
    reservedUsd: worstUsd,
    spentTokens: 0,
    reservedTokens: 1_100,
  });
  assert.equal(await reservation.settle({ promptTokens: 900, completionTokens: 10 }), 0.001);
  await reservation.cancel();
  await reservation.settle(null);
  assert.deepEqual(await budget.totals(), {
    spentUsd: 0.001,
    reservedUsd: 0,
    spentTokens: 910,
    reservedTokens: 0,
  });
});

test('a usage that the server left out counts as the worst case, a cancelled call as nothing', async () => {
  const budget = await openBudget({ usd: 1, prices });
  assert.equal(await (await budget.reserve(call)).settle(null), worstUsd);
  await (await budget.reserve(call)).cancel();
  assert.deepEqual(await budget.totals(), {
    spentUsd: worstUsd,
    reservedUsd: 0,
    spentTokens: 1_100,
    reservedTokens: 0,
  });
});

test('what does not fit is LB_BUDGET and exit code 4, with the numbers and the option', async () => {
  for (const [limits, option] of [
    [{ usd: 0.003 }, /^--budget-usd: .*0\.0020 USD.*of 0\.0030 USD.*raise it/],
    [{ tokens: 2_000 }, /^--budget-tokens: .*1100.*of 2000 tokens.*raise it/],
  ] as const) {
    const budget = await openBudget({ ...limits, prices });
    const first = await budget.reserve(call);
    const error: unknown = await budget.reserve(call).catch((reason) => reason);
    assert.ok(isLateBenchError(error) && error.code === 'LB_BUDGET');
    assert.match(error.message, option);
    assert.equal(exitCodeOf(error), 4);
    await first.cancel();
    await budget.reserve(call);
  }
});

test('a budget that is just enough is enough, in exact numbers', async () => {
  const budget = await openBudget({ usd: 0.3, prices: { models: {}, override: { in: 0.1, out: 0.2 } } });
  const cheap = { model: 'm', promptTokens: 500_000, maxCompletionTokens: 250_000 };
  for (let turn = 0; turn < 3; turn += 1) {
    await (await budget.reserve(cheap)).settle({ promptTokens: 500_000, completionTokens: 250_000 });
  }
  assert.equal((await budget.totals()).spentUsd, 0.3);
  await assert.rejects(budget.reserve({ ...cheap, promptTokens: 1, maxCompletionTokens: 0 }), {
    code: 'LB_BUDGET',
  });
});

test('an unknown price is an error with a budget in USD, and an unknown cost without one', async () => {
  const inUsd = await openBudget({ usd: 1, prices: listPrices });
  await assert.rejects(inUsd.reserve(call), { code: 'LB_CONFIG', message: /--price/ });
  const inTokens = await openBudget({ tokens: 10_000, prices: listPrices });
  assert.equal(await (await inTokens.reserve(call)).settle(null), null);
  assert.equal((await inTokens.totals()).spentUsd, null, 'never a silent 0');
  const simulated = await openBudget({ usd: 0, prices: listPrices });
  await simulated.reserve({ ...call, model: 'latebench-sim/critic' });
});

test('one that waits continues when a call comes cheaper than reserved', async () => {
  const budget = await openBudget({ usd: 0.003, prices });
  const first = await budget.reserve(call);
  const waiting = budget.reserveWhenFree(call);
  await first.settle({ promptTokens: 900, completionTokens: 10 });
  await (await waiting).settle(null);
  await assert.rejects(budget.reserveWhenFree(call), { code: 'LB_BUDGET' }, 'nothing is under way any more');
});

test('waiting ends when it is given up, and when it is in vain', async () => {
  const budget = await openBudget({ usd: 0.003, prices });
  const first = await budget.reserve(call);
  const controller = new AbortController();
  const given = budget.reserveWhenFree(call, controller.signal);
  const vain = budget.reserveWhenFree(call);
  controller.abort();
  await assert.rejects(given, { code: 'LB_ABORTED' });
  const refused = assert.rejects(vain, { code: 'LB_BUDGET' });
  await first.settle(null);
  await refused;
});

test('who waits for room is given up as soon as it is told to, and leaves nothing behind', {
  timeout: 10_000,
}, async (t) => {
  // No look comes by itself.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const budget = await openBudget({ usd: 0.003, prices });
  const first = await budget.reserve(call);
  const controller = new AbortController();
  const waiting = budget.reserveWhenFree(call, controller.signal);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await assert.rejects(waiting, { code: 'LB_ABORTED' });
  await first.cancel();
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
  assert.equal((await budget.totals()).reservedTokens, 0);
});

for (const when of ['before it asks', 'while it asks'] as const)
  test(`who is given up ${when} does not wait for the store, and room that comes later is given back`, {
    timeout: 10_000,
  }, async () => {
    const local = createLocalBudgetStore();
    let answer = (): void => {};
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const store = {
      ...local,
      reserve: (...asked: Parameters<typeof local.reserve>) => answers.then(() => local.reserve(...asked)),
    };
    const budget = await openBudget({ usd: 1, prices, store });
    const controller = new AbortController();
    if (when === 'before it asks') controller.abort();
    const waiting = budget.reserveWhenFree(call, controller.signal);
    if (when === 'while it asks') {
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
    }
    await assert.rejects(waiting, { code: 'LB_ABORTED' });
    assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
    answer();
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await budget.totals()).reservedTokens, 0);
    const after = await budget.reserve(call);
    assert.equal((await budget.totals()).reservedTokens, 1_100, 'it counts again');
    await after.cancel();
  });

test('a call that took more than it may have is counted in full, and ends the spending', async () => {
  const budget = await openBudget({ usd: 0.004, prices });
  await (await budget.reserve(call)).settle({ promptTokens: 1_000, completionTokens: 400 });
  assert.equal((await budget.totals()).spentUsd, 0.005);
  await assert.rejects(budget.reserve({ ...call, promptTokens: 0, maxCompletionTokens: 0 }), {
    code: 'LB_BUDGET',
  });
});

test('limits and counts that are no numbers are refused', async () => {
  for (const limits of [{ usd: -1 }, { usd: Number.NaN }, { tokens: Number.POSITIVE_INFINITY }]) {
    await assert.rejects(openBudget({ ...limits, prices }), { code: 'LB_USAGE', message: /--budget-/ });
  }
  const budget = await openBudget({ usd: 1, prices });
  await assert.rejects(budget.reserve({ ...call, promptTokens: Number.NaN }), { code: 'LB_INTERNAL' });
});

const step = fc.record({
  promptTokens: fc.nat(2_000),
  maxCompletionTokens: fc.nat(2_000),
  usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom('settle', 'cancel', 'unknown', 'leave'),
  wait: fc.boolean(),
});

async function totalOf(budget: Budget): Promise<{ usd: number; tokens: number }> {
  const { spentUsd, reservedUsd, spentTokens, reservedTokens } = await budget.totals();
  assert.ok(spentUsd !== null && reservedUsd !== null);
  return { usd: Math.round((spentUsd + reservedUsd) * 1e9), tokens: spentTokens + reservedTokens };
}

test('spent and reserved never pass the limit, whatever is interleaved with what', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.scheduler(),
      async (steps, microUsd, scheduler) => {
        const limitUsd = microUsd / 1e6;
        const budget = await openBudget({ usd: limitUsd, tokens: 15_000, prices });
        const check = async (): Promise<void> => {
          const { usd, tokens } = await totalOf(budget);
          assert.ok(usd <= microUsd * 1_000 && tokens <= 15_000, `${usd} ${tokens}`);
        };
        const live = async ({ usedShare, end, wait, ...asked }: (typeof steps)[number]): Promise<void> => {
          let reservation: Reservation;
          try {
            reservation = await budget.reserve({ model: 'm', ...asked });
          } catch (error) {
            assert.ok(isLateBenchError(error) && error.code === 'LB_BUDGET');
            return;
          }
          await check();
          if (wait) await scheduler.schedule(Promise.resolve());
          const used = (count: number): number => Math.floor(count * usedShare);
          if (end === 'cancel') await reservation.cancel();
          if (end === 'unknown') await reservation.settle(null);
          if (end === 'settle') {
            await reservation.settle({
              promptTokens: used(asked.promptTokens),
              completionTokens: used(asked.maxCompletionTokens),
            });
          }
          await check();
        };
        const all = steps.map((each) => scheduler.schedule(Promise.resolve()).then(() => live(each)));
        await scheduler.waitFor(Promise.all(all));
        await budget.close();
        assert.equal((await budget.totals()).reservedTokens, 0);
      },
    ),
    { numRuns: 60 },
  );
});

test('an amount is never below what the tokens cost, and not a unit above it', () => {
  fc.assert(
    fc.property(
      fc.nat(200_000),
      fc.nat(200_000),
      fc.nat(999_999),
      fc.nat(999_999),
      (prompt, completion, a, b) => {
        // Prices with four places, as whole numbers: a ten-thousandth of a dollar for a million tokens is a tenth of a unit.
        const tenths = BigInt(prompt) * BigInt(a) + BigInt(completion) * BigInt(b);
        const exact = Number((tenths + 9n) / 10n);
        const usage = { promptTokens: prompt, completionTokens: completion };
        const { nanoUsd, tokens, unpriced } = amountOf(usage, { in: a / 1e4, out: b / 1e4 });
        assert.ok(nanoUsd === exact || nanoUsd === exact + 1, `${nanoUsd} for ${exact}`);
        assert.deepEqual([tokens, unpriced], [prompt + completion, 0]);
        assert.deepEqual(amountOf(usage, null), { nanoUsd: 0, tokens, unpriced: 1 });
      },
    ),
  );
  for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    const message = `budget: ${count} is not a number of tokens`;
    for (const usage of [
      { promptTokens: count, completionTokens: 1 },
      { promptTokens: 1, completionTokens: count },
    ]) {
      assert.throws(() => amountOf(usage, null), { code: 'LB_INTERNAL', message });
    }
  }
});

test('a limit in tokens is exact too: the last token may be taken, and no other', async () => {
  const budget = await openBudget({ tokens: 1_100, usd: 0.002, prices });
  await (await budget.reserve(call)).settle(null);
  const error: unknown = await budget
    .reserve({ ...call, promptTokens: 0, maxCompletionTokens: 1 })
    .catch((reason) => reason);
  assert.ok(isLateBenchError(error) && error.code === 'LB_BUDGET');
  assert.match(
    error.message,
    /^--budget-tokens: the next call may take 1, and of 1100 tokens 1100 are spent/,
  );
  await (await budget.reserve({ ...call, promptTokens: 0, maxCompletionTokens: 0 })).settle(null);
});

test('a budget knows whether it limits anything, and what a call may cost at most', async () => {
  const limited = async (limits: object): Promise<boolean> =>
    (await openBudget({ ...limits, prices })).limited;
  assert.deepEqual(
    [
      await limited({}),
      await limited({ usd: 0 }),
      await limited({ tokens: 0 }),
      await limited({ usd: 1, tokens: 1 }),
    ],
    [false, true, true, true],
  );
  const budget = await openBudget({ tokens: 1e6, prices: listPrices });
  assert.equal(budget.worstUsd(call), null);
  const o3 = { model: 'o3', promptTokens: 1_000, maxCompletionTokens: 1_000 };
  assert.equal(budget.worstUsd(o3), 0.01);
  assert.equal(budget.worstUsd({ ...o3, byBatch: true }), 0.005);
  assert.equal(await (await budget.reserve({ ...o3, byBatch: true })).settle(null), 0.005);
  const inUsd = await openBudget({ usd: 1, prices: listPrices });
  assert.throws(() => inUsd.worstUsd({ ...call, byBatch: true }), { code: 'LB_CONFIG' });
});

test('room that this process leaves is noticed at once, in vain or not, and nothing is left of the waiting', async (t) => {
  const budget = await openBudget({ usd: 0.004, prices });
  const [first, second] = [await budget.reserve(call), await budget.reserve(call)];
  // No time passes: nobody looks again of himself.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const warned = ({ name }: Error): number => warnings.push(name);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));
  const waiting = [signal, ...Array.from({ length: 12 }, () => undefined)].map((given) =>
    budget.reserveWhenFree(call, given),
  );
  const outcomes = Promise.allSettled(waiting);
  await new Promise(setImmediate);
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  await first.cancel();
  await (await Promise.race(waiting)).settle(null);
  await second.settle(null);
  const codes = (await outcomes).map((each) => each.status === 'rejected' && each.reason.code);
  assert.deepEqual(codes.sort(), [...Array.from({ length: 12 }, () => 'LB_BUDGET'), false].sort());
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  assert.ok(!warnings.includes('MaxListenersExceededWarning'), 'any number may wait');
});

test('a call that was given up before it asks does not wait for room', async (t) => {
  const budget = await openBudget({ usd: 0.002, prices });
  const first = await budget.reserve(call);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(budget.reserveWhenFree(call, AbortSignal.abort()), { code: 'LB_ABORTED' });
  await first.cancel();
  assert.equal((await budget.totals()).reservedTokens, 0);
});

test('a reservation that any machine can settle has an id, and is settled by it at what its reply says', async () => {
  const settled: [string, Amount][] = [];
  const store = {
    ...createLocalBudgetStore(),
    reconcile: async (id: string, spent: Amount) => void settled.push([id, spent]),
  };
  const budget = await openBudget({ usd: 1, prices: listPrices, store });
  const o3 = { model: 'o3', promptTokens: 1_000, maxCompletionTokens: 1_000 };
  const { id } = await budget.reserve(o3);
  assert.ok(id !== undefined);
  const usage = { promptTokens: 500, completionTokens: 10 };
  await budget.reconcile?.(o3, id, usage);
  await budget.reconcile?.({ ...o3, byBatch: true }, 'another', usage);
  assert.deepEqual(settled, [
    [id, { nanoUsd: 1_080_000, tokens: 510, unpriced: 0 }],
    ['another', { nanoUsd: 540_000, tokens: 510, unpriced: 0 }],
  ]);
  const local = await openBudget({ usd: 1, prices });
  assert.deepEqual([(await local.reserve(call)).id, local.reconcile], [undefined, undefined]);
});
