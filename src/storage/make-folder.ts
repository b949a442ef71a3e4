// Makes a folder and those above it. Not by mkdir's own recursion: below a folder that takes none, as /proc, it never
// comes to an end.
import { mkdirSync, type Stats, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { outputError } from './output-error.ts';

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Another process may have made it meanwhile. */
function unlessMade(error: unknown, found: () => Stats): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !found().isDirectory()) throw error;
}

/**
 * Does nothing where the folder is there. Throws what the system throws.
 *
 * @param mode Of folders that it makes; as the system gives them when absent.
 * @returns The first folder that it made, where it made any.
 */
export async function createFolder(folder: string, mode?: number): Promise<string | undefined> {
  const facts = await stat(folder).catch(unlessMissing);
  if (facts?.isDirectory() === true) return undefined;
  const above = dirname(folder);
  const made = facts === undefined && above !== folder ? await createFolder(above, mode) : undefined;
  await mkdir(folder, { mode }).catch((error: unknown) => unlessMade(error, () => statSync(folder)));
  return made ?? folder;
}

/** As `createFolder`. */
export function createFolderSync(folder: string, mode?: number): void {
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (facts?.isDirectory() === true) return;
  const above = dirname(folder);
  if (facts === undefined && above !== folder) createFolderSync(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    unlessMade(error, () => statSync(folder));
  }
}

/**
 * As `createFolder`, for what a person asked to be written.
 *
 * @throws LB_OUTPUT, LB_DISK_FULL; the system's own error is its cause
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await createFolder(folder, mode);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw outputError(folder, cause);
    const message = `cannot write ${folder}: no folder can be created there`;
    throw new LateBenchError('LB_OUTPUT', message, { cause });
  }
}
