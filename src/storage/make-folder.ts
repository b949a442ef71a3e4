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

/** Another process may remove empty folders meanwhile; one that takes no folders looks the same, and is given up. */
const mostTries = 8;

/**
 * Does nothing where the folder is there. Throws what the system throws.
 *
 * @param mode Of folders that it makes; as the system gives them when absent.
 * @returns The first folder that it made, where it made any.
 */
export async function createFolder(folder: string, mode?: number): Promise<string | undefined> {
  const above = dirname(folder);
  let first: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const facts = await stat(folder).catch(unlessMissing);
    if (facts?.isDirectory() === true) return undefined;
    if (facts === undefined && above !== folder) {
      const made = await createFolder(above, mode);
      first ??= made;
    }
    try {
      await mkdir(folder, { mode }).catch((error: unknown) => unlessMade(error, () => statSync(folder)));
      return first ?? folder;
    } catch (error) {
      unlessMissing(error);
      if (tries === mostTries) throw error;
    }
  }
}

/** Not by `throwIfNoEntry`: from Node 22 on it says of a path below a file too that nothing is there. */
function factsOf(folder: string): Stats | undefined {
  try {
    return statSync(folder);
  } catch (error) {
    return unlessMissing(error);
  }
}

/** As `createFolder`, where nobody removes folders. */
export function createFolderSync(folder: string, mode?: number): void {
  const facts = factsOf(folder);
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
