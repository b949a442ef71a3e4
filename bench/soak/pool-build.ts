// Pools built through HTTP from a simulated endpoint in a separate process: memory at 1,024 and 4,096 traces of
// 1,024 tokens with 20 alternatives each, and twenty kills in the middle of a build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { fingerprint } from '../../test/deepconf/pool/build-here.ts';
import { runCommand } from '../../test/support/cli.ts';
import { peakOf } from './peak.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

const model = 'latebench-sim/sampler';
const launcher = join('bin', 'latebench.js');

async function startServer(args: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [launcher, 'simulate', '-q', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}

/** How many chat requests the server has seen. */
async function requestsAt(url: string): Promise<number> {
  const response = await fetch(new URL('/simulator/counts', url));
  return ((await response.json()) as { requests: number }).requests;
}

interface GlobFacts {
  readonly rows: number;
  readonly samples: number;
  readonly tokens: number;
}

async function glob(pool: string): Promise<GlobFacts> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(`
      SELECT count(*) AS rows, count(DISTINCT (problem_id, sample_id)) AS samples, sum(len(token_conf)) AS tokens
      FROM read_parquet('${pool}/core/*/*.parquet', hive_partitioning = true)`);
    const [row] = result.getRowObjectsJson();
    return { rows: Number(row!.rows), samples: Number(row!.samples), tokens: Number(row!.tokens) };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function buildArgs(pool: string, problems: string, n: number, url: string): string[] {
  return [
    ...['pool', 'build', problems, '--pool', pool, '--n', String(n)],
    ...['--endpoint', url, '--model', model, '-q', '--no-disk-check'],
  ];
}

/** Peak memory of the building process in MB. */
async function buildPeak(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [launcher, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 50);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`the build ended with ${code}`);
  return peak;
}

async function memory(folder: string): Promise<SoakResult[]> {
  const { url, child } = await startServer(['--trace-tokens', '1024', '--distinct-replies', '32']);
  const problems = join(folder, 'one.jsonl');
  writeFileSync(problems, '{"id":"one","problem":"How many?","answer":7}\n');
  const results: SoakResult[] = [];
  const peaks: number[] = [];
  try {
    for (const n of [1024, 4096]) {
      const pool = join(folder, `pool-${n}`);
      const started = performance.now();
      const peak = await buildPeak(buildArgs(pool, problems, n, url));
      const seconds = (performance.now() - started) / 1000;
      peaks.push(peak);
      results.push(
        atMost(`peak memory for ${n} traces (${Math.round((n * 1024) / seconds)} tokens/s)`, peak, 600, 'MB'),
      );
      const { rows, tokens } = await glob(pool);
      results.push(equal(`rows by one glob (${n})`, rows, n), equal(`tokens (${n})`, tokens, n * 1024));
      rmSync(pool, { recursive: true });
    }
  } finally {
    child.kill();
  }
  results.push(atMost('4,096 traces to 1,024', peaks[1]! / peaks[0]!, 1.15, 'x'));
  return results;
}

const kills = 20;
const concurrency = 8;
const samples = 600;

async function killAndRepeat(folder: string): Promise<SoakResult[]> {
  const { url, child } = await startServer(['--trace-tokens', '40', '--latency', '20']);
  const problems = join(folder, 'three.jsonl');
  const rows = ['a', 'b', 'c'].map(
    (id) => `${JSON.stringify({ id, problem: `How many of ${id}?`, answer: 7 })}\n`,
  );
  writeFileSync(problems, rows.join(''));
  try {
    const whole = await runCommand(buildArgs(join(folder, 'whole'), problems, samples, url), { cwd: folder });
    const needed = await requestsAt(url);
    const rng = mulberry32(1);
    const args = [...buildArgs(join(folder, 'killed'), problems, samples, url), '-c', String(concurrency)];
    let killed = 0;
    let seen = needed;
    while (killed < kills) {
      const at = seen + randomInt(rng, 20, Math.ceil((1.6 * needed) / kills));
      const outcome = await runCommand(args, {
        cwd: folder,
        started: (process) => {
          void (async () => {
            while (process.exitCode === null && (await requestsAt(url)) < at) await sleep(2);
            process.kill('SIGKILL');
          })();
        },
      });
      seen = await requestsAt(url);
      if (outcome.signal !== 'SIGKILL') break;
      killed += 1;
    }
    const final = await runCommand(args, { cwd: folder });
    const replyStore = (await requestsAt(url)) - needed;
    const verified = await runCommand(['pool', 'verify', join(folder, 'killed'), '-q'], { cwd: folder });
    const facts = await glob(join(folder, 'killed'));
    const [left, right] = await Promise.all(
      ['whole', 'killed'].map((name) => fingerprint(join(folder, name))),
    );
    return [
      equal('kills', killed, kills),
      equal('exit codes', `${whole.code} ${final.code} ${verified.code}`, '0 0 0'),
      equal('same bytes as undisturbed', JSON.stringify(left) === JSON.stringify(right), true),
      equal('rows, distinct samples', `${facts.rows} ${facts.samples}`, `${3 * samples} ${3 * samples}`),
      atMost('calls made', replyStore, needed + killed * concurrency, 'calls'),
    ];
  } finally {
    child.kill();
  }
}

export const soakPoolBuild: Soak = {
  title: 'Pools from a simulated endpoint: memory at 4,096 traces, and twenty kills',
  minutes: 20,
  run: async (folder) => [...(await killAndRepeat(folder)), ...(await memory(folder))],
};
