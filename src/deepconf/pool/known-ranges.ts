// Range files are read through the manifest alone: where that is lost, a pool would look as if it had no samples.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { manifestPath, rangeOfName } from './layout.ts';
import type { Pool } from './read.ts';

/** @throws LB_INPUT_READ where there are range files and the manifest knows of none */
export async function checkKnownRanges({ folder, sources }: Pool): Promise<void> {
  const isKnown = (): boolean => sources.manifest.ranges('core').length > 0;
  if (isKnown()) return;
  const names = await readdir(join(folder, 'core')).catch(() => [] as string[]);
  const range = names.find((name) => !name.startsWith('.') && rangeOfName(name) !== undefined);
  // A compaction may have come in between.
  if (range === undefined || ((await sources.refresh()) && isKnown())) return;
  const message = `${manifestPath(folder)} is lost or damaged, and without it nobody knows what is in ${join('core', range)}: run latebench pool compact ${folder}, which finds it out again without a call`;
  throw new LateBenchError('LB_INPUT_READ', message);
}
