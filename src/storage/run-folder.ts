// Begins a run folder: the folder is there, and an earlier run's manifest is not, because it would vouch for files
// that are about to change. The manifest of this run comes last.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { outputError } from './output-error.ts';
import { privateFolder } from './private-files.ts';

export async function beginRunFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: privateFolder });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw outputError(folder, cause);
    throw new LateBenchError(
      'LB_USAGE',
      `${folder} cannot be a run folder: there is a file with that name (--run)`,
      {
        cause,
      },
    );
  }
  await rm(join(folder, 'manifest.json'), { force: true });
}
