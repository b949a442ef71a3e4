// One process at a time is at work on the batches of a role in a run folder: two would each note the missing calls and pay
// for them.
import { LateBenchError } from '../../errors.ts';
import { lockPath, type ProcessLock, takeExclusive } from '../../storage/process-lock.ts';

interface Batches {
  readonly run: string;
  readonly label: string;
}

async function lockBatches({ run, label }: Batches): Promise<ProcessLock> {
  const lock = await takeExclusive(lockPath(run, `batches-${label}`));
  if ('release' in lock) return lock;
  const message = `${lock.who} is at work on the batches of ${label} in ${run}; run the command again when it has ended`;
  throw new LateBenchError('LB_BUSY', message);
}

/**
 * Gives `open` the lock, to be released when its work is done. Where it fails, the lock is free again.
 *
 * @throws LB_BUSY
 */
export async function holdingBatches<T>(
  batches: Batches,
  open: (lock: ProcessLock) => Promise<T>,
): Promise<T> {
  const lock = await lockBatches(batches);
  try {
    return await open(lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
