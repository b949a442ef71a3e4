// Records a second of `latebench filter` beside `jq -c` and a Python loop that loads, tests and dumps: the same
// records, the same condition, start-up and all, in turns.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, rounded } from './benchmark.ts';

const records = 150_000;
const turns = 3;

const pythonLoop = `
import json, sys
write = sys.stdout.write
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        record = json.loads(line)
        if len(record["steps"]) >= 8:
            write(json.dumps(record) + "\\n")
`;

interface Contender {
  readonly what: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What `filter` must reach, as a multiple of this one's speed. */
  readonly goal: number | null;
}

function contenders(path: string): Contender[] {
  const filter = ['bin/latebench.js', 'filter', '-q', '--min-steps', '8', path];
  return [
    { what: 'latebench filter', command: process.execPath, args: filter, goal: null },
    { what: 'jq -c', command: 'jq', args: ['-c', 'select((.steps | length) >= 8)', path], goal: 3 },
    { what: 'python3 loop', command: 'python3', args: ['-c', pythonLoop, path], goal: 0.8 },
  ];
}

function isInstalled({ command }: Contender): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

function secondsOf({ what, command, args }: Contender): number {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${what} ended with ${status}`);
  return (performance.now() - started) / 1000;
}

function makeRecords(path: string): void {
  const file = openSync(path, 'w');
  const args = ['bin/latebench.js', 'ingest', '--adapter', 'synthetic', '--n', String(records), '-q'];
  execFileSync(process.execPath, args, { stdio: ['ignore', file, 'inherit'] });
  closeSync(file);
}

export const benchmark: Benchmark = {
  title: 'Records a second of `filter` (goals: at least 3x `jq -c` and 0.8x a Python loop)',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'latebench-bench-'));
    try {
      const path = join(folder, 'records.jsonl');
      makeRecords(path);
      const all = contenders(path);
      const present = all.filter(isInstalled);
      const fastest = new Map(present.map((contender) => [contender, Number.POSITIVE_INFINITY]));
      for (let turn = 0; turn < turns; turn += 1) {
        for (const contender of present) {
          fastest.set(contender, Math.min(fastest.get(contender)!, secondsOf(contender)));
        }
      }
      const own = fastest.get(present[0]!)!;
      const rows = present.map((contender) => ({
        what: contender.what,
        'records/s': Math.round(records / fastest.get(contender)!),
        'filter is': `${rounded(fastest.get(contender)! / own)}x`,
        goal: contender.goal === null ? '' : `${contender.goal}x`,
      }));
      const absent = all.filter((contender) => !present.includes(contender));
      const megabytes = Math.round(statSync(path).size / 1e6);
      return {
        rows,
        notes: [
          `${records} synthetic records, ${megabytes} MB; fastest of ${turns} turns each.`,
          ...absent.map(({ what }) => `${what}: not installed, left out.`),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
