// A coordinator whose store does not give at once what it lists: what workers have paid for is not paid for again.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { planBuild } from '../../src/deepconf/pool/build-plan.ts';
import { openPartReplies } from '../../src/deepconf/pool/part-replies.ts';
import { preparePool } from '../../src/deepconf/pool/prepare.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import type { CallGroup } from '../../src/queue/group-flow.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { buildPoolByQueue } from '../../src/stages/pool/by-queue.ts';
import { poolFiles } from '../../src/stages/pool/groups.ts';
import { openPoolWork } from '../../src/stages/pool/work.ts';
import { bringFile, folderObjects } from '../../src/storage/folder-objects.ts';
import type { ObjectStore } from '../../src/storage/object-store.ts';
import { model, poolSpecification, sampling, twoProblems } from '../deepconf/pool/build-here.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = 4;
const { signal } = new AbortController();
const say = (): void => {};

function endpointOf(url: string, replyStore: ReturnType<typeof openPartReplies>) {
  const counters = createUsageCounters();
  return createChatEndpoint({
    ...{ baseUrl: url, name: 'simulation', model, concurrency: 2, counters, replyStore },
  });
}

/** A pool whose calls a worker has made, all kept in the store, none of it put together. */
async function world(t: TestContext) {
  const [folder, worker, objects] = [
    await temporaryFolder(t),
    await temporaryFolder(t),
    await temporaryFolder(t),
  ];
  const server = await startSimulator({ sampler: { tokens: [5, 9] } });
  t.after(() => server.close());
  const pool = await preparePool(folder, poolSpecification(samples), twoProblems, { rebuild: false, say });
  const store = folderObjects(objects);
  for (const name of poolFiles) await bringFile(folderObjects(folder), objects, name);
  const work = await openPoolWork(worker, { say, store });
  const endpoint = endpointOf(server.url, work.replies);
  for (const group of [0, 2 ** 20]) {
    for (let call = 0; call < samples; call += 1) await work.perform(endpoint)({ group, call }, signal);
  }
  await endpoint.close();
  await work.replies.close();
  return { folder, server, pool, store };
}

/** Builds as a coordinator whose groups are done as soon as they are on the queue; what it says is missing. */
async function coordinated({ folder, server, pool }: Awaited<ReturnType<typeof world>>, store: ObjectStore) {
  const replies = openPartReplies(folder, { say, store });
  const endpoint = endpointOf(server.url, replies);
  const missing: CallGroup[] = [];
  const outcome = await buildPoolByQueue(
    {
      ...{ ...pool, sampling, endpoint, replies, signal, say, concurrency: 2 },
      ...{ jobs: planBuild(pool.manifest, twoProblems, samples), stopping: signal },
      ...{ allowDegenerate: false, keepRaw: false, onSample: say },
    },
    {
      check: async () => {},
      store: async () => store,
      async spread({ finish }) {
        for (const group of [0, 2 ** 20])
          missing.push(...(await finish([group], new Set<string>(), new Map<number, unknown>())));
      },
      close: async () => {},
    },
  );
  await endpoint.close();
  await replies.close();
  return { outcome, missing };
}

test('replies that a store gives late or damaged are asked for again, not paid for', async (t) => {
  const all = await world(t);
  const { server, store, pool } = all;
  const paid = server.counts.requests;
  const asked = new Map<string, number>();
  const lying: ObjectStore = {
    ...store,
    async get(name) {
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      const bytes = await store.get(name);
      return times === 1 ? null : times === 2 ? bytes!.subarray(0, 40) : bytes;
    },
  };
  const { outcome, missing } = await coordinated(all, lying);
  assert.deepEqual(outcome, { failed: 0, reason: undefined });
  assert.deepEqual(missing, []);
  assert.equal(server.counts.requests, paid);
  assert.equal(planBuild(pool.manifest, twoProblems, samples).length, 0, 'its parts are there');
});

test('replies that a store lists and never gives are missing, and the coordinator does not pay for them', async (t) => {
  const all = await world(t);
  const { server, store } = all;
  const paid = server.counts.requests;
  const [lost] = await store.list('journal/problem_id=b/');
  const { missing } = await coordinated(all, {
    ...store,
    get: async (name) => (name === lost ? null : store.get(name)),
  });
  assert.deepEqual(
    missing.map(({ group, missing: calls }) => [group, calls.length]),
    [[2 ** 20, 1]],
  );
  assert.equal(server.counts.requests, paid);
});
