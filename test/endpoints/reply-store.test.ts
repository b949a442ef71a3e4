// Journal and cache together: what is withdrawn in one is not had from the other.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CacheMode, openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import type { Claim, ReplyStore } from '../../src/endpoints/stores.ts';
import { sha256Hex } from '../../src/records/identity.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = sha256Hex('a call');
const { signal } = new AbortController();
const request = { messages: [{ role: 'user', content: 'What is 1 + 1?' }] } as const;
const body = Buffer.from('{"choices":[]}');
const reply = { content: 'Two.', finishReason: 'stop' } as unknown as Parameters<Claim['share']>[1];

/** A run of its own over the cache that all of a test share. */
async function run(
  t: TestContext,
  folder: string,
  name: string,
  mode: CacheMode = 'on',
): Promise<ReplyStore> {
  const cache = await openCacheAccess(mode, join(folder, 'cache'));
  const journal = await openJournal(join(folder, name), { reservedBytes: 1 << 16 });
  t.after(async () => {
    await journal.close();
    await cache.close();
  });
  return createReplyStore(journal, cache);
}

async function pay(store: ReplyStore): Promise<void> {
  const claim = await store.claim(key, signal);
  assert.ok('share' in claim, 'nobody has paid for it');
  const facts = { key, sample: 0, attempt: 1, startedAt: new Date(), endpoint: 'e', model: 'm' };
  await store.keep({ ...facts, response: { status: 200, headers: {}, body } });
  await claim.share(request, reply);
  await claim.release();
}

for (const settled of [true, false]) {
  const when = settled ? 'after it was shared' : 'while it is on its way to the cache';

  test(`a reply that is withdrawn ${when} is given to no run any more`, async (t) => {
    const folder = await temporaryFolder(t);
    const [one, other] = [await run(t, folder, 'one'), await run(t, folder, 'other')];
    await pay(one);
    if (settled) await one.settled();
    await one.withdraw([key], 'the endpoint cut the prompt');
    await one.settled();
    await pay(other);
    const given = await one.claim(key, signal);
    assert.ok('share' in given, 'what this run has withdrawn it pays for itself');
    await given.release();
  });
}

test('a run that only reads the cache does not take from it what it has withdrawn', async (t) => {
  const folder = await temporaryFolder(t);
  const one = await run(t, folder, 'one');
  await pay(one);
  await one.settled();
  const reading = await run(t, folder, 'reading', 'read');
  const given = await reading.claim(key, signal);
  assert.ok('from' in given && given.from === 'cache');
  await reading.withdraw([key], 'the endpoint cut the prompt');
  const claim = await reading.claim(key, signal);
  assert.ok('share' in claim);
  await claim.share(request, reply);
  await claim.release();
});
