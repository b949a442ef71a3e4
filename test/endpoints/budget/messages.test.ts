// What a budget says of itself: refusals, and remarks when a run is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBudget } from '../../../src/endpoints/budget/budget.ts';
import { listPrices } from '../../../src/endpoints/budget/price-table.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const prices = { models: {}, override: { in: 1, out: 10 } };
/** At most 1,000 x 1 + 100 x 10 USD for a million tokens: 0.002. */
const call = { model: 'm', promptTokens: 1_000, maxCompletionTokens: 100 };

test('a budget of less than a ten-thousandth of a dollar does not look like nothing in messages', async () => {
  const budget = await openBudget({ usd: 1e-7, prices });
  await assert.rejects(budget.reserve(call), {
    message: /may take 0\.0020 USD, and of 1\.0e-7 USD 0\.0000 USD are spent/,
  });
});

test('a refusal says what the call may take, the limit, what is spent and what is reserved', async () => {
  const refusal = async (limits: object): Promise<string> => {
    const budget = await openBudget({ ...limits, prices });
    await (await budget.reserve(call)).settle({ promptTokens: 900, completionTokens: 10 });
    const open = await budget.reserve({ ...call, maxCompletionTokens: 50 });
    const error: unknown = await budget.reserve(call).catch((reason) => reason);
    assert.ok(isLateBenchError(error));
    await open.cancel();
    await budget.reserve(call);
    return error.message;
  };
  const way =
    'raise it, or lower what a reply may take (--max-tokens, where the command has it), and run the command again to resume';
  assert.equal(
    await refusal({ usd: 0.0035, tokens: 1e6 }),
    `--budget-usd: the next call may take 0.0020 USD, and of 0.0035 USD 0.0010 USD are spent and 0.0015 USD reserved; ${way}`,
  );
  assert.equal(
    await refusal({ tokens: 3_059, usd: 1 }),
    `--budget-tokens: the next call may take 1100, and of 3059 tokens 910 are spent and 1050 reserved; ${way}`,
  );
});

test('less than a ten-thousandth of a dollar is written with two digits', async () => {
  for (const [usd, text] of [
    [1e-4, '0.0001 USD'],
    [9.9e-5, '0.000099 USD'],
    [9e-8, '9.0e-8 USD'],
    [0, '0.0000 USD'],
  ] as const) {
    const budget = await openBudget({ usd, prices });
    await assert.rejects(budget.reserve(call), {
      message: new RegExp(`, and of ${text} 0.0000 USD are spent`),
    });
  }
});

test('in the end a budget says which attempts it had to assume, and what a server took beyond the limit', async () => {
  const remarks = async (
    limits: object,
    { assumed = 0, taken = 0, model = 'm' }: { assumed?: number; taken?: number; model?: string },
    table: Parameters<typeof openBudget>[0]['prices'] = prices,
  ): Promise<readonly string[]> => {
    const budget = await openBudget({ ...limits, prices: table });
    for (let n = 0; n < assumed; n += 1) {
      const reservation = await budget.reserve({ ...call, model });
      await reservation.settle(null);
      await reservation.settle(null);
      await reservation.cancel();
    }
    const last = await budget.reserve({ ...call, model });
    await last.settle({ promptTokens: 1_000, completionTokens: taken });
    await last.settle(null);
    return budget.remarks();
  };
  const lost = (count: string, amount: string): string =>
    `${count} sent and came back without usage; counted at the worst case, ${amount} in all`;
  const why = 'the endpoint counted more tokens than it was allowed';
  assert.deepEqual(await remarks({}, { assumed: 3 }), [], 'nothing is counted against no limit');
  assert.deepEqual(await remarks({ usd: 1, tokens: 1e6 }, {}), []);
  assert.deepEqual(await remarks({ usd: 1 }, { assumed: 1 }), [lost('1 attempt was', '0.0020 USD')]);
  assert.deepEqual(await remarks({ usd: 1 }, { assumed: 2 }), [lost('2 attempts were', '0.0040 USD')]);
  assert.deepEqual(await remarks({ tokens: 1e5 }, { assumed: 2 }), [lost('2 attempts were', '2200 tokens')]);
  assert.deepEqual(await remarks({ tokens: 1e5 }, { assumed: 1, model: 'unknown' }, listPrices), [
    lost('1 attempt was', '1100 tokens'),
  ]);
  assert.deepEqual(await remarks({ usd: 0.004 }, { taken: 300 }), [], 'the limit itself is not over it');
  assert.deepEqual(await remarks({ usd: 0.004 }, { taken: 400 }), [
    `--budget-usd: 0.0050 USD are spent, 0.0010 USD over the limit: ${why}`,
  ]);
  assert.deepEqual(await remarks({ tokens: 1_300 }, { taken: 300 }), []);
  assert.deepEqual(await remarks({ tokens: 1_300, usd: 1 }, { taken: 400 }), [
    `--budget-tokens: 1400 are spent, 100 over the limit: ${why}`,
  ]);
});
