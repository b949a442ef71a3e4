// One process at a time writes a pool. The lock names the process, so that one whose owner was killed is taken away.
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { outputError } from '../../storage/output-error.ts';
import { announceOwner, holderOfLock, holderText, lockPath } from '../../storage/process-lock.ts';

/** Returns what gives the lock back. Throws LB_BUSY while another process holds it. */
export async function lockPool(folder: string): Promise<() => Promise<void>> {
  const own = lockPath(folder, `build-${process.pid}-${randomBytes(4).toString('hex')}`);
  const release = (): Promise<void> => rm(own, { force: true });
  try {
    await makeFolder(folder);
    await announceOwner(own);
  } catch (cause) {
    throw isLateBenchError(cause) ? cause : outputError(own, cause);
  }
  // Lock first, check for others afterwards: of two processes that start at once, at most one continues.
  for (const name of await readdir(folder)) {
    const holder = holderOfLock(name);
    const path = holder === undefined ? own : lockPath(folder, holder);
    if (path === own) continue;
    const who = await holderText(path);
    if (who === null) {
      await rm(path, { force: true });
      continue;
    }
    await release();
    throw new LateBenchError('LB_BUSY', `${who} is writing ${folder}`);
  }
  return release;
}
