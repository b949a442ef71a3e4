// What is told of a transaction that failed, and how long another process is waited for.
import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RootDatabase } from 'lmdb';
import { openEnvironment, transact, withCause } from '../../../src/endpoints/cache/environment.ts';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { thisProcess } from '../../../src/storage/process-identity.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { claimOutcome } from './claim-outcome.ts';

test('a commit that failed fails with what the system said, and with its own error where that does not come', async () => {
  const outcomeOf = (error: unknown): Promise<unknown> =>
    withCause(Promise.reject(error)).then(
      () => assert.fail('resolved'),
      (reason: unknown) => reason,
    );
  const failing = (commitError: unknown): Error => Object.assign(new Error('commit failed'), { commitError });
  const full = Object.assign(new Error('full'), { code: 28 });
  assert.equal(await outcomeOf(failing(Promise.reject(full))), full);
  const others = [
    failing(Promise.resolve()),
    failing(new Promise(() => {})),
    failing('no promise'),
    new Error('a'),
    'a word',
    null,
    undefined,
  ];
  assert.deepEqual(await Promise.all(others.map(outcomeOf)), others);
  assert.equal(await withCause(Promise.resolve(3)), 3);
});

/** A promise, and what ends it, with an error where one is given. */
function later(): { promise: Promise<void>; end: (error?: Error) => void } {
  let end: (error?: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { promise, end };
}

test('a transaction waits while another store is being opened', async (t) => {
  const [folder, other] = [await temporaryFolder(t), await temporaryFolder(t)];
  const { root, close } = await openEnvironment(folder, async () => {});
  const events: string[] = [];
  let proceed: () => void = () => {};
  let preparing: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    preparing = resolve;
  });
  const opening = openEnvironment(other, async () => {
    events.push('opening');
    preparing();
    await new Promise<void>((resolve) => {
      proceed = resolve;
    });
    events.push('opened');
  });
  await begun;
  const change = transact(root, () => void events.push('changed'));
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(events, ['opening']);
  proceed();
  await Promise.all([change, opening]);
  assert.deepEqual(events, ['opening', 'opened', 'changed']);
  await Promise.all([close(), (await opening).close()]);
});

test('a store is opened after the transactions that are under way, whether they succeed or fail', async (t) => {
  const folder = await temporaryFolder(t);
  for (const fails of [false, true]) {
    const events: string[] = [];
    const { promise, end } = later();
    const root = { transaction: () => promise } as unknown as RootDatabase;
    const change = transact(root, () => {}).then(
      () => events.push('changed'),
      () => events.push('failed'),
    );
    await new Promise(setImmediate);
    const opening = openEnvironment(folder, async () => void events.push('opened'));
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(events, []);
    end(fails ? new Error('odd') : undefined);
    await change;
    await (await opening).close();
    assert.deepEqual(events, [fails ? 'failed' : 'changed', 'opened']);
  }
});

test('a process of another machine that is making a store is waited for ten seconds at most', async (t) => {
  const folder = await temporaryFolder(t);
  const owner = { ...thisProcess(), host: 'another', boot: 'another', id: 'x' };
  await writeFile(join(folder, 'making.lock'), JSON.stringify(owner));
  const begun = performance.now();
  let looks = 0;
  t.mock.method(performance, 'now', () => {
    looks += 1;
    return begun + looks * 3_000;
  });
  const cache = await openCache(folder);
  assert.ok(looks >= 3 && looks <= 6, `${looks} looks, three seconds apart`);
  await cache.close();
});

test('a cache that was closed is not in use: its folder may be deleted and made again', async (t) => {
  const folder = await temporaryFolder(t);
  const key = sha256Hex('key');
  for (let round = 0; round < 2; round += 1) {
    const place = join(folder, 'cache');
    const cache = await openCache(place);
    assert.equal(await claimOutcome(cache, key), 'mine');
    await cache.close();
    assert.deepEqual(openFilesIn(folder), []);
    assert.deepEqual((await readdir(place)).sort(), ['data.mdb', 'leases', 'lock.mdb'], 'no lock is left');
    await rm(place, { recursive: true });
  }
});
