// Samples a second of a queued pool build with 1, 2 and 4 workers at 200 ms latency, and what the queue itself costs a
// job: the same jobs through Redis with nothing to do.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCoordinator } from '../src/queue/coordinator.ts';
import { runWorker } from '../src/queue/worker.ts';
import { startSimulator } from '../src/simulator/server.ts';
import { startRedis, withoutRedis } from '../test/support/redis.ts';
import { type Benchmark, rounded } from './benchmark.ts';

const problems = 10;
const samples = 128;
const concurrency = 25;
const latencyMs = 200;
const emptyJobs = 5000;

/** Milliseconds a job that does nothing takes, from being put on the queue to its group's end. */
async function emptyMs(redis: string): Promise<number> {
  const signal = new AbortController();
  const worker = runWorker({
    board: null,
    redis,
    run: 'empty',
    concurrency,
    signal: signal.signal,
    abandon: signal.signal,
    say: () => {},
    perform: async () => {},
  });
  const started = performance.now();
  await runCoordinator({
    board: null,
    redis,
    run: 'empty',
    globalConcurrency: undefined,
    signal: new AbortController().signal,
    say: () => {},
    async *groups() {
      for (let group = 0; group < emptyJobs / samples; group += 1)
        yield { group, missing: Array.from({ length: samples }, (_, at) => at) };
    },
    finish: async () => [],
  });
  const taken = performance.now() - started;
  signal.abort();
  await worker;
  return taken / (Math.floor(emptyJobs / samples) * samples);
}

async function poolRate(redis: string, workers: number): Promise<number> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-bench-'));
  const server = await startSimulator({ latencyMs, requestCounts: false });
  const children: ChildProcess[] = [];
  const start = (args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [join(process.cwd(), 'bin', 'latebench.js'), ...args], {
      cwd,
      stdio: 'ignore',
    });
    children.push(child);
    return child;
  };
  try {
    const rows = Array.from({ length: problems }, (_, at) =>
      JSON.stringify({ id: `p${at}`, problem: `Is ${at} even?` }),
    );
    await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
    const words = [
      'pool',
      'build',
      'problems.jsonl',
      '--pool',
      'p',
      '--n',
      String(samples),
      '--max-tokens',
      '16',
    ];
    words.push('--top-logprobs', '2', '--base-url', server.url, '--model', 'latebench-sim/sampler');
    const build = start([...words, '--engine', 'bullmq', '--redis', redis]);
    while (!existsSync(join(cwd, 'p', 'queue.json'))) await sleep(20);
    for (let n = 0; n < workers; n += 1) start(['worker', 'p', '--redis', redis, '-c', String(concurrency)]);
    // Without the time that processes take to start.
    const first = problems * samples * 0.1;
    while (server.counts.completed < first) await sleep(5);
    const from = { at: performance.now(), calls: server.counts.completed };
    while (server.counts.completed < problems * samples * 0.9) await sleep(5);
    const rate = (server.counts.completed - from.calls) / ((performance.now() - from.at) / 1000);
    await new Promise((resolve) => build.once('exit', resolve));
    return rate;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await server.close();
    await rm(cwd, { recursive: true, force: true });
  }
}

export const benchmark: Benchmark = {
  title: `Queued calls a second at ${latencyMs} ms latency, ${concurrency} at once a worker, over a real redis-server`,
  async run() {
    if (withoutRedis !== false) return { rows: [], notes: [withoutRedis] };
    const redis = await startRedis();
    try {
      const rows = [];
      for (const workers of [1, 2, 4]) {
        const rate = await poolRate(redis.url, workers);
        const ideal = (workers * concurrency * 1000) / latencyMs;
        rows.push({
          workers,
          'calls/s': rounded(rate, 0),
          'latency alone allows': ideal,
          ratio: rounded(rate / ideal),
        });
      }
      const overhead = await emptyMs(redis.url);
      return {
        rows,
        notes: [`The queue itself takes ${rounded(overhead)} ms a job (flow, take, finish; one process).`],
      };
    } finally {
      await redis.close();
    }
  },
};
