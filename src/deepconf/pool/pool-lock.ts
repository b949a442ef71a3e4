// One process at a time writes a pool. The lock names the process, so that one whose owner was killed is taken away.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { LateBenchError } from '../../errors.ts';
import { ownerLiveness, releaseLock, takeLock, writerOfLock } from '../../storage/journal/owner-lock.ts';

/** Returns what gives the lock back. Throws while another process holds it. */
export async function lockPool(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const own = `build-${process.pid}-${randomBytes(4).toString('hex')}`;
  await takeLock(folder, own);
  // Lock first, check for others afterwards: of two processes that start at once, at most one continues.
  for (const name of await readdir(folder)) {
    const writer = writerOfLock(name);
    if (writer === undefined || writer === own) continue;
    if ((await ownerLiveness(folder, writer)) === 'dead') {
      await releaseLock(folder, writer);
      continue;
    }
    await releaseLock(folder, own);
    const message = `${folder} is being written by another process; wait for it, or delete ${folder}/${name} if there is none`;
    throw new LateBenchError('LB_STORE', message);
  }
  return () => releaseLock(folder, own);
}
