// Clears away what dead writers left beside their files: locks and reserved space. Called after their tails were dealt with.
import { readdir, rm } from 'node:fs/promises';
import { ownerLiveness, releaseLock, writerOfLock } from './owner-lock.ts';
import { reservedSpacePath, writerOfReservedSpace } from './reserved-space.ts';

export async function clearDeadOwners(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const writers = names.map((name) => writerOfLock(name) ?? writerOfReservedSpace(name));
  for (const writer of new Set(writers)) {
    if (writer === undefined || (await ownerLiveness(folder, writer)) !== 'dead') continue;
    // The lock goes last. A folder that may only be read keeps both, which does no harm.
    await rm(reservedSpacePath(folder, writer), { force: true })
      .then(() => releaseLock(folder, writer))
      .catch(() => undefined);
  }
}
