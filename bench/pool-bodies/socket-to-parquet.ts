// `pool build` as a command, from the socket to Parquet: tokens per second of processor time and of the clock, bytes on
// disk and peak memory. The difference of a long build and a short one, so that starting up does not count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Built {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly bytes: number;
}

const usage = join(import.meta.dirname, 'usage.mjs');
const problems = 2;
/** A build that takes longer is given up. */
const longestMs = 5 * 60_000;

async function bytesBelow(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.parquet'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A build of `samples` samples of each of two problems, by the version in this folder. */
export async function buildBy(
  version: string,
  url: string,
  { samples, concurrency }: { readonly samples: number; readonly concurrency: number },
): Promise<Built> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-socket-'));
  try {
    const rows = Array.from({ length: problems }, (_, at) =>
      JSON.stringify({ id: `p${at}`, problem: `What is ${at} + 1?`, answer: at + 1 }),
    );
    await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
    const words = ['pool', 'build', 'problems.jsonl', '--pool', 'pool', '--n', `${samples}`, '-q'];
    words.push('--max-tokens', '100000', '--no-disk-check', '-c', `${concurrency}`);
    words.push('--endpoint', url, '--model', 'latebench-sim/sampler');
    const env = { ...process.env, LATEBENCH_USAGE: join(cwd, 'usage.json') };
    const command = ['--import', usage, join(resolve(version), 'bin', 'latebench.js'), ...words];
    const started = performance.now();
    const child = spawn(process.execPath, command, {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (code !== 0) throw new Error(`pool build of ${version} ended with ${code ?? signal}`);
    const seconds = (performance.now() - started) / 1000;
    const used = JSON.parse(await readFile(join(cwd, 'usage.json'), 'utf8')) as Pick<
      Built,
      'cpuSeconds' | 'peakMb'
    >;
    return { ...used, seconds, bytes: await bytesBelow(join(cwd, 'pool')) };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Replies that a build of so many samples makes. */
export function repliesOf(samples: number): number {
  return problems * samples;
}
