// Begins a run folder: the folder is there, and an earlier run's manifest is not, because it would vouch for files
// that are about to change. The manifest of this run comes last.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { makeFolder } from './make-folder.ts';
import { privateFolder } from './private-files.ts';
import { isRow, type Row } from './rows.ts';

/** What workers of other machines need to know of a run; there where one was ever on a queue. */
export const queueFileName = 'queue.json';

/** The manifest of the run whose results a folder has; null where there is none that says what made them. */
export async function earlierManifest(folder: string): Promise<(Row & { readonly command: string }) | null> {
  try {
    const manifest: unknown = parseJson(await readFile(join(folder, 'manifest.json'), 'utf8'));
    return isRow(manifest) && typeof manifest.command === 'string'
      ? { ...manifest, command: manifest.command }
      : null;
  } catch {
    return null;
  }
}

/** `say` is told when results of another command than `command` are about to be replaced. */
export async function beginRunFolder(
  folder: string,
  { command, say }: { readonly command: string; readonly say?: ((line: string) => void) | undefined },
): Promise<void> {
  try {
    await makeFolder(folder, privateFolder);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    const message = `${folder} cannot be a run folder: there is a file with that name (--run)`;
    throw new LateBenchError('LB_USAGE', message, { cause: error });
  }
  const earlier = await earlierManifest(folder);
  if (earlier !== null && earlier.command !== command) {
    say?.(
      `the results of ${earlier.command} (${earlier.created_at}) in ${folder} are replaced; give each run a separate --run to keep both`,
    );
  }
  await rm(join(folder, 'manifest.json'), { force: true });
}
