// One process at a time is at work on the batches of a role in a run folder: two would each note the missing calls and pay
// for them.
import { LateBenchError } from '../../errors.ts';
import { lockPath, type ProcessLock, takeExclusive } from '../../storage/process-lock.ts';

/** @throws LB_BUSY */
export async function lockBatches(run: string, label: string): Promise<ProcessLock> {
  const lock = await takeExclusive(lockPath(run, `batches-${label}`));
  if ('release' in lock) return lock;
  const process = `process ${lock.owner ?? 'of another machine'}`;
  const message = `${process} is at work on the batches of ${label} in ${run}; run the command again when it has ended`;
  throw new LateBenchError('LB_BUSY', message);
}
