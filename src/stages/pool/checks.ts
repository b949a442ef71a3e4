// A check before the first call: enough disk space.
import type { ReadyPool } from '../../deepconf/pool/prepare.ts';
import { estimateSizes } from '../../deepconf/pool/sizes.ts';
import { LateBenchError } from '../../errors.ts';
import { formatBytes, formatCount, formatCounted } from '../../report/format.ts';
import { freeBytes } from '../../storage/free-bytes.ts';
import type { PoolAsked } from './options.ts';

/** Says what the missing samples will take; throws LB_DISK_FULL where the disk has not got it. */
export async function checkDisk(pool: ReadyPool, missing: number, asked: PoolAsked): Promise<string> {
  const sizes = estimateSizes(missing, {
    manifest: pool.manifest,
    problems: pool.problems,
    maxTokens: asked.maxTokens,
  });
  const free = await freeBytes(pool.folder);
  const slim = sizes.core + sizes.journal + (asked.keepRaw ? sizes.raw : 0);
  const need = slim + (pool.settings.keep_top ? sizes.top : 0);
  const basis =
    sizes.from === 'pool' ? 'by the existing parts' : `at ${formatCount(sizes.tokens)} tokens a sample`;
  const line =
    `${formatCounted(missing, 'sample')} to add: about ${formatBytes(slim + sizes.top)} with the alternatives of each token, ` +
    `${formatBytes(slim)} without (--no-keep-top), ${basis}; ${formatBytes(free)} free`;
  if (need <= free || !asked.diskCheck) return line;
  const message =
    `about ${formatBytes(need)} are needed and ${formatBytes(free)} are free in ${pool.folder}; make room, ` +
    'take --no-keep-top or a smaller --samples, or --no-disk-check to start anyway';
  throw new LateBenchError('LB_DISK_FULL', message);
}
