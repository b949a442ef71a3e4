// Begins a run folder: the folder is there, and an earlier run's manifest is not, because it would vouch for files
// that are about to change. The manifest of this run comes last.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { privateFolder } from './private-files.ts';

export async function beginRunFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, privateFolder);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    const message = `${folder} cannot be a run folder: there is a file with that name (--run)`;
    throw new LateBenchError('LB_USAGE', message, { cause: error });
  }
  await rm(join(folder, 'manifest.json'), { force: true });
}
