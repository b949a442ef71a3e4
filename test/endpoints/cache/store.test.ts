// Several users of stores in one process: no two of them may wait for each other.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSharedBooks } from '../../../src/endpoints/budget/shared-books.ts';
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
  const useBooks = async (): Promise<void> => {
    const books = await openSharedBooks(join(folder, 'budget'), 'run');
    const one = { nanoUsd: 1, tokens: 1, unpriced: 0 };
    const made = await books.reserve(one, { nanoUsd: 100, tokens: 100 });
    assert.ok('id' in made);
    await books.end(made.id, one);
    await books.close();
  };
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([useCache(round), useBooks(), useCache(round + 100), useBooks()]);
  }
  const cache = await openCache(join(folder, 'cache'));
  assert.equal((await cache.stats()).entries, 36);
  await cache.close();
  const books = await openSharedBooks(join(folder, 'budget'), 'run');
  assert.equal((await books.totals()).spent.tokens, 12);
  await books.close();
});
