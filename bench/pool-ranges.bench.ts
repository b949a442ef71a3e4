// A pool of 100,000 problems with 64 stored scores each, in range files: what `vote` and `pool info` take, and how long
// DuckDB counts its rows. LATEBENCH_PROBLEMS sets another number of problems.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, rounded } from './benchmark.ts';

const samples = 64;
const usage = join(import.meta.dirname, 'pool-bodies', 'usage.mjs');
const make = join(import.meta.dirname, 'pool-ranges', 'make.ts');

function ended({ status, stderr }: { status: number | null; stderr: string }): void {
  if (status !== 0) throw new Error(stderr);
}

interface Used {
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly seconds: number;
}

function used(folder: string, command: readonly string[]): Used {
  const file = join(folder, 'usage.json');
  const started = performance.now();
  ended(
    spawnSync(process.execPath, ['--import', usage, 'bin/latebench.js', ...command], {
      encoding: 'utf8',
      env: { ...process.env, LATEBENCH_USAGE: file, LATEBENCH_HOME: join(folder, 'home') },
      maxBuffer: 1 << 30,
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Used, 'seconds'>), seconds };
}

async function counted(glob: string): Promise<{ readonly rows: number; readonly seconds: number }> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    const started = performance.now();
    const result = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM '${glob}'`);
    const seconds = (performance.now() - started) / 1000;
    return { rows: Number(result.getRowsJson()[0]![0]), seconds };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function ofSize(problems: number): Promise<Record<string, string | number>> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-ranges-'));
  const pool = join(folder, 'pool');
  try {
    ended(
      spawnSync(process.execPath, ['--import', 'tsx', make, pool, String(problems), String(samples)], {
        encoding: 'utf8',
      }),
    );
    const files = readdirSync(join(pool, 'core')).map((name) => statSync(join(pool, 'core', name)).size);
    const info = used(folder, ['pool', 'info', pool, '--format', 'json']);
    const { rows, seconds } = await counted(join(pool, 'core', '*.parquet'));
    if (rows !== problems * samples) throw new Error(`DuckDB counts ${rows} rows`);
    const sets = ['--k', '16', '--repeat', '1', '--run', join(folder, 'run'), '-q'];
    const vote = used(folder, ['vote', '--pool', pool, ...sets]);
    return {
      problems,
      traces: rows,
      'range files': files.length,
      MB: rounded(files.reduce((sum, size) => sum + size, 0) / 1e6, 0),
      'vote RSS MB': rounded(vote.peakMb, 0),
      'vote CPU s': rounded(vote.cpuSeconds, 1),
      'vote s': rounded(vote.seconds, 1),
      'DuckDB count s': rounded(seconds, 3),
      'info CPU s': rounded(info.cpuSeconds),
      'info RSS MB': rounded(info.peakMb, 0),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const benchmark: Benchmark = {
  title: 'Range files of a pool with 64 stored scores a problem',
  async run() {
    const rows: Record<string, string | number>[] = [];
    const most = Number(process.env.LATEBENCH_PROBLEMS ?? 100_000);
    for (const problems of new Set([Math.min(5_000, most), most])) rows.push(await ofSize(problems));
    return {
      rows,
      notes: [
        'vote: sets of 16, 1 repeat, four metrics, two etas; it writes votes, results and report',
        'goals at 100,000: vote at most 500 MB, DuckDB under 1 s; at 5,000: info well under 1 s of CPU',
      ],
    };
  },
};
