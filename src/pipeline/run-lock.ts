// One pipeline at a time works in a run folder: two would write each other's files.
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import { type ProcessLock, takeExclusive } from '../storage/process-lock.ts';

export function runLockPath(folder: string): string {
  return join(folder, 'run.lock');
}

/** What a run folder says of its pipeline, to people and to workers. */
export const declarationFile = 'pipeline.json';

export interface RunLock extends ProcessLock {
  /** The run has come to its end. */
  done(): void;
}

/** A run that ended before its first call or record leaves no folder behind; a folder with other files in it stays. */
async function removeUnbegun(folder: string): Promise<void> {
  const left = await readdir(folder);
  if (left.some((name) => name !== declarationFile)) return;
  await rm(join(folder, declarationFile), { force: true });
  await rmdir(folder).catch(() => undefined);
}

/**
 * Makes the folder where it is not there.
 *
 * @throws LB_BUSY where another process works in it, or this one does
 */
export async function lockRunFolder(folder: string): Promise<RunLock> {
  const wasThere = existsSync(folder);
  await makeFolder(folder, privateFolder);
  const lock = await takeExclusive(runLockPath(folder));
  if (!('release' in lock)) throw new LateBenchError('LB_BUSY', `${lock.who} is working in ${folder}`);
  let keeps = wasThere;
  return {
    done() {
      keeps = true;
    },
    async release() {
      await lock.release();
      if (!keeps) await removeUnbegun(folder);
    },
  };
}
