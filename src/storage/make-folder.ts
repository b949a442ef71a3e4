// Makes a folder and those above it. Not by mkdir's own recursion: below a folder that takes none, as /proc, it never
// comes to an end.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { outputError } from './output-error.ts';

async function make(folder: string, mode: number | undefined): Promise<void> {
  const facts = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (facts?.isDirectory() === true) return;
  const above = dirname(folder);
  if (facts === undefined && above !== folder) await make(above, mode);
  await mkdir(folder, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made it meanwhile.
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

/**
 * Does nothing where the folder is there. `mode`: of folders that it makes; as the system gives them when absent.
 *
 * @throws LB_OUTPUT, LB_DISK_FULL; the system's own error is its cause
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await make(folder, mode);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw outputError(folder, cause);
    const message = `cannot write ${folder}: no folder can be created there`;
    throw new LateBenchError('LB_OUTPUT', message, { cause });
  }
}
