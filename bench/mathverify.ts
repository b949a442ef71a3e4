// How many full cases (two extractions, two parses, one comparison) the engine decides in a second on one core, what
// hostile inputs cost, and the same cases through Python Math-Verify where python3 can import it.
// Run with `npx tsx bench/mathverify.ts`; hostile heap figures need `node --expose-gc --import tsx bench/mathverify.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { verifyCase } from '../src/mathverify/index.ts';

type Case = Record<string, unknown> & { readonly id: string };

const SHARED = '../shared/golden/mathverify/verify_cases.jsonl';
const OWN = 'test/golden/mathverify/own_cases.jsonl';
const HOSTILE = 'test/golden/mathverify/hostile_cases.jsonl';
const SECONDS = 4;

function readCases(path: string): Case[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Case);
}

function throughput(cases: readonly Case[]): void {
  for (let k = 0; k < 20; k += 1) for (const row of cases) verifyCase(row);
  const cpu = process.cpuUsage();
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < SECONDS * 1000) {
    for (const row of cases) verifyCase(row);
    done += cases.length;
  }
  const wall = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu);
  const busy = (used.user + used.system) / 1e6;
  console.log(
    `  ${Math.round(done / wall)} cases/s by the clock, ${Math.round(done / busy)} per second of processor time`,
  );
}

function hostile(): void {
  const collect = (globalThis as { gc?: () => void }).gc;
  for (const row of readCases(HOSTILE)) {
    verifyCase(row);
    collect?.();
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    const { verdict } = verifyCase(row);
    const spent = performance.now() - start;
    const heap = (process.memoryUsage().heapUsed - before) / 1e6;
    console.log(`  ${row.id}: ${spent.toFixed(1)} ms, ${Math.max(heap, 0).toFixed(1)} MB, ${verdict}`);
  }
}

const PYTHON = `
import json, sys, time
try:
    from math_verify import parse, verify, LatexExtractionConfig, ExprExtractionConfig
except ImportError:
    sys.exit(3)
def configs(rows):
    made = [LatexExtractionConfig(**{k: v for k, v in r.items() if k != 'type'}) if r['type'] == 'latex' else ExprExtractionConfig() for r in rows]
    return made
cases = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
right, start = 0, time.perf_counter()
for row in cases:
    gold = parse(row['gold'], configs(row.get('gold_config') or [{'type': 'latex'}, {'type': 'expr'}]))
    pred = parse(row['pred'], configs(row.get('pred_config') or [{'type': 'latex'}, {'type': 'expr'}]))
    right += verify(gold, pred) == row['expected']
spent = time.perf_counter() - start
print(f'  {len(cases) / spent:.0f} cases/s, agrees on {right} of {len(cases)} (options of the cases not applied)')
`;

function python(path: string): void {
  const run = spawnSync('python3', ['-c', PYTHON, path], { encoding: 'utf8', timeout: 600_000 });
  if (run.status === 0) process.stdout.write(run.stdout);
  else if (run.error !== undefined || run.status === 3)
    console.log('  not run: python3 cannot import math_verify here');
  else console.log(`  not run: ${run.stderr.trim().split('\n').at(-1) ?? 'python3 failed'}`);
}

const path = existsSync(SHARED) ? SHARED : OWN;
console.log(`golden cases (${path}):`);
throughput(readCases(path));
console.log('hostile cases:');
hostile();
console.log('Python Math-Verify on the same cases:');
python(path);
