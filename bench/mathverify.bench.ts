// How many full cases (two extractions, two parses, one comparison) are decided in a second on one core: by the
// engine, by the filter around it, and by Python Math-Verify where python3 (or LATEBENCH_PYTHON) can import it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { verifyCase } from '../src/mathverify/index.ts';
import { type Benchmark, rounded } from './benchmark.ts';

type Case = Record<string, unknown> & { readonly expected: boolean };
type Row = Record<string, string | number>;

const shared = `${testData}/golden/mathverify/verify_cases.jsonl`;
const own = 'test/golden/mathverify/own_cases.jsonl';
const seconds = 4;
const filtered = 50_000;

function engine(cases: readonly Case[]): Row {
  for (let k = 0; k < 20; k += 1) for (const row of cases) verifyCase(row);
  const before = process.cpuUsage();
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < seconds * 1000) {
    for (const row of cases) verifyCase(row);
    done += cases.length;
  }
  const wall = (performance.now() - started) / 1000;
  const used = process.cpuUsage(before);
  const busy = (used.user + used.system) / 1e6;
  const right = cases.filter((row) => verifyCase(row).equal === row.expected).length;
  return {
    what: 'mathverify',
    'cases/s': Math.round(done / wall),
    'per s of processor': Math.round(done / busy),
    'as expected': `${right} of ${cases.length}`,
  };
}

/** The command with everything around the engine: reading, checking and writing rows, and starting up. */
function filter(cases: readonly Case[]): Row {
  const lines = Array.from({ length: filtered }, (_, k) => `${JSON.stringify(cases[k % cases.length])}\n`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ['bin/latebench.js', 'verify', '-q'], {
    input: lines.join(''),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`latebench verify ended with ${status}`);
  const rate = Math.round((filtered * 1000) / (performance.now() - started));
  return { what: `latebench verify, ${filtered} rows`, 'cases/s': rate };
}

const python = `
import json, logging, sys, time
try:
    from math_verify import parse, verify, LatexExtractionConfig, ExprExtractionConfig, StringExtractionConfig
except ImportError:
    sys.exit(3)
logging.disable(logging.CRITICAL)
made = {'latex': LatexExtractionConfig, 'expr': ExprExtractionConfig, 'string': StringExtractionConfig}
def configs(rows):
    return [made[row['type']]() for row in rows or [{'type': 'latex'}, {'type': 'expr'}]]
def decide(row):
    options = row.get('options') or {}
    gold = parse(row['gold'], configs(row.get('gold_config')))
    pred = parse(row['pred'], configs(row.get('pred_config')))
    return verify(gold, pred, float_rounding=options.get('precision', 6), strict=options.get('strict', True),
        allow_set_relation_comp=options.get('allow_set_relation_comp', False))
cases = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
for row in cases[:20]:
    decide(row)
start, busy = time.perf_counter(), time.process_time()
right = sum(decide(row) == row['expected'] for row in cases)
print(json.dumps([len(cases) / (time.perf_counter() - start), len(cases) / (time.process_time() - busy), right]))
`;

import { testData } from '../test/support/test-data.ts';

/** The reference on the same cases with their options (its configurations with their defaults), or why it did not run. */
function reference(path: string, count: number): Row | string {
  const command = process.env.LATEBENCH_PYTHON ?? 'python3';
  const run = spawnSync(command, ['-c', python, path], { encoding: 'utf8', timeout: 600_000 });
  if (run.error !== undefined || run.status === 3) {
    return `Python Math-Verify did not run: ${command} cannot import math_verify (LATEBENCH_PYTHON names another).`;
  }
  if (run.status !== 0)
    return `Python Math-Verify did not run: ${run.stderr.trim().split('\n').at(-1) ?? ''}`;
  const [rate, busy, right] = JSON.parse(run.stdout) as [number, number, number];
  return {
    what: 'Python Math-Verify',
    'cases/s': rounded(rate, 1),
    'per s of processor': rounded(busy, 1),
    'as expected': `${right} of ${count}`,
  };
}

export const benchmark: Benchmark = {
  title: 'Mathematical answers: full cases decided in a second (goal: 5,000 on one core)',
  async run() {
    const path = existsSync(shared) ? shared : own;
    const cases = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case);
    const ours = engine(cases);
    const theirs = reference(path, cases.length);
    const rows = [ours, filter(cases), ...(typeof theirs === 'string' ? [] : [theirs])];
    const notes = [`Cases: ${path}.`];
    if (typeof theirs === 'string') notes.push(theirs);
    else
      notes.push(`${Math.round(Number(ours['cases/s']) / Number(theirs['cases/s']))} times the reference.`);
    return { rows, notes };
  },
};
