// What `vote` and `sweep` declare alike: both read a pool, call no model, and estimate their work in the same words.
import { openPool } from '../../deepconf/pool/read.ts';
import { allTraces } from '../../deepconf/set-sizes.ts';
import { chosenProblems, type ProblemChoice } from '../../deepconf/voting-problems.ts';
import { formatCount } from '../../report/format.ts';
import { requirePool } from './voting-options.ts';

interface WorkingSets extends ProblemChoice {
  readonly k: readonly number[];
  readonly repeat: number;
}

export function poolVoting(stage: 'vote' | 'sweep') {
  return {
    docs: 'docs/deepconf.md',
    ports: { in: 'pool', main: 'none' },
    takes: 'pool',
    units: 'problems',
    estimate: ({ pool, ...sets }: WorkingSets & { readonly pool?: string | undefined }) =>
      poolEstimate(requirePool(stage, pool), sets),
  } as const;
}

/** Throws where there is no pool. */
async function poolEstimate(folder: string, { k, repeat, limit }: WorkingSets): Promise<readonly string[]> {
  const pool = await openPool(folder);
  try {
    const problems = chosenProblems(pool, { limit });
    const sizes = k.map((size) => (size === allTraces ? 'all' : formatCount(size))).join(', ');
    return [
      `dry run: 0 calls, nothing written; ${formatCount(problems.length)} problems of ${folder}, ` +
        `${formatCount(repeat)} working sets of ${sizes} traces of each`,
    ];
  } finally {
    await pool.close();
  }
}
