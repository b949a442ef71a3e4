// Several users of stores in one process: no two of them may wait for each other.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSharedBudgetStore } from '../../../src/endpoints/budget/shared-budget-store.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('stores of one process are opened, written and closed at the same time', {
  timeout: 30_000,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const useCache = async (round: number): Promise<void> => {
    const cache = await openCache(join(folder, 'cache'));
    for (let index = 0; index < 3; index += 1) {
      const body = Buffer.from(`${round} ${index}`);
      await cache.put(sha256Hex(`${round} ${index}`), { model: 'm', status: 200, headers: {}, body });
    }
    await cache.close();
  };
  const useBudget = async (): Promise<void> => {
    const store = await openSharedBudgetStore(join(folder, 'budget'), 'run');
    const one = { nanoUsd: 1, tokens: 1, unpriced: 0 };
    const made = await store.reserve(one, { nanoUsd: 100, tokens: 100 });
    assert.ok('id' in made);
    await store.end(made.id, one);
    await store.close();
  };
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([useCache(round), useBudget(), useCache(round + 100), useBudget()]);
  }
  const cache = await openCache(join(folder, 'cache'));
  assert.equal((await cache.stats()).entries, 36);
  await cache.close();
  const store = await openSharedBudgetStore(join(folder, 'budget'), 'run');
  assert.equal((await store.totals()).spent.tokens, 12);
  await store.close();
});
