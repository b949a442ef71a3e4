// What a benchmark is, and how long a command takes.
import { spawnSync } from 'node:child_process';

export interface Benchmark {
  readonly title: string;
  run(): Promise<{
    readonly rows: readonly Readonly<Record<string, string | number>>[];
    readonly notes?: readonly string[];
  }>;
}

/** Shortest wall time of `times` runs, in milliseconds: the least disturbed one. */
export function fastestMs(args: readonly string[], times: number): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
