// What `vote` and `sweep` declare alike: both read a pool, call no model, and estimate their work in the same words.
import { openPool } from '../../deepconf/pool/read.ts';
import type { SetSize } from '../../deepconf/voting-choices.ts';
import { chosenProblems, type ProblemChoice } from '../../deepconf/voting-problems.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import type { JobContext } from '../define-job.ts';
import { requirePool } from './voting-options.ts';

interface WorkingSets extends ProblemChoice {
  readonly k: readonly SetSize[];
  readonly repeat: number;
}

export function poolVoting(stage: 'vote' | 'sweep') {
  return {
    docs: 'docs/deepconf.md',
    ports: { in: 'pool', main: 'none' },
    takes: 'pool',
    units: 'problems',
    async checkTaken({ pool }: { readonly pool?: string | undefined }) {
      await (await openPool(requirePool(stage, pool))).close();
    },
    estimate: ({ pool, ...sets }: WorkingSets & { readonly pool?: string | undefined }) =>
      poolEstimate(requirePool(stage, pool), sets),
  } as const;
}

/** What the voting of a stage is given of its context. Throws where no pool is named. */
export function votingRun(
  stage: 'vote' | 'sweep',
  pool: string | undefined,
  { folder, done, say }: Pick<JobContext, 'folder' | 'done' | 'say'>,
) {
  return {
    pool: requirePool(stage, pool),
    folder,
    onProblem: done,
    say: (line: string) => say(`${stage}: ${line}`),
  };
}

/** Throws where there is no pool. */
async function poolEstimate(folder: string, { k, repeat, limit }: WorkingSets): Promise<readonly string[]> {
  const pool = await openPool(folder);
  try {
    const problems = chosenProblems(pool, { limit });
    const sizes = k.map((size) => (size === 'all' ? size : formatCount(size))).join(', ');
    return [
      `dry run: 0 calls, nothing written; ${formatCounted(problems.length, 'problem')} of ${folder}, ` +
        `${formatCounted(repeat, 'working set')} of ${sizes} traces of each`,
    ];
  } finally {
    await pool.close();
  }
}
