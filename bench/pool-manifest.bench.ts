// The manifest of a pool of 10,000 problems with 4,096 samples: opening it, and committing parts to it; the cost of a
// commit beside that in pools of 100 and of 100,000 problems.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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

async function ofSize(problems: number): Promise<Record<string, string | number>> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-manifest-'));
  try {
    const made = measured('make', folder, problems);
    const opened = measured('open', folder, problems);
    const committed = measured('commit', folder, problems);
    return {
      problems,
      facts: problems * 64,
      'MB on disk': rounded(made.megabytes!, 1),
      'open ms': rounded(opened.openMs!, 0),
      'RSS MB': rounded(opened.rssMb!, 0),
      'commit ms': rounded(committed.commitMs!, 3),
      'commit CPU ms': rounded(committed.commitCpuMs!, 3),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const benchmark: Benchmark = {
  title: 'The manifest of a pool with 4,096 samples a problem',
  async run() {
    const rows: Record<string, string | number>[] = [];
    for (const problems of [100, 10_000, 100_000]) rows.push(await ofSize(problems));
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
