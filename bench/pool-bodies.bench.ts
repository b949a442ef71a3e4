// Tokens a second from response bodies to token confidences: our scan against JSON.parse, and against Python's json
// with plain Python and with numpy where they are there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenConfidence } from '../src/deepconf/token-confidence.ts';
import { logprobsByShape } from '../src/endpoints/reply-logprobs.ts';
import { readReply } from '../src/endpoints/wire-reply.ts';
import { startSimulator } from '../src/simulator/server.ts';
import { type Benchmark, rounded } from './benchmark.ts';

const tokens = 4096;
const k = 20;
const bodies = 4;

const python = `
import json, sys, time
try:
    import numpy as np
except ImportError:
    np = None
def plain(body):
    out = []
    for token in json.loads(body)["choices"][0]["logprobs"]["content"]:
        values = [t["logprob"] for t in token["top_logprobs"] if t["logprob"] > -1000]
        out.append(-sum(values) / len(values))
    return sum(out)
def numpy(body):
    content = json.loads(body)["choices"][0]["logprobs"]["content"]
    top = np.array([[t["logprob"] for t in token["top_logprobs"]] for token in content])
    return float(-np.where(top > -1000, top, np.nan).mean(axis=1).sum())
bodies = [open(path, "rb").read() for path in sys.argv[1:]]
for name, work in (("plain", plain), ("numpy", numpy if np else None)):
    if work is None:
        continue
    best = None
    for _ in range(3):
        started = time.perf_counter()
        total = sum(work(body) for body in bodies)
        seconds = time.perf_counter() - started
        best = seconds if best is None else min(best, seconds)
    print(json.dumps({"name": name, "seconds": best, "total": total}))
`;

async function makeBodies(): Promise<Buffer[]> {
  const server = await startSimulator({ sampler: { tokens: [tokens - 3, tokens - 3] } });
  try {
    const made: Buffer[] = [];
    for (let seed = 0; seed < bodies; seed += 1) {
      const messages = [{ role: 'user', content: 'How many?' }];
      const asked = { model: 'latebench-sim/sampler', messages, seed, logprobs: true, top_logprobs: k };
      const response = await fetch(`${server.url}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify(asked),
      });
      made.push(Buffer.from(await response.arrayBuffer()));
    }
    return made;
  } finally {
    await server.close();
  }
}

function sumOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function scan(body: Buffer): number {
  const { chosen, top } = readReply(200, body, k).logprobs!;
  return sumOf(tokenConfidence({ chosen, top, k }).conf);
}

function parse(body: Buffer): number {
  const value = JSON.parse(body.toString()) as { choices: { logprobs: unknown }[] };
  const { chosen, top } = logprobsByShape(value.choices[0]!.logprobs, k)!;
  return sumOf(tokenConfidence({ chosen, top, k }).conf);
}

function fastest(all: readonly Buffer[], work: (body: Buffer) => number): { seconds: number; total: number } {
  let seconds = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let round = 0; round < 4; round += 1) {
    const started = performance.now();
    total = all.reduce((sum, body) => sum + work(body), 0);
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  return { seconds, total };
}

async function scans(): ReturnType<Benchmark['run']> {
  const all = await makeBodies();
  const folder = mkdtempSync(join(tmpdir(), 'latebench-bench-'));
  try {
    const paths = all.map((body, at) => {
      const path = join(folder, `${at}.json`);
      writeFileSync(path, body);
      return path;
    });
    const results = [
      { name: 'scan of the bytes', ...fastest(all, scan) },
      { name: 'JSON.parse, then by shape', ...fastest(all, parse) },
    ];
    const { stdout } = spawnSync('python3', ['-c', python, ...paths], { encoding: 'utf8' });
    for (const line of (stdout ?? '').split('\n').filter((text) => text !== '')) {
      const { name, seconds, total } = JSON.parse(line) as { name: string; seconds: number; total: number };
      results.push({ name: `Python json.loads, ${name}`, seconds, total });
    }
    const best = results[0]!;
    const bytes = all.reduce((sum, body) => sum + body.length, 0);
    for (const { name, total } of results) {
      if (Math.abs(total / best.total - 1) > 1e-6)
        throw new Error(`${name} gives ${total} and not ${best.total}`);
    }
    return {
      rows: results.map(({ name, seconds }) => ({
        what: name,
        'tokens/s': Math.round((bodies * tokens) / seconds),
        'MB/s': Math.round(bytes / 1e6 / seconds),
        'scan is faster by': `${rounded(seconds / best.seconds, 1)} x`,
      })),
      notes: [`${rounded(bytes / bodies / 1e6, 1)} MB a body. Goal: 8 x Python.`],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const benchmark: Benchmark = {
  title: `Response bodies of ${tokens} tokens x ${k} alternatives to token confidences`,
  run: scans,
};
