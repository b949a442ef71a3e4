// A pool bought by three worker processes over a real redis-server while one is killed, one is stopped beyond its lock and
// woken again, and Redis is emptied; beside it the same pool from one process. A test runs it small, the soak large.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from './beside.ts';
import { type Outcome, runHere } from './cli.ts';
import { startRedis } from './redis.ts';

export interface StormOptions {
  readonly folder: string;
  readonly problems: number;
  readonly samples: number;
  readonly latencyMs: number;
}

export interface StormReport {
  readonly single: Outcome;
  readonly queued: Outcome;
  /** Chat calls that the pool of one process took, and that of the queue. */
  readonly expected: number;
  readonly calls: number;
  /**
   * Calls that could be under way at the kill, the stop and the flush together. Counted by the places of the workers
   * concerned, not by the server: a reply that it has sent and that is not yet in a journal is under way too.
   */
  readonly inFlight: number;
  /** Names of parts that differ or are there only once. */
  readonly different: readonly string[];
  readonly parts: number;
  /** What the processes said on stderr. */
  readonly printed: string;
}

const workers = 3;
const each = 8;

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /^(core|top)\/.*\.parquet$|^(manifest|problems)\./.test(name));
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

const longestStandstillMs = 240_000;

/** Waits until so many calls have come; `log` is what the processes have said until then. */
async function reached(server: Simulator, completed: number, log: readonly string[]): Promise<void> {
  let seen = 0;
  let since = Date.now();
  while (server.counts.completed < completed) {
    if (server.counts.completed !== seen) {
      seen = server.counts.completed;
      since = Date.now();
    }
    if (Date.now() - since > longestStandstillMs) {
      throw new Error(`${seen} calls of ${completed} came\n${log.join('')}`);
    }
    await sleep(10);
  }
}

export async function queueStorm(options: StormOptions): Promise<StormReport> {
  const { folder: cwd, problems, samples, latencyMs } = options;
  const server = await startSimulator({ latencyMs, requestCounts: false });
  const redis = await startRedis();
  const children: Running[] = [];
  const log: string[] = [];
  const ended: (() => unknown)[] = [];
  const own = { after: (end: () => unknown) => void ended.push(end) };
  const start = async (name: string, args: readonly string[]): Promise<Outcome> => {
    const outcome = await runBeside(own, args, {
      cwd,
      started: (child) => void children.push(child),
      said: (text) => void log.push(`${name}: ${text}`),
    });
    log.push(`${name} ended: ${outcome.code ?? outcome.signal}\n`);
    return outcome;
  };
  try {
    const rows = Array.from({ length: problems }, (_, at) =>
      JSON.stringify({ id: `p${at}`, problem: `What is ${at} + ${at}?`, answer: String(2 * at) }),
    );
    await writeFile(join(cwd, 'problems.jsonl'), `${rows.join('\n')}\n`);
    const words = ['pool', 'build', 'problems.jsonl', '--n', String(samples), '--max-tokens', '8'];
    words.push('--top-logprobs', '2', '--base-url', server.url, '--model', 'latebench-sim/sampler');
    const single = await runHere([...words, '--pool', 'one', '-c', String(workers * each), '-q'], { cwd });
    const expected = server.counts.requests;

    const queue = ['--redis', redis.url];
    const queued = start('coordinator', [...words, '--pool', 'many', '--engine', 'bullmq', ...queue]);
    while (!existsSync(join(cwd, 'many', 'queue.json'))) await sleep(50);
    const ends = Array.from({ length: workers }, (_, at) =>
      start(`worker ${at}`, ['worker', 'many', ...queue, '-c', String(each), '--lock', '2']),
    );
    const killable = children.slice(1);
    const share = (part: number): number => expected + Math.ceil(problems * samples * part);
    await reached(server, share(0.2), log);
    killable[0]!.kill('SIGKILL');
    await reached(server, share(0.35), log);
    killable[1]!.kill('SIGSTOP');
    // Longer than the lock of two seconds.
    await sleep(4500);
    killable[1]!.kill('SIGCONT');
    await reached(server, share(0.6), log);
    redis.flush();
    const outcome = await queued;
    for (const child of killable) child.kill('SIGTERM');
    await Promise.all(ends);

    const [one, many] = await Promise.all([filesOf(join(cwd, 'one')), filesOf(join(cwd, 'many'))]);
    const names = new Set([...one.keys(), ...many.keys()]);
    return {
      single,
      queued: outcome,
      expected,
      calls: server.counts.requests - expected,
      // One worker's places at the kill and at the stop, those of the two that are left at the flush.
      inFlight: each + each + (workers - 1) * each,
      different: [...names].filter(
        (name) => !(one.get(name)?.equals(many.get(name) ?? Buffer.alloc(0)) ?? false),
      ),
      parts: names.size,
      printed: log.join(''),
    };
  } finally {
    for (const end of ended) end();
    await redis.close();
    await server.close();
  }
}
