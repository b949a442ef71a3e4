// What a budget that is kept in a folder remembers from one process of a run to the next.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Budget, openBudget } from '../../../src/endpoints/budget/budget.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const call = { model: 'm', promptTokens: 10, maxCompletionTokens: 40 };

async function shared(t: TestContext, folder: string, tokens: number, name = 'run'): Promise<Budget> {
  const budget = await openBudget({ tokens, prices: { models: {} }, share: { folder, name } });
  t.after(() => budget.close());
  return budget;
}

test('a reservation with a name outlives its process, and is not made twice', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openBudget({ tokens: 60, prices: { models: {} }, share: { folder, name: 'run' } });
  await first.reserve(call, { name: 'batch/a', made: false });
  await first.close();
  const second = await shared(t, folder, 60);
  assert.equal((await second.totals()).reservedTokens, 50);
  await assert.rejects(second.reserve(call), { code: 'LB_BUDGET' });
  const again = await second.reserve(call, { name: 'batch/a', made: true });
  assert.equal((await second.totals()).reservedTokens, 50);
  await again.settle({ promptTokens: 10, completionTokens: 5 });
  assert.deepEqual(await second.totals(), {
    spentUsd: null,
    reservedUsd: 0,
    spentTokens: 15,
    reservedTokens: 0,
  });
  // What an earlier process has sent counts, also where there was no budget yet or it has become smaller.
  await second.reserve({ ...call, maxCompletionTokens: 90 }, { name: 'batch/b', made: true });
  assert.equal((await second.totals()).reservedTokens, 100);
});

test('what was spent stays for the next process of the run, by name', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openBudget({ tokens: 100, prices: { models: {} }, share: { folder, name: 'run' } });
  await (await first.reserve(call)).settle({ promptTokens: 10, completionTokens: 30 });
  await first.reserve(call);
  await first.close();
  const resumed = await shared(t, folder, 100);
  assert.equal((await resumed.totals()).spentTokens, 40);
  assert.equal((await resumed.totals()).reservedTokens, 0, 'closing gives back');
  const other = await shared(t, folder, 100, 'another run');
  assert.equal((await other.totals()).spentTokens, 0);
});

test('a call that waits begins when another process leaves room', async (t) => {
  const folder = await temporaryFolder(t);
  const [one, two] = [await shared(t, folder, 60), await shared(t, folder, 60)];
  const first = await one.reserve(call);
  const waiting = two.reserveWhenFree(call);
  await first.settle({ promptTokens: 10, completionTokens: 0 });
  await (await waiting).settle({ promptTokens: 10, completionTokens: 40 });
  assert.equal((await one.totals()).spentTokens, 60);
  assert.equal(first.id, undefined, 'no other process can settle it');
  assert.equal(one.reconcile, undefined);
});

test('books of another layout are refused with what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const { openStore } = await import('../../../src/endpoints/cache/store.ts');
  const other = await openStore(folder, { what: 'it', schema: 99, wayOut: '', tables: () => null });
  await other.close();
  await assert.rejects(shared(t, folder, 60), {
    code: 'LB_STORE',
    message:
      /^the shared budget in .* cannot be used \(.*layout 99.*\); delete that folder to start its count anew$/,
  });
});
