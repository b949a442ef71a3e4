// Workers that do not have the coordinator's folder: a copy of it, or another mount. They are refused before their first
// call, and what the queue calls done is never made by the coordinator unasked.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import type { CallGroup } from '../../src/queue/group-flow.ts';
import { type CallJob, failedName } from '../../src/queue/names.ts';
import { runWorker } from '../../src/queue/worker.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { runBeside } from '../support/beside.ts';
import type { Outcome } from '../support/cli.ts';
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface World {
  readonly cwd: string;
  readonly redis: RedisServer;
  readonly server: Simulator;
  /** Starts a command; it ends with the test at the latest. */
  start(...words: string[]): Promise<Outcome>;
}

async function world(t: TestContext): Promise<World> {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([startRedis(), startSimulator({ requestCounts: false })]);
  t.after(() => Promise.all([redis.close(), server.close()]));
  return {
    cwd,
    redis,
    server,
    start: (...words) => runBeside(t, [...words, '--redis', redis.url], { cwd }),
  };
}

async function there(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(20);
}

const refused = /is not the storage of the coordinator of this run: .*no call was made/;

describe('workers without the storage of the coordinator', () => {
  test('workers on a copy of a pool are refused without a call, and others make each call once', {
    skip: withoutRedis,
  }, async (t) => {
    const { cwd, server, start } = await world(t);
    const rows = [1, 2, 3].map((n) => JSON.stringify({ id: `p${n}`, problem: `What is ${n}+${n}?` }));
    await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
    const sampler = ['--base-url', server.url, '--model', 'latebench-sim/sampler', '--max-tokens', '8'];
    const build = ['pool', 'build', 'problems.jsonl', '--pool', 'pool', '--samples', '20', ...sampler];
    const coordinator = start(...build, '--top-logprobs', '2', '--engine', 'bullmq');
    await there(join(cwd, 'pool', 'queue.json'));
    const before = server.counts.requests;
    for (const copy of ['one', 'two']) await cp(join(cwd, 'pool'), join(cwd, copy), { recursive: true });
    for (const { code, stderr } of await Promise.all([start('worker', 'one'), start('worker', 'two')])) {
      assert.equal(code, 2, stderr);
      assert.match(stderr, refused);
    }
    assert.equal(server.counts.requests, before, 'a wrong mount costs nothing');
    const worker = start('worker', 'pool');
    const { code, stderr } = await coordinator;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /a worker was rejected: its files do not arrive in pool/);
    assert.equal(server.counts.requests - before, 3 * 20);
    const ended = await worker;
    assert.equal(ended.code, 0);
    assert.match(ended.stderr, /the run is done/);
    assert.ok(!(await readdir(join(cwd, 'pool'))).includes('handshake'));
  });

  test('the same with the records of a pipeline', { skip: withoutRedis }, async (t) => {
    const { cwd, server, start } = await world(t);
    const declared = {
      ...{ name: 'queued', about: 'one critic, on a queue', seed: 1 },
      source: { synthetic: { count: 70, seed: 1 } },
      stages: [{ use: 'critic', with: {} }],
      endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
    };
    await writeFile(join(cwd, 'queued.json'), JSON.stringify(declared));
    const coordinator = start(
      ...['run', 'queued.json', '--run', 'run', '--engine', 'bullmq', '--cache', 'off'],
    );
    await there(join(cwd, 'run', 'queue.json'));
    await cp(join(cwd, 'run'), join(cwd, 'copy'), { recursive: true });
    const wrong = await start('worker', 'copy', '--cache', 'off');
    assert.deepEqual([wrong.code, refused.test(wrong.stderr)], [2, true], wrong.stderr);
    assert.equal(server.counts.completed, 0);
    const worker = start('worker', 'run', '--cache', 'off');
    const { code, stderr } = await coordinator;
    assert.equal(code, 0, stderr);
    assert.equal(server.counts.completed, 70);
    assert.equal((await worker).code, 0, 'it ends with the run');
  });
});

/** Calls of one group whose replies get lost as often as the test says. */
async function losing(t: TestContext, losses: number) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const kept = new Set<number>();
  const made: number[] = [];
  const printed: string[] = [];
  const missing = [0, 1, 2, 3];
  const refusal = Object.assign(new Error('too hard'), { code: 'LB_ENDPOINT_REQUEST' });
  const stop = new AbortController();
  const common = { redis: redis.url, run: 'losing', board: null, say: (line: string) => printed.push(line) };
  const worker = runWorker({
    ...common,
    concurrency: 1,
    signal: stop.signal,
    abandon: stop.signal,
    async perform({ call }: CallJob) {
      const times = made.filter((one) => one === call).length;
      made.push(call);
      if (call === 3) throw Object.assign(refusal, { [Symbol.for('latebench.error')]: true });
      if (call !== 1 || times >= losses) kept.add(call);
    },
  });
  let failures: ReadonlySet<string> = new Set();
  const ending = await runCoordinator({
    ...common,
    globalConcurrency: undefined,
    settleMs: 200,
    signal: new AbortController().signal,
    async *groups() {
      yield { group: 7, missing };
    },
    async finish([group], failed) {
      failures = failed;
      const lost = missing.filter(
        (call) => !kept.has(call) && !failed.has(failedName({ group: group!, call })),
      );
      return lost.length === 0 ? [] : [{ group: group!, missing: lost }];
    },
  }).then(
    () => null,
    (error: Error) => error,
  );
  if (ending !== null) stop.abort();
  await worker;
  return { ending, made: made.toSorted(), kept: [...kept].sort(), printed: printed.join('\n'), failures };
}

test('a call that the queue calls done and whose reply is nowhere is put on the queue again, and said', {
  skip: withoutRedis,
}, async (t) => {
  const { ending, made, kept, printed, failures } = await losing(t, 1);
  assert.equal(ending, null);
  assert.deepEqual(made, [0, 1, 1, 2, 3], 'only what is missing and has not failed');
  assert.deepEqual(kept, [0, 1, 2]);
  assert.deepEqual([...failures], ['7-3']);
  assert.match(printed, /^1 call that workers have made left no reply .* on the queue again/m);
});

test('a run whose replies stay away ends with that reason, and makes none of the calls itself', {
  skip: withoutRedis,
}, async (t) => {
  const { ending, made } = await losing(t, Number.POSITIVE_INFINITY);
  assert.match(ending!.message, /left no reply .*, 3 times; check the storage of the workers/);
  assert.deepEqual(made, [0, 1, 1, 1, 2, 3]);
});

test('a worker ends when its run is done, and one that is to stay when it is told to', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const stop = new AbortController();
  const worker = (stay: boolean) =>
    runWorker({
      ...{ redis: redis.url, run: 'done', board: null, concurrency: 1, stay },
      ...{ signal: stop.signal, abandon: stop.signal, say: () => {}, perform: async () => {} },
      async met() {
        if (stay) met += 1;
        return true;
      },
    });
  let met = 0;
  const start = (groups: () => AsyncIterable<CallGroup>) =>
    runCoordinator({
      ...{ redis: redis.url, run: 'done', board: null, globalConcurrency: undefined, say: () => {} },
      ...{ signal: new AbortController().signal, groups, finish: async () => [] },
    });
  await start(async function* () {});
  let ended = false;
  const staying = worker(true).then(() => {
    ended = true;
  });
  await worker(false);
  assert.equal(ended, false);
  while (met === 0) await sleep(10);
  for (let at = 0; at < 2; at += 1) {
    const before = met;
    await start(async function* () {
      yield { layout: 'calls', group: 0, missing: [0] };
    });
    assert.equal(met, before + 1, 'the coordinator of each start is met once');
  }
  stop.abort();
  await staying;
});
