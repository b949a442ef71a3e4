// Two runs that begin on one empty store at the same moment: one has it, whatever the order of their reads and writes.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isLateBenchError } from '../../src/errors.ts';
import { openVacant, publishRun, removeRun } from '../../src/executor/queue/run-store.ts';
import { claimStore, releaseStore } from '../../src/executor/queue/store-claim.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { folderObjects } from '../../src/storage/folder-objects.ts';
import type { ObjectStore } from '../../src/storage/object-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A store of several machines: each request takes a while of its own. */
function slowly(store: ObjectStore, random: () => number): ObjectStore {
  const late = async <T>(ask: () => Promise<T>): Promise<T> => {
    await wait(random() * 12);
    const answer = await ask();
    await wait(random() * 12);
    return answer;
  };
  return {
    place: store.place,
    put: (name, bytes) => late(() => store.put(name, bytes)),
    get: (name) => late(() => store.get(name)),
    list: (prefix) => late(() => store.list(prefix)),
    remove: (name) => late(() => store.remove(name)),
  };
}

async function begin(store: ObjectStore, run: string): Promise<boolean> {
  const begunOn = async (): Promise<string | undefined> => {
    const there = (await store.get('queue.json'))?.toString();
    return there === undefined || there === run ? undefined : `the machine of ${there}`;
  };
  try {
    await claimStore(store, run, begunOn);
  } catch (error) {
    assert.ok(isLateBenchError(error) && error.code === 'LB_BUSY', String(error));
    return false;
  }
  await store.put('queue.json', Buffer.from(run));
  return true;
}

test('of runs that begin on one empty store at once one has it', async (t) => {
  const folder = await temporaryFolder(t);
  const random = mulberry32(4);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const store = slowly(folderObjects(join(folder, `store-${at}`)), random);
      const runs = ['one', 'two', 'three'];
      const has = await Promise.all(runs.map((run) => begin(store, run)));
      const winners = runs.filter((_, which) => has[which]);
      return [winners.length, winners[0] === (await store.get('queue.json'))?.toString()];
    }),
  );
  assert.deepEqual(
    outcomes,
    outcomes.map(() => [1, true]),
  );
});

test('a claim outlives neither its run nor its process, and one from elsewhere is named', async (t) => {
  const folder = await temporaryFolder(t);
  const store = folderObjects(folder);
  const never = async (): Promise<undefined> => undefined;
  await claimStore(store, 'mine', never);
  await claimStore(store, 'mine', never);
  await releaseStore(store, 'mine');
  const owner = { pid: 4_194_305, started: '1', boot: null, pid_namespace: null, host: 'elsewhere' };
  await store.put('begun/theirs', Buffer.from(JSON.stringify(owner)));
  await assert.rejects(claimStore(store, 'mine', never), {
    code: 'LB_BUSY',
    message:
      /was taken by another run on elsewhere .* another --store, or remove the object whose name ends in begun\/theirs/,
  });
  assert.deepEqual(await store.list(''), ['begun/theirs']);
});

test('a store is free again when its run is done', async (t) => {
  const [address, folder] = await Promise.all([temporaryFolder(t), temporaryFolder(t)]);
  const options = { signal: new AbortController().signal, say: () => {} };
  writeFileSync(join(folder, 'pipeline.json'), '{}');
  const first = await openVacant(address, 'first', options);
  const budget = { folder: null };
  const file = {
    ...{
      format: 7 as const,
      version: '0.1.0',
      run: 'first',
      kind: 'records' as const,
      endpoint: null,
      tpm: null,
      rpm: {},
    },
    ...{ budget, allow_degenerate: false, machine: { host: 'here', boot: null } },
  };
  await publishRun(first, { folder, file, files: ['pipeline.json'] });
  await assert.rejects(openVacant(address, 'second', options), {
    code: 'LB_BUSY',
    message: /holds another run, begun on here; finish it/,
  });
  const later = await openVacant(address, 'first', options);
  assert.equal(later.begun, true, 'a later version resumes what an earlier one has begun');
  await later.close();
  await removeRun(first, 'first');
  await first.close();
  await (await openVacant(address, 'second', options)).close();
  assert.deepEqual(
    readdirSync(address, { recursive: true }).filter((name) => `${name}`.includes('begun')),
    [],
    'a run that had nothing to give to workers leaves the store as it was',
  );
  assert.deepEqual(
    readdirSync(address, { recursive: true }).filter((name) => `${name}`.endsWith('first')),
    [],
  );
});
