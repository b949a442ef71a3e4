// A worker that is told to end: its calls on the wire are kept, the others go back to the queue, and nothing is paid twice.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = 12;
const each = 3;
/** Longer than the second that calls of an endpoint get which has not answered. */
const latencyMs = 1_500;

test('a worker that is told to end keeps its calls on the wire, and another makes the rest', {
  skip: withoutRedis,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const redis = await startRedis();
  t.after(() => redis.close());
  const server = await startSimulator({ latencyMs });
  t.after(() => server.close());
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?","answer":"2"}\n');
  const words = [
    'pool',
    'build',
    'problems.jsonl',
    '--n',
    `${samples}`,
    '--max-tokens',
    '8',
    '--top-logprobs',
  ];
  const where = ['2', '--base-url', server.url, '--model', 'latebench-sim/sampler', '--pool', 'pool'];
  const queue = ['--redis', redis.url];
  const built = runBeside(t, [...words, ...where, '--engine', 'bullmq', ...queue], { cwd });
  while (!existsSync(join(cwd, 'pool', 'queue.json'))) await sleep(50);
  const probes = server.counts.requests;
  let first: Running | undefined;
  const worker = ['worker', 'pool', ...queue, '-c', `${each}`];
  const ended = runBeside(t, worker, {
    cwd,
    started: (child) => {
      first = child;
    },
  });
  // The first calls have been answered, and the next are on the wire.
  while (server.counts.requests < probes + 2 * each) await sleep(5);
  first!.kill('SIGTERM');
  const { stderr } = await ended;
  assert.match(stderr, /waiting for 3 calls in flight, for at most 2\.\d s/);
  assert.equal(server.counts.completed, probes + 2 * each);
  let second: Running | undefined;
  const rest = runBeside(t, worker, {
    cwd,
    started: (child) => {
      second = child;
    },
  });
  const outcome = await built;
  second!.kill('SIGTERM');
  await rest;
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.deepEqual([server.counts.completed, server.counts.aborted], [probes + samples, 0]);
});
