// Whether memory grows with the input: peak resident set of `ingest --adapter synthetic | filter` at two sizes.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Benchmark, rounded } from './benchmark.ts';

/** Peak resident set of each of the two processes, in MB, sampled from /proc until they end. */
async function peaks(count: number): Promise<{ ingest: number; filter: number; seconds: number }> {
  const started = performance.now();
  const ingest = spawn(process.execPath, [
    'bin/latebench.js',
    'ingest',
    '--adapter',
    'synthetic',
    '--n',
    String(count),
    '-q',
  ]);
  const filter = spawn(process.execPath, ['bin/latebench.js', 'filter', '--min-steps', '8', '-q']);
  ingest.stdout.pipe(filter.stdin);
  filter.stdout.resume();
  const max = { ingest: 0, filter: 0 };
  const sample = (): void => {
    for (const [name, child] of [
      ['ingest', ingest],
      ['filter', filter],
    ] as const) {
      try {
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
        max[name] = Math.max(max[name], Number(peak ?? 0) / 1024);
      } catch {
        // The process has ended: its last sample stands.
      }
    }
  };
  const timer = setInterval(sample, 5);
  await new Promise((resolve) => filter.on('close', resolve));
  clearInterval(timer);
  return { ...max, seconds: (performance.now() - started) / 1000 };
}

export const benchmark: Benchmark = {
  title:
    'Peak memory of `ingest --adapter synthetic | filter` (goal: 200,000 records at most 1.15x of 20,000)',
  async run() {
    const small = await peaks(20_000);
    const large = await peaks(200_000);
    const row = (what: 'ingest' | 'filter') => ({
      what,
      'MB at 20,000': rounded(small[what], 1),
      'MB at 200,000': rounded(large[what], 1),
      ratio: rounded(large[what] / small[what]),
    });
    return {
      rows: [row('ingest'), row('filter')],
      notes: [`${Math.round(200_000 / large.seconds)} records/s at 200,000.`],
    };
  },
};
