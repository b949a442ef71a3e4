// Records a second and peak memory of `latebench score` over a million judged records, beside a plain Python loop that
// counts the same for the critic and the same baselines (without intervals, calibration or vote curve).
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutput } from '../src/storage/output.ts';
import { type Benchmark, rounded } from './benchmark.ts';

/** The file is read several times over: a million records need not lie on the disk. */
const inFile = 200_000;
const times = 5;

const pythonLoop = `
import json, sys
def region(n): return 2 * n // 3
guesses = [
    lambda n, k: list(range(n)), lambda n, k: list(range(region(n), n)), lambda n, k: [region(n)],
    lambda n, k: [(region(n) + n - 1) // 2], lambda n, k: [n - 1], lambda n, k: [],
    lambda n, k: [k % (n + 1)] if k % (n + 1) < n else [], lambda n, k: [0],
]
counts = [dict(exact=0, wrong=0, missed=0, passed=0, flagged=0, tp=0, fp=0, fn=0) for _ in range(9)]
def add(c, gold, first, flags):
    label = min(gold) if gold else -1
    if label == -1: c["passed" if first == -1 else "flagged"] += 1
    else: c["exact" if first == label else "missed" if first == -1 else "wrong"] += 1
    kept = {f for f in flags if label == -1 or f <= label}
    hits = len(kept & {label})
    c["tp"] += hits; c["fp"] += len(kept) - hits; c["fn"] += (label != -1) - hits
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as lines:
        for k, line in enumerate(lines):
            record = json.loads(line)
            gold, n = record["error_steps"], len(record["steps"])
            critique = record["critiques"][0]
            add(counts[0], gold, critique["first_error"], critique["error_steps"])
            for c, guess in zip(counts[1:], guesses):
                flags = guess(n, k)
                add(c, gold, min(flags) if flags else -1, flags)
for c in counts: print(c)
`;

async function makeRecords(path: string): Promise<void> {
  const sink = await openOutput(path);
  for (let i = 0; i < inFile; i += 1) {
    const n = 8 + (i % 9);
    const label = i % 2 === 0 ? -1 : n - 1 - (i % 3);
    const first = i % 5 === 0 ? -1 : i % 7 === 0 ? 2 : label;
    await sink.write({
      id: `bench/${i}`,
      dataset: 'bench',
      subset: `part-${i % 4}`,
      problem: `Problem ${i}: find the value of the sum of the first ${i + 3} terms of the sequence.`,
      steps: Array.from({ length: n }, (_, k) => `In step ${k} the partial sum becomes ${i + k * k}.`),
      error_steps: label === -1 ? [] : [label],
      critiques: [
        {
          critic: 'bench',
          protocol: 'first_error',
          status: 'ok',
          first_error: first,
          error_steps: first === -1 ? [] : [first],
        },
      ],
    });
  }
  await sink.close();
}

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Wall time, and the highest resident size that /proc showed. */
async function measure(command: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: 'ignore' });
  let max = 0;
  const timer = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      max = Math.max(max, Number(peak ?? 0) / 1024);
    } catch {
      // The process has ended: its last sample stands.
    }
  }, 20);
  const status = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${status}`);
  return { seconds: (performance.now() - started) / 1000, megabytes: max };
}

export const benchmark: Benchmark = {
  title:
    'Records a second of `score`, and its memory over 1,000,000 records (goal: as at 200,000, within 1.15x)',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'latebench-bench-'));
    try {
      const path = join(folder, 'judged.jsonl');
      await makeRecords(path);
      const score = (copies: number, ...more: string[]) =>
        measure(process.execPath, [
          'bin/latebench.js',
          'score',
          '-q',
          '--format',
          'json',
          ...more,
          ...new Array(copies).fill(path),
        ]);
      const small = await score(1);
      const large = await score(times);
      const plain = await score(times, '--bootstrap', '0');
      const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
      const python = hasPython
        ? await measure('python3', ['-c', pythonLoop, ...new Array(times).fill(path)])
        : null;
      const row = (what: string, count: number, { seconds, megabytes }: Measured) => ({
        what,
        records: count,
        'records/s': Math.round(count / seconds),
        'peak MB': rounded(megabytes, 0),
        'of its speed at 1M, the Python loop has':
          python === null || count === inFile ? '' : `${rounded(seconds / python.seconds)}x`,
      });
      const million = inFile * times;
      return {
        rows: [
          row('latebench score', inFile, small),
          row('latebench score', million, large),
          row('latebench score --bootstrap 0', million, plain),
          ...(python === null ? [] : [row('python3 loop', million, python)]),
        ],
        notes: [
          `${Math.round(statSync(path).size / 1e6)} MB read ${times} times; memory at a million is ${rounded(large.megabytes / small.megabytes)}x of that at ${inFile}.`,
          ...(python === null ? ['python3: not installed, left out.'] : []),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
