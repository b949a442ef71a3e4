// A lock file that one process at a time holds; one left behind by a process that has ended is taken over. Held only by
// the word of those who ask for it, and within one machine: of a process elsewhere nobody can say whether it lives.
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { outputError, temporaryPath } from './atomic-write.ts';
import { livenessOf, type ProcessIdentity, thisProcess } from './journal/process-identity.ts';

interface Owner extends ProcessIdentity {
  readonly id: string;
}

export interface ExclusiveLock {
  release(): Promise<void>;
}

async function ownerOf(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** True when the lock is ours now. A link, unlike a rename, never replaces what stands there. */
async function claim(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw outputError(path, error);
  }
}

/** Null where another living process holds it; `owner` of the one that does. */
export async function takeExclusive(
  path: string,
): Promise<ExclusiveLock | { readonly owner: number | null }> {
  const own: Owner = { ...thisProcess(), id: randomBytes(8).toString('hex') };
  const temporary = temporaryPath(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, `${JSON.stringify(own)}\n`, { flag: 'wx' });
  } catch (cause) {
    throw outputError(path, cause);
  }
  const lock: ExclusiveLock = {
    async release() {
      if ((await ownerOf(path))?.id === own.id) await rm(path, { force: true });
    },
  };
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      if (await claim(temporary, path)) return lock;
      const owner = await ownerOf(path);
      if (owner !== null && livenessOf(owner) !== 'dead') return { owner: owner.pid };
      // Moved away rather than removed: should two find the same dead owner, one of them moves the other's new lock,
      // sees that, and puts it back.
      const aside = temporaryPath(path);
      try {
        await rename(path, aside);
      } catch {
        continue;
      }
      const moved = await ownerOf(aside);
      if (moved !== null && moved.id !== owner?.id) await claim(aside, path);
      await rm(aside, { force: true });
    }
    return { owner: (await ownerOf(path))?.pid ?? null };
  } finally {
    await rm(temporary, { force: true });
  }
}
