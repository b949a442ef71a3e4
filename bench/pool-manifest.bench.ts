// The manifest of a pool of 10,000 problems with 4,096 samples: opening it, and committing parts to it; the cost of a
// commit beside that in pools of 100 and of 100,000 problems.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, rounded } from './benchmark.ts';

const script = join(import.meta.dirname, 'pool-manifest', 'measure.ts');

interface Measured {
  readonly megabytes: number;
  readonly openMs: number;
  readonly rssMb: number;
  readonly commitMs: number;
  readonly commitCpuMs: number;
}

/** In a process of its own: what it holds is what the manifest takes. */
function measured(what: 'make' | 'open' | 'commit', folder: string, problems: number): Partial<Measured> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', script, what, folder, String(problems)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Partial<Measured>;
}

/** Sizes take turns, and the best of each counts: what else the machine does meets all of them. */
const rounds = 3;

async function ofSizes(sizes: readonly number[]): Promise<Record<string, string | number>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-manifest-'));
  const placeOf = (problems: number): string => join(folder, String(problems));
  try {
    for (const problems of sizes) await mkdir(placeOf(problems));
    const made = sizes.map((problems) => measured('make', placeOf(problems), problems));
    const opened = sizes.map((problems) => measured('open', placeOf(problems), problems));
    const committed = Array.from({ length: rounds }, () =>
      sizes.map((problems) => measured('commit', placeOf(problems), problems)),
    );
    const best = (at: number, of: 'commitMs' | 'commitCpuMs'): number =>
      Math.min(...committed.map((round) => round[at]![of]!));
    return sizes.map((problems, at) => ({
      problems,
      facts: problems * 64,
      'MB on disk': rounded(made[at]!.megabytes!, 1),
      'open ms': rounded(opened[at]!.openMs!, 0),
      'RSS MB': rounded(opened[at]!.rssMb!, 0),
      'commit ms': rounded(best(at, 'commitMs'), 3),
      'commit CPU ms': rounded(best(at, 'commitCpuMs'), 3),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const benchmark: Benchmark = {
  title: 'The manifest of a pool with 4,096 samples a problem',
  async run() {
    const rows = await ofSizes([100, 10_000, 100_000]);
    const cpu = rows.map((row) => Number(row['commit CPU ms']));
    return {
      rows,
      notes: [
        `a commit in a pool of 100,000 problems takes ${rounded(cpu.at(-1)! / cpu[0]!)} x the CPU of one in a pool of 100`,
        'a commit: both sides of one part, each in a segment of its own, joining included',
      ],
    };
  },
};
