// Clears away what dead writers left beside their files: locks and reserved space. Called after their tails were dealt with.
import { readdir, rm } from 'node:fs/promises';
import { holderOfLock, lockPath, ownerLiveness } from '../process-lock.ts';
import { reservedSpacePath, writerOfReservedSpace } from './reserved-space.ts';

export async function clearDeadOwners(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const writers = names.map((name) => holderOfLock(name) ?? writerOfReservedSpace(name));
  for (const writer of new Set(writers)) {
    if (writer === undefined) continue;
    const lock = lockPath(folder, writer);
    if ((await ownerLiveness(lock)) !== 'dead') continue;
    // The lock goes last. A folder that may only be read keeps both, which does no harm.
    await rm(reservedSpacePath(folder, writer), { force: true })
      .then(() => rm(lock, { force: true }))
      .catch(() => undefined);
  }
}
