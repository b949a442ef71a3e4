// Clears away what dead writers left beside their files: locks and ballast. Called after their tails were dealt with.
import { readdir, rm } from 'node:fs/promises';
import { ballastPath, writerOfBallast } from './ballast.ts';
import { ownerLiveness, releaseLock, writerOfLock } from './owner-lock.ts';

export async function clearDeadOwners(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const writers = names.map((name) => writerOfLock(name) ?? writerOfBallast(name));
  for (const writer of new Set(writers)) {
    if (writer === undefined || (await ownerLiveness(folder, writer)) !== 'dead') continue;
    // The lock goes last. A folder that may only be read keeps both, which does no harm.
    await rm(ballastPath(folder, writer), { force: true })
      .then(() => releaseLock(folder, writer))
      .catch(() => undefined);
  }
}
