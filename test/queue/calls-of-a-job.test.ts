// A job carries several calls: each is made once, as many at once as the worker and the run allow, and a call that fails
// does not take the others of its job with it.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { LateBenchError } from '../../src/errors.ts';
import { runOfFolder, writeQueueFile } from '../../src/executor/queue/queue-file.ts';
import { type CoordinatorOptions, runCoordinator } from '../../src/queue/coordinator.ts';
import type { CallJob } from '../../src/queue/names.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const groups = [128, 37, 3];
const never = new AbortController().signal;
const nameOf = ({ group, call }: CallJob): string => `${group}-${call}`;

async function queued(
  t: TestContext,
  { concurrency, globalConcurrency, workers = 1 }: Record<string, number | undefined>,
  fails: (job: CallJob) => boolean = () => false,
) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const made: string[] = [];
  let failed: ReadonlySet<string> = new Set();
  let [underWay, most] = [0, 0];
  const run = 'several';
  const perform = async (job: CallJob): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    made.push(nameOf(job));
    // Until as many are under way as may be.
    while (most < Math.min(concurrency!, globalConcurrency ?? concurrency!)) await turn();
    underWay -= 1;
    if (fails(job)) throw new LateBenchError('LB_ENDPOINT_REQUEST', 'refused');
  };
  const shared = { redis: redis.url, run, board: null, say: () => {} };
  const worker = { ...shared, concurrency: concurrency!, signal: never, abandon: never, perform };
  const coordinator: CoordinatorOptions = {
    ...shared,
    globalConcurrency,
    signal: never,
    async *groups() {
      for (const [group, calls] of groups.entries()) {
        yield { group, missing: Array.from({ length: calls }, (_, call) => call) };
      }
    },
    async finish(_, known) {
      failed = known;
      return [];
    },
  };
  await Promise.all([
    runCoordinator(coordinator),
    ...Array.from({ length: workers! }, () => runWorker(worker)),
  ]);
  return { made, most, failed };
}

const all = groups.flatMap((calls, group) =>
  Array.from({ length: calls }, (_, call) => nameOf({ group, call })),
);

const options = { skip: withoutRedis, timeout: 120_000 };

test('each call is made once, and as many at once as there are places', options, async (t) => {
  const { made, most } = await queued(t, { concurrency: 10, workers: 1 });
  assert.deepEqual([...made].sort(), [...all].sort());
  assert.equal(most, 10);
});

test('a limit over all workers holds for calls', options, async (t) => {
  const { made, most } = await queued(t, { concurrency: 10, workers: 2, globalConcurrency: 3 });
  assert.deepEqual([...made].sort(), [...all].sort());
  assert.equal(most, 3);
});

test('a call that finally fails is told of alone', options, async (t) => {
  const fails = ({ group, call }: CallJob): boolean => group === 0 && call % 16 === 5;
  const { made, failed } = await queued(t, { concurrency: 10, workers: 1 }, fails);
  assert.deepEqual([...made].sort(), [...all].sort());
  const expected = Array.from({ length: 8 }, (_, at) => nameOf({ group: 0, call: 16 * at + 5 }));
  assert.deepEqual([...failed].sort(), expected.sort());
});

test('a run that an earlier version began keeps its name, so that its jobs are removed', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  await mkdir(folder);
  const facts = { kind: 'pool', run: 'earlier', endpoint: 'sim', tpm: null, rpm: {} } as const;
  await writeQueueFile(folder, { ...facts, budget: { folder: null }, allow_degenerate: false });
  const path = join(folder, 'queue.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), format: 3 }));
  assert.equal(await runOfFolder(folder), 'earlier');
});
