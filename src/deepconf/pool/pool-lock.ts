// One process at a time writes a pool. The lock names the process, so that one whose owner was killed is taken away.
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { outputError } from '../../storage/output-error.ts';
import { announceOwner, holderOfLock, lockPath, ownerLiveness } from '../../storage/process-lock.ts';

/** Returns what gives the lock back. Throws while another process holds it. */
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
    if ((await ownerLiveness(path)) === 'dead') {
      await rm(path, { force: true });
      continue;
    }
    await release();
    const message = `${folder} is being written by another process; wait for it, or delete ${path} if there is none`;
    throw new LateBenchError('LB_STORE', message);
  }
  return release;
}
