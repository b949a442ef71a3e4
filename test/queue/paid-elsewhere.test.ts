// A run of which something is paid for that is not in its folder: a store of workers, or batches under way. Whoever takes
// the run up without them is told, before anything is paid for twice.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import { runHere } from '../support/cli.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function world(t: TestContext, more = {}) {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([
    startRedis(),
    startSimulator({ latencyMs: 100, requestCounts: false, ...more }),
  ]);
  t.after(() => Promise.all([redis.close(), server.close()]));
  const declared = {
    ...{ name: 'queued', about: 'one critic, on a queue', seed: 1 },
    source: { synthetic: { count: 40, seed: 1 } },
    stages: [{ use: 'critic' }],
    sinks: [{ file: 'final.jsonl' }],
    endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
  };
  await writeFile(join(cwd, 'queued.json'), JSON.stringify(declared));
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
  const engine = ['--engine', 'bullmq', '--redis', redis.url];
  return { cwd, server, redis, engine };
}

const run = ['run', 'queued.json', '--run', 'run', '--cache', 'off'];

/** Interrupts a coordinator when its worker has made some calls. */
async function interrupted(
  t: TestContext,
  { cwd, server, redis, engine }: Awaited<ReturnType<typeof world>>,
  { words, folder }: { readonly words: readonly string[]; readonly folder: string },
): Promise<number> {
  const store = ['--store', join(cwd, 'store')];
  const running: Running[] = [];
  const started = (one: Running): void => void running.push(one);
  const coordinator = runBeside(t, [...words, ...engine, ...store], { cwd, started });
  while (!existsSync(join(cwd, folder, 'queue.json'))) await sleep(20);
  const own = ['worker', 'own', '--redis', redis.url, ...store, '--cache', 'off', '-c', '2'];
  const worker = runBeside(t, own, { cwd, started });
  while (server.counts.completed < 6) await sleep(10);
  running[0]!.kill('SIGINT');
  assert.match((await coordinator).stderr, /interrupted/);
  running[1]!.kill('SIGTERM');
  await worker;
  return server.counts.completed;
}

test('an interrupted run whose replies are in a store is not taken up without it', {
  skip: withoutRedis,
  timeout: 120_000,
}, async (t) => {
  const all = await world(t);
  const { cwd, server, redis, engine } = all;
  const paid = await interrupted(t, all, { words: run, folder: 'run' });
  const elsewhere = /are in .*store: run the command with --engine bullmq --store .*store until it is done/;
  for (const more of [[], ['--batch'], [...engine], [...engine, '--store', join(cwd, 'other')]]) {
    const { code, stderr } = await runHere([...run, ...more], { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr, elsewhere);
  }
  assert.equal(server.counts.completed, paid);
  const coordinator = runBeside(t, [...run, ...engine, '--store', 'store'], { cwd });
  const worker = runBeside(t, ['worker', 'own', '--redis', redis.url, '--store', 'store', '--cache', 'off'], {
    cwd,
  });
  const { code, stderr } = await coordinator;
  assert.equal(code, 0, stderr);
  await worker;
  assert.equal(server.counts.completed, 40);
  const again = await runHere(run, { cwd });
  assert.equal(again.code, 0, again.stderr);
  assert.equal(server.counts.completed, 40);
  assert.equal((await readFile(join(cwd, 'run', 'final.jsonl'), 'utf8')).trim().split('\n').length, 40);
});

test('an interrupted pool whose replies are in a store is not built without it', {
  skip: withoutRedis,
  timeout: 120_000,
}, async (t) => {
  const all = await world(t);
  const { cwd, server } = all;
  const build = ['pool', 'build', 'problems.jsonl', '--pool', 'pool', '--samples', '60', '--max-tokens', '8'];
  build.push('--base-url', server.url, '--model', 'latebench-sim/sampler', '--top-logprobs', '2');
  const paid = await interrupted(t, all, { words: build, folder: 'pool' });
  const { code, stderr } = await runHere(build, { cwd });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /replies that workers of pool were paid for are in .*store/);
  assert.equal(server.counts.completed, paid);
});

test('calls that are in batches are not put on a queue', {
  skip: withoutRedis,
  timeout: 60_000,
}, async (t) => {
  const { cwd, server, engine } = await world(t, { batches: { timeMs: 600_000 } });
  const begun = await runHere([...run, '--batch', '--batch-wait', '0'], { cwd });
  assert.match(begun.stderr, /LB_PENDING/);
  for (const store of [[], ['--store', 'store']]) {
    const { code, stderr } = await runHere([...run, ...engine, ...store], { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /calls of this run are in batches of run that were not fetched: .*--batch/);
    assert.ok(!stderr.includes('on the queue'), stderr);
  }
  assert.equal(server.counts.completed, 0);
});
