// What a run has paid for that is not in its folder: replies that workers keep in a store, and calls in batches that were
// not fetched. Who cannot see them would pay for them again.

import { join, resolve } from 'node:path';
import { z } from 'zod';
import { unfetchedBatches } from '../../endpoints/batch/calls-in-batches.ts';
import { LateBenchError } from '../../errors.ts';
import { isS3Address } from '../../objects/s3-address.ts';
import { parseJson } from '../../records/parse-json.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { queueFileName } from '../../storage/run-folder.ts';
import type { QueueFile } from './queue-file.ts';

/** The address of a store, wherever the command that names it is started. */
export function fullAddress(address: string): string {
  return isS3Address(address) ? address.replace(/\/+$/, '') : resolve(address);
}

/** In every version that has it. */
const noted = z.object({ store: z.string(), fresh_run: z.string().optional() });

/**
 * For whoever is to make the calls of a run. `address`: the store that it has, undefined where it has none.
 *
 * @throws LB_CONFIG where workers have left replies in another one
 */
export async function checkStore(
  folder: string,
  { address, freshRun }: { readonly address?: string | undefined; readonly freshRun?: string | undefined },
): Promise<void> {
  const path = join(folder, queueFileName);
  const text = await readTextIfPresent(path);
  if (text === undefined) return;
  let found: unknown;
  try {
    found = parseJson(text);
  } catch {
    return;
  }
  const { success, data } = noted.safeParse(found);
  if (!success || (address !== undefined && fullAddress(address) === data.store)) return;
  if (freshRun !== undefined && data.fresh_run !== freshRun) return;
  throw new LateBenchError(
    'LB_CONFIG',
    `replies that workers of ${folder} were paid for are in ${data.store}: run the command with --engine bullmq --store ${data.store} until it is done; to pay for them again, delete ${path}`,
  );
}

/** When all that workers have kept is in the run's folder. */
export async function forgetStore(folder: string, { store: _, ...file }: QueueFile): Promise<void> {
  await writeJsonAtomic(join(folder, queueFileName), file);
}

/**
 * For a run whose calls go to workers, who do not see batches.
 *
 * @throws LB_CONFIG where there are batches that nobody has fetched
 */
export async function checkFetched(folder: string): Promise<void> {
  const reason = await unfetchedBatches(folder);
  if (reason !== null) throw new LateBenchError('LB_CONFIG', reason);
}
