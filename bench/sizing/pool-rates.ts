// What samples of 4,096 tokens with 20 alternatives take, measured on a queued build from the simulated endpoint: bytes
// in a part and in a journal, processor seconds of worker and coordinator, memory of a worker.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adoptPart } from '../../src/deepconf/pool/adopt.ts';
import { planBuild } from '../../src/deepconf/pool/build-plan.ts';
import { PoolManifest } from '../../src/deepconf/pool/manifest.ts';
import { readPoolSettings } from '../../src/deepconf/pool/pool-settings.ts';
import { readPoolProblems } from '../../src/deepconf/pool/problems-file.ts';
import { type Measured, start } from './processes.ts';

export const tokens = 4096;
const samples = 32;
const model = 'latebench-sim/sampler';

export interface PoolRates {
  /** Bytes of one reply over the wire. */
  readonly bodyBytes: number;
  /** Bytes of one sample in parts, without and with the alternatives of each token. */
  readonly coreBytes: number;
  readonly topBytes: number;
  /** Bytes of one reply in a journal. */
  readonly frameBytes: number;
  /** Processor seconds of one reply. */
  readonly workerSeconds: number;
  /** Of taking a part in, without what the queue costs. */
  readonly coordinatorSeconds: number;
  /** MB of a worker that makes one call at a time, and more with each further call. */
  readonly workerMb: number;
  readonly callMb: number;
  readonly coordinatorMb: number;
}

function bytesBelow(folder: string, ending: string): number {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith(ending)) continue;
    try {
      sum += statSync(join(folder, name)).size;
    } catch {
      // Removed since it was listed.
    }
  }
  return sum;
}

/** What the coordinator does with a part that a worker has put together. */
async function adoptionSeconds(folder: string): Promise<number> {
  const settings = await readPoolSettings(folder);
  const problems = await readPoolProblems(folder);
  if (settings === undefined) throw new Error(`${folder} is not a pool`);
  const manifest = await PoolManifest.read(folder);
  for (const side of ['core', 'top'] as const) manifest.drop(side, problems[0]!.problem_id, 0);
  const [job] = planBuild(manifest, problems, samples);
  const before = process.cpuUsage();
  if ((await adoptPart({ folder, settings, manifest }, job!)) === null)
    throw new Error('the part is not whole');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / samples;
}

interface Built {
  readonly worker: Measured;
  readonly coordinator: Measured;
  readonly workerSeconds: number;
  readonly frameBytes: number;
}

async function build(
  cwd: string,
  { url, redis, pool, concurrency }: { url: string; redis: string; pool: string; concurrency: number },
): Promise<Built> {
  const words = ['pool', 'build', 'problems.jsonl', '--pool', pool, '--n', String(samples)];
  words.push('--max-tokens', String(tokens), '--top-logprobs', '20', '--base-url', url, '--model', model);
  const coordinator = start([...words, '--engine', 'bullmq', '--redis', redis, '--no-disk-check'], cwd);
  await coordinator.printed('the samples are on the queue');
  const worker = start(['worker', pool, '--redis', redis, '-c', String(concurrency)], cwd);
  try {
    await worker.printed('working for');
    const before = worker.cpuSeconds();
    let max = 0;
    while (coordinator.child.exitCode === null) {
      max = Math.max(max, bytesBelow(join(cwd, pool, 'journal'), '.lbj'));
      await sleep(100);
    }
    if (coordinator.child.exitCode !== 0)
      throw new Error(`the build ended with ${coordinator.child.exitCode}`);
    return {
      worker,
      coordinator,
      workerSeconds: (worker.cpuSeconds() - before) / samples,
      frameBytes: max / samples,
    };
  } finally {
    await worker.end();
    await coordinator.end();
  }
}

async function bodyBytes(url: string): Promise<number> {
  const messages = [{ role: 'user', content: 'How many?' }];
  const asked = { model, messages, seed: 1, logprobs: true, top_logprobs: 20 };
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(asked) });
  return (await response.arrayBuffer()).byteLength;
}

const many = 16;

export async function poolRates(redis: string): Promise<PoolRates> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-sizing-'));
  const server = start(
    [
      'simulate',
      '-q',
      '--trace-tokens',
      String(tokens - 3),
      '--distinct-replies',
      String(samples),
      '--latency',
      '1000',
    ],
    cwd,
  );
  try {
    const url = await new Promise<string>((resolve) =>
      server.child.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())),
    );
    writeFileSync(join(cwd, 'problems.jsonl'), '{"id":"one","problem":"How many?","answer":7}\n');
    const one = await build(cwd, { url, redis, pool: 'one', concurrency: 1 });
    const all = await build(cwd, { url, redis, pool: 'many', concurrency: many });
    return {
      bodyBytes: await bodyBytes(url),
      coreBytes: bytesBelow(join(cwd, 'one', 'core'), '.parquet') / samples,
      topBytes: bytesBelow(join(cwd, 'one', 'top'), '.parquet') / samples,
      frameBytes: one.frameBytes,
      workerSeconds: one.workerSeconds,
      coordinatorSeconds: await adoptionSeconds(join(cwd, 'one')),
      workerMb: one.worker.peakMb(),
      callMb: Math.max(0, all.worker.peakMb() - one.worker.peakMb()) / (many - 1),
      coordinatorMb: Math.max(one.coordinator.peakMb(), all.coordinator.peakMb()),
    };
  } finally {
    await server.end();
    await rm(cwd, { recursive: true, force: true });
  }
}
