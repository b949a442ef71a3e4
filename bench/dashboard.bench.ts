// The dashboard over large files: from the command to the first page, a filter over scalar columns, and memory, for a
// Parquet file of 1,000,000 records and a JSONL file of 200,000.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticRecords } from '../src/datasets/synthetic.ts';
import type { Solution } from '../src/records/solution.ts';
import { openOutput } from '../src/storage/output.ts';
import { type Benchmark, rounded } from './benchmark.ts';

const critic = 'made-up/critic';

/** Synthetic solutions, some thousands of them again and again under new ids, labelled and judged by turns. */
async function writeRecords(path: string, count: number): Promise<void> {
  const made: Solution[] = [];
  for (const record of syntheticRecords({ count: 4000, seed: 1 })) made.push(record);
  const output = await openOutput(path);
  for (let n = 0; n < count; n += 1) {
    const record = made[n % made.length]!;
    const erroneous = n % 2 === 1;
    const label = erroneous ? n % record.steps.length : -1;
    const more = output.write({
      ...record,
      id: `synthetic/${n}`,
      error_steps: erroneous ? [label] : [],
      error_source: erroneous ? 'natural' : null,
      critiques: [
        {
          critic,
          protocol: 'first_error',
          status: 'ok',
          first_error: n % 3 === 0 ? label : -1,
          error_steps: [],
        },
      ],
    });
    if (more !== undefined) await more;
  }
  await output.close();
}

interface View {
  readonly url: string;
  readonly child: ChildProcess;
}

function view(path: string): Promise<View> {
  const child = spawn(process.execPath, [
    'bin/latebench.js',
    'view',
    path,
    '--port',
    '0',
    '--no-token',
    '-q',
  ]);
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve({ url: chunk.toString().trim(), child }));
    child.once('exit', (code) => reject(new Error(`view ended with ${code}`)));
  });
}

function memoryMb({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function measure(path: string, what: string): Promise<Record<string, string | number>> {
  let opened: View | undefined;
  const ask = async (query: string): Promise<{ matched: number }> =>
    (await (await fetch(`${opened!.url}api/sources/1/records?${query}`)).json()) as { matched: number };
  const open = await timed(async () => {
    opened = await view(path);
  });
  const first = await timed(() => ask('limit=50'));
  const firstRss = memoryMb(opened!.child, 'VmRSS');
  // The index over the scalar columns is read by the first filter that needs it.
  const facet = await timed(() => ask('f.subject=algebra&f.label=erroneous'));
  // Until everything is in memory, then a filter over it.
  await fetch(`${opened!.url}api/sources/1/slices`);
  const warm = await timed(() => ask('f.subject=geometry&f.outcome=missed'));
  const record = await timed(() =>
    fetch(`${opened!.url}api/sources/1/records/${what.startsWith('Parquet') ? 777_777 : 177_777}`),
  );
  const peak = memoryMb(opened!.child, 'VmHWM');
  opened!.child.kill();
  return {
    file: what,
    'opened, ms': rounded(open, 0),
    'first page, ms': rounded(first, 0),
    'MB then': rounded(firstRss, 0),
    'first facet filter, ms': rounded(facet, 0),
    'next filter, ms': rounded(warm, 0),
    'one record, ms': rounded(record, 0),
    'peak MB': rounded(peak, 0),
  };
}

export const benchmark: Benchmark = {
  title:
    'Dashboard (goals: first page of 1,000,000 Parquet records < 1 s and <= 300 MB; a facet filter < 3 s; the same for JSONL of 200,000 once indexed)',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'latebench-bench-'));
    try {
      const parquet = join(folder, 'records.parquet');
      const jsonl = join(folder, 'records.jsonl');
      await writeRecords(parquet, 1_000_000);
      await writeRecords(jsonl, 200_000);
      const mb = async (path: string): Promise<number> => Math.round((await stat(path)).size / 1e6);
      return {
        rows: [
          await measure(parquet, `Parquet, 1,000,000 records, ${await mb(parquet)} MB`),
          await measure(jsonl, `JSONL, 200,000 records, ${await mb(jsonl)} MB`),
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
