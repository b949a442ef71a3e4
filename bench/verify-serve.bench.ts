// Verdicts over HTTP as trainers ask for them: 64 connections with batches of 64 pairs each, hostile pairs among them,
// beside Python Math-Verify in a pool of two processes where python3 (or LATEBENCH_PYTHON) can import it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Benchmark } from './benchmark.ts';

type Pair = Record<string, unknown>;
type Row = Record<string, string | number>;

const connections = 64;
const batchSize = 64;
const seconds = 10;
const golden = `${testData}/golden/mathverify`;
const own = 'test/golden/mathverify/own_cases.jsonl';

function pairsOf(path: string): Pair[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Pair);
}

function batches(pairs: readonly Pair[], hostile: readonly Pair[]): Buffer[] {
  return Array.from({ length: connections }, (_, k) => {
    const batch = Array.from({ length: batchSize }, (_, at) =>
      at === 0 && hostile.length > 0
        ? hostile[k % hostile.length]!
        : pairs[(k * batchSize + at) % pairs.length]!,
    );
    return Buffer.from(JSON.stringify({ pairs: batch }));
  });
}

function post(agent: Agent, url: string, body: Buffer): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const asked = request(`${url}/verify`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`the server answered ${response.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

async function load(what: string, url: string, bodies: readonly Buffer[]): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // The threads have compiled what they run most before the clock starts.
  await Promise.all(bodies.map((body) => post(agent, url, body)));
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    bodies.map(async (body) => {
      while (performance.now() - started < seconds * 1000) times.push(await post(agent, url, body));
    }),
  );
  const wall = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))]!);
  return {
    what,
    'pairs/s': Math.round((times.length * batchSize) / wall),
    batches: times.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'longest ms': at(1),
  };
}

async function served(limitMs: number): Promise<{ url: string; stop(): Promise<void> }> {
  const args = [join('bin', 'latebench.js'), 'verify', '--serve', '-q', '--pair-timeout', String(limitMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return {
    url: String(value),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const python = `
import json, logging, sys, time
from multiprocessing import Pool
try:
    from math_verify import parse, verify
except ImportError:
    sys.exit(3)
logging.disable(logging.CRITICAL)
def decide(row):
    try:
        return verify(parse(row['gold']), parse(row['pred']))
    except Exception:
        return False
if __name__ == '__main__':
    rows = [json.loads(line) for line in sys.stdin if line.strip()]
    with Pool(2) as pool:
        pool.map(decide, rows[:64])
        start = time.perf_counter()
        pool.map(decide, rows, 64)
        print(len(rows) / (time.perf_counter() - start))
`;

import { testData } from '../test/support/test-data.ts';

/** The same pairs in a pool of two processes, or why it did not run. */
function reference(pairs: readonly Pair[]): Row | string {
  const command = process.env.LATEBENCH_PYTHON ?? 'python3';
  const input = pairs.map((pair) => JSON.stringify(pair)).join('\n');
  const run = spawnSync(command, ['-c', python], { input, encoding: 'utf8', timeout: 600_000 });
  if (run.status === 0)
    return { what: 'Python Math-Verify, 2 processes', 'pairs/s': Math.round(Number(run.stdout)) };
  return `Python Math-Verify did not run: ${command} cannot import math_verify (LATEBENCH_PYTHON names another).`;
}

export const benchmark: Benchmark = {
  title: `Verdicts over HTTP: ${connections} connections, batches of ${batchSize} pairs`,
  async run() {
    const path = existsSync(golden) ? `${golden}/verify_cases.jsonl` : own;
    const pairs = pairsOf(path);
    const hostile = existsSync(golden) ? pairsOf(`${golden}/hostile_cases.jsonl`) : [];
    const limitMs = 1000;
    const server = await served(limitMs);
    try {
      const rows = [await load('latebench verify --serve', server.url, batches(pairs, []))];
      if (hostile.length > 0) {
        rows.push(await load('with a hostile pair in each batch', server.url, batches(pairs, hostile)));
      }
      const page = await (await fetch(`${server.url}/metrics`)).text();
      const ended = /^latebench_verify_ended_total (\d+)$/m.exec(page)?.[1];
      const theirs = reference(pairs);
      if (typeof theirs !== 'string') rows.push(theirs);
      const notes = [
        `Pairs: ${path}. Limit for a pair: ${limitMs} ms. Pairs ended by it: ${ended}.`,
        'The load comes from the same machine; each batch waits for those of the other connections.',
      ];
      return { rows, notes: typeof theirs === 'string' ? [...notes, theirs] : notes };
    } finally {
      await server.stop();
    }
  },
};
