// Injections by batches and on a queue: a run that was killed and run again has the bytes of one that was not interrupted.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { runCommand, runHere } from '../support/cli.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Retries, verification votes and difficulty: questions that follow from answers. */
async function setting(t: TestContext) {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs: 30, batches: { timeMs: 600 } });
  t.after(() => server.close());
  const inject = {
    cleanFraction: 0.2,
    verifyVotes: 2,
    difficultyVotes: 2,
    targetDifficulty: [0, 0.9],
    maxAttempts: 2,
  };
  const declaration = {
    name: 'injections',
    about: 'injections whose calls depend on one another',
    source: { synthetic: { count: 12, seed: 3 } },
    stages: [{ use: 'inject', with: inject }],
    sinks: [{ file: 'final.jsonl' }],
    endpoint: {
      inject: { baseUrl: server.url, model: 'latebench-sim/injector-misbehaving' },
      critic: { baseUrl: server.url, model: 'latebench-sim/critic' },
    },
    seed: 1,
  };
  await writeFile(join(cwd, 'p.json'), JSON.stringify(declaration));
  const words = ['run', 'p.json', '--cache', 'off'];
  const final = (run: string): Promise<string> => readFile(join(cwd, run, 'final.jsonl'), 'utf8');
  const injections = async (run: string): Promise<unknown> =>
    JSON.parse(await readFile(join(cwd, run, 'manifest.json'), 'utf8')).injections;
  const direct = await runHere([...words, '--run', 'direct'], { cwd });
  assert.equal(direct.code, 0, direct.stderr);
  assert.match(await final('direct'), /"verification":\{/);
  assert.match(await final('direct'), /"difficulty":\{/);
  return { cwd, server, words, final, injections };
}

test('batches of a run that was killed are picked up, and the injections are those of direct calls', async (t) => {
  const { cwd, server, words, final, injections } = await setting(t);
  const calls = server.counts.completed;
  const batched = [...words, '--run', 'batch', '--batch'];
  const killed = await runCommand(batched, {
    cwd,
    started(child) {
      void (async () => {
        while (!existsSync(join(cwd, 'batch', 'batches.jsonl'))) await sleep(10);
        child.kill('SIGKILL');
      })();
    },
  });
  assert.equal(killed.signal, 'SIGKILL');
  const done = await runHere(batched, { cwd });
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await final('batch'), await final('direct'));
  assert.deepEqual(await injections('batch'), await injections('direct'));
  assert.equal(server.counts.completed, 2 * calls, 'no call was paid for twice');
});

test('workers that are killed and started again make the injections of one process', {
  skip: withoutRedis,
}, async (t) => {
  const { cwd, server, words, final, injections } = await setting(t);
  const redis = await startRedis();
  t.after(() => redis.close());
  const queue = ['--redis', redis.url];
  const before = server.counts.completed;
  const coordinated = runHere([...words, '--run', 'queued', '--engine', 'bullmq', ...queue], { cwd });
  while (!existsSync(join(cwd, 'queued', 'queue.json'))) await sleep(50);
  const worker = ['worker', 'queued', ...queue, '-c', '2', '--lock', '2', '--cache', 'off'];
  const first = runCommand(worker, {
    cwd,
    started(child) {
      void (async () => {
        while (server.counts.completed < before + 6) await sleep(5);
        child.kill('SIGKILL');
      })();
    },
  });
  assert.equal((await first).signal, 'SIGKILL');
  let second: ChildProcess | undefined;
  const rest = runCommand(worker, {
    cwd,
    started: (child) => {
      second = child;
    },
  });
  const outcome = await coordinated;
  second!.kill('SIGTERM');
  await rest;
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(await final('queued'), await final('direct'));
  assert.deepEqual(await injections('queued'), await injections('direct'));
});
