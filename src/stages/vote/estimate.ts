// What a vote over a pool would read, without a vote.
import { openPool } from '../../deepconf/pool/read.ts';
import { formatCount } from '../../report/format.ts';

/** Throws where there is no pool. */
export async function poolEstimate(
  folder: string,
  { k, repeat }: { readonly k: readonly number[]; readonly repeat: number },
): Promise<readonly string[]> {
  const pool = await openPool(folder);
  try {
    const { problems } = pool;
    const sizes = k.map((size) => formatCount(size)).join(', ');
    return [
      `dry run: 0 calls, nothing written; ${formatCount(problems.length)} problems of ${folder}, ` +
        `${formatCount(repeat)} working sets of ${sizes} traces of each`,
    ];
  } finally {
    await pool.close();
  }
}
