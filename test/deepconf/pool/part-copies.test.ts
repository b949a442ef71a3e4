// Parts on their way through a store that gives other bytes than it was given.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { adoptPart } from '../../../src/deepconf/pool/adopt.ts';
import { planBuild } from '../../../src/deepconf/pool/build-plan.ts';
import { sendPart, takePart } from '../../../src/deepconf/pool/part-copies.ts';
import { preparePool } from '../../../src/deepconf/pool/prepare.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { folderObjects } from '../../../src/storage/folder-objects.ts';
import type { ObjectStore } from '../../../src/storage/object-store.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { build, poolSpecification, twoProblems } from './build-here.ts';

const samples = 3;

test('a part that a store gives damaged, in half or as another is not put into the pool', async (t) => {
  const server = await startSimulator({ sampler: { tokens: [5, 9] } });
  t.after(() => server.close());
  const [worker, folder, objects] = [
    await temporaryFolder(t),
    await temporaryFolder(t),
    await temporaryFolder(t),
  ];
  await build({ folder: worker, url: server.url, n: samples });
  const pool = await preparePool(folder, poolSpecification(samples), twoProblems, {
    rebuild: false,
    say: () => {},
  });
  const [job, other] = planBuild(pool.manifest, twoProblems, samples) as [never, never];
  const store = folderObjects(objects);
  await sendPart({ folder: worker, settings: pool.settings }, job, store);
  await sendPart({ folder: worker, settings: pool.settings }, other, store);
  const names = await store.list('parts/');
  const top = names.filter((name) => name.includes('/top'));
  const core = names.filter((name) => name.includes('/core'));
  const giving = (change: (bytes: Buffer, name: string) => Promise<Buffer | null>): ObjectStore => ({
    ...store,
    async get(name) {
      const bytes = await store.get(name);
      return bytes === null ? null : change(Buffer.from(bytes), name);
    },
  });
  const flipped = giving(async (bytes, name) => {
    if (name.includes('/top')) bytes[bytes.length >> 1]! ^= 1;
    return bytes;
  });
  const halved = giving(async (bytes) => bytes.subarray(0, bytes.length / 2));
  const exchanged = giving(async (_, name) => {
    const side = name.includes('/top') ? top : core;
    return store.get(side.find((one) => one !== name)!);
  });
  for (const lying of [flipped, halved, exchanged, giving(async () => null)]) {
    assert.equal(await takePart(pool, job, { store: lying }), null);
    assert.ok(!existsSync(join(folder, 'core')), 'nothing that a later look would take');
    assert.equal(await adoptPart(pool, job), null);
  }
  assert.ok(((await takePart(pool, job, { store }))?.tokens ?? 0) > 0);
  // A listing that lacks a side: the part is not whole.
  const late = { ...store, list: async () => core };
  assert.equal(await takePart(pool, other, { store: late }), null);
  assert.ok(((await takePart(pool, other, { store }))?.tokens ?? 0) > 0);
});
