// One pipeline at a time works in a run folder: two would write each other's files.
import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import { type ProcessLock, takeExclusive } from '../storage/process-lock.ts';

export function runLockPath(folder: string): string {
  return join(folder, 'run.lock');
}

/**
 * Makes the folder where it is not there.
 *
 * @throws LB_BUSY where another process works in it, or this one does
 */
export async function lockRunFolder(folder: string): Promise<ProcessLock> {
  const wasThere = existsSync(folder);
  await makeFolder(folder, privateFolder);
  const lock = await takeExclusive(runLockPath(folder));
  if (!('release' in lock)) throw new LateBenchError('LB_BUSY', `${lock.who} is working in ${folder}`);
  return {
    async release() {
      await lock.release();
      // A rejected run leaves no empty folder behind; a folder with files in it stays.
      if (!wasThere) await rmdir(folder).catch(() => undefined);
    },
  };
}
