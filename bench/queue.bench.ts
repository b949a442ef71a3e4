// Samples a second of a queued pool build with 1, 2 and 4 workers at 200 ms latency, and what the queue itself costs a
// job: the same jobs through Redis with nothing to do.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const usage = join(import.meta.dirname, 'pool-bodies', 'usage.mjs');

/** Processor milliseconds that Redis has used. */
function redisCpuMs(redis: string): number {
  const { stdout } = spawnSync('redis-cli', ['-u', redis, 'info', 'cpu'], { encoding: 'utf8' });
  const used = [...stdout.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].map(([, seconds]) =>
    Number(seconds),
  );
  return 1000 * used.reduce((sum, seconds) => sum + seconds, 0);
}

/** Waits for what a command brings about; a command that has ended will not. */
async function until(comes: () => boolean, command: ChildProcess): Promise<void> {
  while (!comes()) {
    if (command.exitCode !== null) throw new Error(`a command ended early, with ${command.exitCode}`);
    await sleep(10);
  }
}

interface CpuMs {
  readonly coordinator: number;
  readonly worker: number;
  readonly redis: number;
}

/** Processor time of a queued pool build with one worker and short replies without latency. */
async function poolCpu(redis: string, problemCount: number, sampleCount: number): Promise<CpuMs> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-bench-'));
  const server = await startSimulator({ requestCounts: false });
  const redisBefore = redisCpuMs(redis);
  const start = (name: string, args: readonly string[]): ChildProcess =>
    spawn(process.execPath, ['--import', usage, join(process.cwd(), 'bin', 'latebench.js'), ...args], {
      cwd,
      stdio: 'ignore',
      env: { ...process.env, LATEBENCH_USAGE: join(cwd, name) },
    });
  const cpuOf = async (name: string): Promise<number> =>
    1000 * (JSON.parse(await readFile(join(cwd, name), 'utf8')) as { cpuSeconds: number }).cpuSeconds;
  try {
    const rows = Array.from({ length: problemCount }, (_, at) =>
      JSON.stringify({ id: `p${at}`, problem: `Is ${at} even?` }),
    );
    await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
    const words = ['pool', 'build', 'problems.jsonl', '--pool', 'p', '--n', String(sampleCount), '-q'];
    words.push('--max-tokens', '16', '--top-logprobs', '2', '--engine', 'bullmq', '--redis', redis);
    const build = start('build.json', [
      ...words,
      ...['--base-url', server.url, '--model', 'latebench-sim/sampler'],
    ]);
    await until(() => existsSync(join(cwd, 'p', 'queue.json')), build);
    const worker = start('worker.json', ['worker', 'p', '--redis', redis, '-c', String(concurrency), '-q']);
    // The worker ends by itself when the run is done, perhaps before the build.
    await Promise.all([once(build, 'exit'), once(worker, 'exit')]);
    return {
      coordinator: await cpuOf('build.json'),
      worker: await cpuOf('worker.json'),
      redis: redisCpuMs(redis) - redisBefore,
    };
  } finally {
    await server.close();
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Processor milliseconds a call: what many calls take more than few, so that starting up does not count. */
async function cpuOfCall(redis: string): Promise<CpuMs> {
  const few = await poolCpu(redis, 2, samples);
  const many = await poolCpu(redis, 34, samples);
  const per = (who: keyof CpuMs): number => rounded((many[who] - few[who]) / (32 * samples), 3);
  return { coordinator: per('coordinator'), worker: per('worker'), redis: per('redis') };
}

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
    await until(() => existsSync(join(cwd, 'p', 'queue.json')), build);
    const ended = once(build, 'exit');
    for (let n = 0; n < workers; n += 1) start(['worker', 'p', '--redis', redis, '-c', String(concurrency)]);
    // Without the time that processes take to start.
    const first = problems * samples * 0.1;
    await until(() => server.counts.completed >= first, build);
    const from = { at: performance.now(), calls: server.counts.completed };
    await until(() => server.counts.completed >= problems * samples * 0.9, build);
    const rate = (server.counts.completed - from.calls) / ((performance.now() - from.at) / 1000);
    await ended;
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
      const cpu = await cpuOfCall(redis.url);
      return {
        rows,
        notes: [
          `The queue itself takes ${rounded(overhead)} ms a job (flow, take, finish; one process).`,
          `CPU ms a call: worker ${cpu.worker}, coordinator ${cpu.coordinator} (goal: 0.2), Redis ${cpu.redis}.`,
        ],
      };
    } finally {
      await redis.close();
    }
  },
};
